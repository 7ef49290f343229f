package io.mintmark.storage.sql;

import java.sql.ResultSet;
import java.sql.SQLException;

/** Makes a value of one row. */
@FunctionalInterface
public interface RowReader<T> {
    T of(ResultSet row) throws SQLException;
}
