package io.mintmark.server.storage.sqlite.read;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/**
 * The statements of one connection, each prepared when it is needed first and closed with the connection. One thread at a
 * time; a result is closed before its statement is asked for again.
 */
public final class ReadStatements {
    private final Connection connection;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();

    /** Prepares statements on {@code connection}. */
    public ReadStatements(Connection connection) {
        this.connection = connection;
    }

    /** Returns the statement of {@code sql}, a constant: what differs from call to call is a parameter. */
    PreparedStatement of(String sql) throws SQLException {
        PreparedStatement known = prepared.get(sql);
        if (known == null) {
            known = connection.prepareStatement(sql);
            prepared.put(sql, known);
        }
        return known;
    }
}
