package io.mintmark.server;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** Keeps a database's writer waiting for its file, as an operator's own tool may for a while. */
final class HeldUpWriter implements AutoCloseable {
    private final Connection connection;
    private final Statement statement;

    private HeldUpWriter(Connection connection, Statement statement) {
        this.connection = connection;
        this.statement = statement;
    }

    static HeldUpWriter of(Path file) throws SQLException {
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement();
        statement.execute("PRAGMA busy_timeout=5000");
        statement.execute("BEGIN IMMEDIATE");
        return new HeldUpWriter(connection, statement);
    }

    void letGo() throws SQLException {
        statement.execute("ROLLBACK");
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
