package io.mintmark.storage.postgresql.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.storage.WriteKind;
import io.mintmark.storage.WriteState;
import io.mintmark.storage.postgresql.PostgresStorage;
import io.mintmark.storage.postgresql.ShortStatements;
import io.mintmark.storage.postgresql.TestCluster;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A database of very many counters, taken over from a claim that did not end in order by statements that are short. */
@Timeout(300)
class TakeOverTest {
    private static final int COUNTERS = 100_000;

    @Test
    void shouldForgetTheLeasesOfVeryManyCounters() throws SQLException {
        ShortStatements.suffice(TakeOverTest::takeOver);
    }

    private static void takeOver(TestCluster cluster, DataSource limited) {
        cluster.execute("INSERT INTO counter (database, key, max, highest_end, ahead_end, epoch, latest, latest_low,"
                + " latest_high, shown, id, collection, node, etag, modified, metadata, body) SELECT 1, 'raven/hilo/' || n,"
                + " 32, 32, 0, 0, n, 1, 32, TRUE, 'id', 0, 'A', 1, 0, '', '' FROM generate_series(1, " + COUNTERS
                + ") n");
        cluster.execute("INSERT INTO lease (database, serial, counter, low, high, node, reserved)"
                + " SELECT 1, n, 'raven/hilo/' || n, 1, 32, CASE WHEN n = 7 THEN 'B' ELSE 'A' END, 0"
                + " FROM generate_series(1, " + COUNTERS + ") n");
        cluster.execute(
                "INSERT INTO node_state (database, node, lane, epoch, etag, serial, groups, identities, forgotten,"
                        + " closed) SELECT 1, 'A', lane, 1, 5, " + COUNTERS + ", 1, 0, 0, FALSE"
                        + " FROM (VALUES ('counters'), ('documents')) lanes (lane)");
        // As the engine does by itself, some time later.
        cluster.execute("ANALYZE counter; ANALYZE lease");

        try (PostgresStorage storage = cluster.open("A", 2, limited)) {
            assertThat(storage.writes(WriteKind.HILO)).isEqualTo(WriteState.TAKEN);
        }

        assertThat(cluster.number("SELECT count(latest) FROM counter"))
                .as("another node's lease stays")
                .isEqualTo(1);
    }
}
