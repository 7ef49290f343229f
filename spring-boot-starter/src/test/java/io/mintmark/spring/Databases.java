package io.mintmark.spring;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.sql.DataSource;

/** Databases in memory that outlive the application contexts of a test. */
final class Databases {
    private static final AtomicInteger COUNT = new AtomicInteger();

    private Databases() {}

    /** Names an empty one, which lasts as long as the JVM. */
    static String newUrl() {
        return "jdbc:h2:mem:spring" + COUNT.incrementAndGet() + ";DB_CLOSE_DELAY=-1";
    }

    static HikariDataSource pool(String url) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setUsername("sa");
        config.setMaximumPoolSize(4);
        return new HikariDataSource(config);
    }

    static void execute(DataSource database, String sql) {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    static long number(DataSource database, String sql) {
        return Long.parseLong(text(database, sql));
    }

    static String text(DataSource database, String sql) {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** Lends an empty database with the table in which Hibernate keeps its counters. */
    static void withHibernateSequences(Consumer<String> use) {
        String url = newUrl();
        try (HikariDataSource database = pool(url)) {
            execute(
                    database,
                    "CREATE TABLE \"hibernate_sequences\" (\"sequence_name\" VARCHAR(255) PRIMARY KEY, \"next_val\" BIGINT)");
            execute(database, "INSERT INTO \"hibernate_sequences\" VALUES ('rows', 51)");
            execute(database, "CREATE TABLE \"rows\" (\"id\" BIGINT PRIMARY KEY)");
        }
        use.accept(url);
    }
}
