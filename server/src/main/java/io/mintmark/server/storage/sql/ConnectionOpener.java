package io.mintmark.server.storage.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Properties;
import org.sqlite.JDBC;

/** Opens a connection to a database file; tests open ones that fail. */
@FunctionalInterface
interface ConnectionOpener {
    /** Opens what there is at {@code url}. */
    Connection open(String url) throws SQLException;

    /** The opener of production; asks the driver itself, whichever class loader an embedding program has. */
    ConnectionOpener DRIVER = url -> Objects.requireNonNull(JDBC.createConnection(url, new Properties()));
}
