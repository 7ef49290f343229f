package io.mintmark.storage.sql;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Something to do on a connection, which whoever lends it takes back afterwards.
 *
 * @param <T> what comes of it
 */
@FunctionalInterface
public interface ConnectionUse<T> {
    T on(Connection connection) throws SQLException;
}
