package io.mintmark.cotenancy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** A program that has no Java version reserves its next block by its own statements and formula. */
@FunctionalInterface
interface Replay {

    /** The numbers {@code [low, high]}. */
    record Block(long low, long high) {}

    /** Reserves on a connection that commits each statement by itself; empty if somebody else was quicker. */
    Optional<Block> next(Connection connection) throws SQLException;
}
