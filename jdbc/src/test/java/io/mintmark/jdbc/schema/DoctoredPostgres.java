package io.mintmark.jdbc.schema;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.mintmark.jdbc.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import javax.sql.DataSource;

/** A database of its own in the real PostgreSQL of these tests: the doctor looks at everything in it. */
final class DoctoredPostgres implements AutoCloseable {
    private static final int CONNECTIONS_MAX = 24;

    private final String name = TestDatabase.fresh("doctored");
    private final HikariDataSource source;

    DoctoredPostgres() {
        DataSource server = TestDatabase.POSTGRES.source();
        TestDatabase.POSTGRES.execute("CREATE DATABASE " + name);
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(((HikariDataSource) server).getJdbcUrl().replace("/postgres?", "/" + name + "?"));
        config.setUsername("postgres");
        config.setPassword("postgres");
        config.setMaximumPoolSize(CONNECTIONS_MAX);
        config.setMinimumIdle(1);
        source = new HikariDataSource(config);
    }

    DataSource source() {
        return source;
    }

    SchemaDoctor doctor() {
        return SchemaDoctor.over(source);
    }

    /** Returns the URL, without a login. */
    String url() {
        return source.getJdbcUrl().replaceFirst("\\?.*", "");
    }

    static Properties login(String user) {
        Properties login = new Properties();
        login.setProperty("user", user);
        login.setProperty("password", "x");
        return login;
    }

    /** Runs statements in one transaction. */
    void execute(List<String> statements) {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            TestDatabase.execute(connection, statements.toArray(String[]::new));
            connection.commit();
        } catch (SQLException e) {
            throw new AssertionError(String.join("; ", statements), e);
        }
    }

    void execute(String... statements) {
        execute(List.of(statements));
    }

    long number(String sql) {
        return numbers(sql).get(0);
    }

    List<Long> numbers(String sql) {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<Long> numbers = new ArrayList<>();
            while (rows.next()) {
                numbers.add(rows.getLong(1));
            }
            return numbers;
        } catch (SQLException e) {
            throw new AssertionError(sql, e);
        }
    }

    @Override
    public void close() {
        source.close();
        TestDatabase.POSTGRES.execute("DROP DATABASE " + name + " WITH (FORCE)");
    }
}
