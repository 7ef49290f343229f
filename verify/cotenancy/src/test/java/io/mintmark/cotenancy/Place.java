package io.mintmark.cotenancy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.mintmark.jdbc.JdbcRanges;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** One database, which all programs of a test share; closing it ends its connections. */
final class Place implements AutoCloseable {
    private static final int CONNECTIONS_MAX = 16;

    private final String url;
    private final String user;
    private final String schema;
    private final HikariDataSource source;

    Place(String url, String user, String schema) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setUsername(user);
        config.setPassword("");
        config.setMaximumPoolSize(CONNECTIONS_MAX);
        config.setMinimumIdle(0);
        this.url = url;
        this.user = user;
        this.schema = schema;
        this.source = new HikariDataSource(config);
    }

    String url() {
        return url;
    }

    String user() {
        return user;
    }

    /** Returns a sequence's name as the doctor has it. */
    String sequence(String name) {
        return schema + "." + name;
    }

    HikariDataSource source() {
        return source;
    }

    JdbcRanges ranges() {
        return JdbcRanges.over(source);
    }

    void execute(String... statements) {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new AssertionError(String.join("; ", statements), e);
        }
    }

    /** Returns the server's name and version. */
    String server() {
        try (Connection connection = source.getConnection()) {
            return connection.getMetaData().getDatabaseProductName() + " "
                    + connection.getMetaData().getDatabaseProductVersion();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        source.close();
    }
}
