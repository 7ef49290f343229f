package io.mintmark.server.storage.sqlite;

import java.sql.SQLException;

/** Something to do inside a write transaction; a runtime exception refuses it and must leave no trace. */
@FunctionalInterface
interface Work<T> {
    T run(WriteTransaction tx) throws SQLException;
}
