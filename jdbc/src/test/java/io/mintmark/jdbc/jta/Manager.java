package io.mintmark.jdbc.jta;

import javax.sql.DataSource;

/**
 * A transaction manager with its pools.
 *
 * @param transactions the transactions of the calling thread
 * @param source the pool that business and counters use
 * @param second another pool of the same database, so that a commit has two phases; the same one where the manager knows one
 *     resource only
 * @param timesOut whether it ends a transaction by itself when its time is over
 * @param needsOpenConnections whether a connection must stay open until its transaction ends: otherwise it is another thread's
 * @param end closes the pools
 */
record Manager(
        Transactions transactions,
        DataSource source,
        DataSource second,
        boolean timesOut,
        boolean needsOpenConnections,
        AutoCloseable end)
        implements AutoCloseable {

    @Override
    public void close() throws Exception {
        try {
            transactions.rollback(); // what a test that failed left open must not fail the next
        } catch (Exception none) {
            // There is none, as it should be.
        } finally {
            end.close();
        }
    }
}
