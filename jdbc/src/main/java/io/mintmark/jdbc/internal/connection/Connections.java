package io.mintmark.jdbc.internal.connection;

import java.sql.Connection;
import java.sql.SQLException;

/** The connections of one call, each lent for one piece of work; used on the thread that does the call's work. */
public interface Connections {

    /** Work on a connection that commits each statement by itself. */
    @FunctionalInterface
    interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    /** Runs {@code work} with a connection that commits each statement by itself and that nobody else has. */
    <T> T lend(Work<T> work) throws SQLException;
}
