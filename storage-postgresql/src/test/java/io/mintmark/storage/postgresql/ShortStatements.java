package io.mintmark.storage.postgresql;

import java.sql.SQLException;
import javax.sql.DataSource;

/** Work on very many rows by statements that are short: the engine gives up any that takes longer than a moment. */
public final class ShortStatements {
    private static final int ATTEMPTS = 3;
    private static final String LIMIT = "&options=-c%20statement_timeout=700";

    private ShortStatements() {}

    /** What is done in tables of its own. */
    public interface Work {
        /** Fills the tables of {@code cluster}, and works on them by {@code limited} connections. */
        void in(TestCluster cluster, DataSource limited) throws SQLException;
    }

    /**
     * Does {@code work} until it succeeds once. A stall of the machine may cut off one attempt; a statement that takes
     * all rows cuts off each.
     */
    public static void suffice(Work work) throws SQLException {
        for (int attempt = 1; attempt < ATTEMPTS; attempt++) {
            try {
                attempt(work);
                return;
            } catch (SQLException | RuntimeException | AssertionError e) {
                System.out.println("[short statements] attempt " + attempt + " failed: " + e);
            }
        }
        attempt(work);
    }

    private static void attempt(Work work) throws SQLException {
        try (TestCluster cluster = new TestCluster()) {
            work.in(cluster, cluster.pool(cluster.url() + LIMIT));
        }
    }
}
