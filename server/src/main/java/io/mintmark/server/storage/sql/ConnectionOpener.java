package io.mintmark.server.storage.sql;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** Opens a connection to a database file; tests open ones that fail. */
@FunctionalInterface
interface ConnectionOpener {
    /** Opens what there is at {@code url}. */
    Connection open(String url) throws SQLException;

    /** The opener of production. */
    ConnectionOpener DRIVER = DriverManager::getConnection;
}
