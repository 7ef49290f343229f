package io.mintmark.server.storage.sqlite.write;

import java.sql.SQLException;

/**
 * Something to do inside a write transaction; a runtime exception refuses it and must leave no trace.
 *
 * @param <T> what comes of it
 */
@FunctionalInterface
interface SqlWork<T> {
    T run(WriteTransaction tx) throws SQLException;
}
