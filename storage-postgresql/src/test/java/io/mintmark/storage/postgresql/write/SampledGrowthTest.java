package io.mintmark.storage.postgresql.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.internal.Ticker;
import io.mintmark.storage.postgresql.ShortStatements;
import io.mintmark.storage.postgresql.TestCluster;
import io.mintmark.storage.postgresql.catalog.DatabaseRow;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Samples of a database of very many numbers, of which no statement takes long. */
@Timeout(300)
class SampledGrowthTest {
    private static final DatabaseRow SHOP = new DatabaseRow(1, "shop", "cluster000000000000001", 1, 0);

    @AutoClose
    private final TestCluster cluster = new TestCluster();

    private void fill(int counters, int identities) {
        fill(cluster, counters, identities);
    }

    private static void fill(TestCluster cluster, int counters, int identities) {
        cluster.execute("INSERT INTO counter (database, key, max, highest_end, ahead_end, epoch, shown, id, collection,"
                + " node, etag, modified, metadata, body) SELECT 1, 'raven/hilo/' || n, 90, 90, 0, 0, TRUE, 'id', 0, 'A',"
                + " 1, 0, '', '' FROM generate_series(1, " + counters + ") n");
        cluster.execute("INSERT INTO identity SELECT 1, 'i' || n, 7 FROM generate_series(1, " + identities + ") n");
        // As the engine does by itself, some time later: without that no plan is good.
        cluster.execute("ANALYZE counter");
        wrote(cluster);
    }

    private void wrote() {
        wrote(cluster);
    }

    private static void wrote(TestCluster cluster) {
        cluster.execute(
                "INSERT INTO node_state (database, node, lane, epoch, etag, serial, groups, identities, forgotten,"
                        + " closed) VALUES (1, 'A', 'counters', 1, 5, 0, 1, 0, 0, FALSE)"
                        + " ON CONFLICT (database, node, lane) DO UPDATE SET groups = node_state.groups + 1");
        cluster.execute("UPDATE growth SET value = value - 3600000 WHERE key = 'moment'");
    }

    private long growth(String key) {
        return cluster.number("SELECT value FROM growth WHERE key = '" + key + "'");
    }

    /** Returns in how many transactions. */
    private static int sample(SampledGrowth sampled, Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        int steps = 1;
        while (sampled.tidy(connection) == 0) {
            steps++;
        }
        return steps;
    }

    @Test
    void shouldSampleVeryManyNumbersByStatementsThatAreShort() throws SQLException {
        ShortStatements.suffice(SampledGrowthTest::sampleVeryMany);
    }

    private static void sampleVeryMany(TestCluster cluster, DataSource limited) throws SQLException {
        fill(cluster, 200_000, 10);
        try (Connection connection = limited.getConnection()) {
            assertThat(sample(new SampledGrowth(SHOP, Ticker.SYSTEM), connection))
                    .isGreaterThan(200);
        }
        assertThat(cluster.number("SELECT count(*) FROM growth WHERE key LIKE 'c/%' AND value = 90"))
                .isEqualTo(200_000);
        assertThat(cluster.number("SELECT value FROM growth WHERE key = 'samples'"))
                .isEqualTo(1);
    }

    @Test
    void shouldNoteTheMostThatAnyNumberGrewInEachSlice() throws SQLException {
        fill(10, 5);
        SampledGrowth sampled = new SampledGrowth(SHOP, Ticker.SYSTEM, 3);
        try (Connection connection = cluster.source().getConnection()) {
            sample(sampled, connection);
            assertThat(growth("steepest")).isZero();
            assertThat(cluster.number("SELECT count(*) FROM growth WHERE key LIKE 'c/%' OR key LIKE 'i/%'"))
                    .isEqualTo(15);

            cluster.execute("UPDATE counter SET highest_end = highest_end + 40 WHERE key = 'raven/hilo/4'");
            cluster.execute("UPDATE identity SET value = value + 50 WHERE key = 'i5'");
            wrote();
            sample(sampled, connection);
            assertThat(growth("steepest")).isEqualTo(50);
            assertThat(growth("i/i5")).isEqualTo(57);

            cluster.execute("UPDATE counter SET highest_end = highest_end + 60 WHERE key = 'raven/hilo/9'");
            wrote();
            sample(sampled, connection);
            assertThat(growth("steepest")).isEqualTo(60);
            assertThat(growth("samples")).isEqualTo(3);
        }
    }

    /** What was stored before is not counted again, and what was not is counted whole. */
    @Test
    void shouldLoseNothingOfASampleThatWasCutOff() throws SQLException {
        fill(10, 0);
        try (Connection connection = cluster.source().getConnection()) {
            sample(new SampledGrowth(SHOP, Ticker.SYSTEM, 3), connection);
            cluster.execute("UPDATE counter SET highest_end = highest_end + 40");
            cluster.execute("UPDATE counter SET highest_end = highest_end + 30 WHERE key = 'raven/hilo/9'");
            wrote();
            SampledGrowth cutOff = new SampledGrowth(SHOP, Ticker.SYSTEM, 3);
            assertThat(cutOff.tidy(connection)).isZero();
            assertThat(cutOff.tidy(connection)).isZero();
            assertThat(growth("steepest")).isEqualTo(40);
            assertThat(growth("samples")).isEqualTo(1);

            sample(new SampledGrowth(SHOP, Ticker.SYSTEM, 3), connection);
            assertThat(growth("steepest")).isEqualTo(70);
            assertThat(growth("samples")).isEqualTo(2);
        }
    }

    @Test
    void shouldLeaveASampleThatAnotherNodeCompleted() throws SQLException {
        fill(10, 0);
        try (Connection connection = cluster.source().getConnection()) {
            connection.setAutoCommit(false);
            SampledGrowth slow = new SampledGrowth(SHOP, Ticker.SYSTEM, 3);
            assertThat(slow.tidy(connection)).isZero();

            sample(new SampledGrowth(SHOP, Ticker.SYSTEM, 3), connection);

            assertThat(slow.tidy(connection)).isPositive();
            assertThat(growth("samples")).isEqualTo(1);
        }
    }
}
