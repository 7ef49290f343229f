package io.mintmark.jdbc.internal.connection;

import io.mintmark.jdbc.database.Dialect;
import io.mintmark.jdbc.database.UnsafeCounterException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds the dialect of a connection. */
public final class DialectChooser {

    private DialectChooser() {}

    /** Returns the chosen one, or the built-in one that serves the database. */
    public static Dialect choose(Connection connection, Optional<Dialect> chosen) throws SQLException {
        if (chosen.isPresent()) {
            return chosen.get();
        }
        String product = connection.getMetaData().getDatabaseProductName();
        return Dialect.builtIn().stream()
                .filter(dialect -> dialect.serves(product))
                .findFirst()
                .orElseThrow(
                        () -> new UnsafeCounterException("a counter needs a database that is known: the driver calls"
                                + " it " + product + ", and known are "
                                + Dialect.builtIn().stream().map(Dialect::name).collect(Collectors.joining(", "))
                                + "; extend Dialect and name it to JdbcRanges.dialect"));
    }
}
