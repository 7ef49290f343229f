package io.mintmark.jdbc.internal.store;

import io.mintmark.range.Range;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/**
 * One counter in the database, on a connection that commits each statement by itself.
 *
 * <p>Called by one thread at a time.
 */
public interface CounterStore {

    /**
     * Moves the counter up; empty if somebody else was quicker and it is worth trying again.
     *
     * @throws io.mintmark.jdbc.database.UnsafeCounterException if it went back below numbers that were reserved here
     */
    Optional<Range> reserve(Connection connection, long size) throws SQLException;

    /**
     * Returns whether a return can be accepted at all; called once before {@link #giveBack}, however often that is
     * sent.
     */
    boolean mayGiveBack(Range range, long lastIssued);

    /** Moves the counter back if it stands where the range left it, and returns whether it did. */
    boolean giveBack(Connection connection, Range range, long lastIssued) throws SQLException;

    /** Returns whether a return may be sent again when nobody knows what became of it. */
    boolean repeatsReturns();

    /**
     * Learns that what the last reservation or raise did was undone, with a transaction of somebody else: it may come
     * again.
     */
    void undone();

    /**
     * Moves the counter up to {@code atLeast}, never down; returns the highest number passed, or empty to try again.
     */
    Optional<Long> raise(Connection connection, long atLeast) throws SQLException;
}
