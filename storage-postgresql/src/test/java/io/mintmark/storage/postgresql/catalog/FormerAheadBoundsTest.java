package io.mintmark.storage.postgresql.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.storage.postgresql.ShortStatements;
import io.mintmark.storage.postgresql.TestCluster;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The memory of numbers reserved ahead is bounded: what is beyond its limits gets coarser and is never too low. */
@Timeout(300)
class FormerAheadBoundsTest {
    @Test
    void shouldReplaceTheLowestByTheHighestOfThem() throws SQLException {
        try (TestCluster cluster = new TestCluster();
                Connection connection = cluster.source().getConnection()) {
            cluster.execute("INSERT INTO former_ahead SELECT 'shop', 'c' || n, n FROM generate_series(1, 20) n");

            FormerAhead.coarsen(connection, "shop", 15, 1_000);

            Map<String, Long> ends = FormerAhead.ofName(connection, "shop");
            assertThat(ends)
                    .hasSize(16)
                    .containsEntry("", 5L)
                    .containsEntry("c6", 6L)
                    .doesNotContainKey("c5");
            assertThat(FormerAhead.ofName(connection, "other")).isEmpty();
        }
    }

    @Test
    void shouldReplaceTheLowestOfAllNames() throws SQLException {
        try (TestCluster cluster = new TestCluster();
                Connection connection = cluster.source().getConnection()) {
            cluster.execute("INSERT INTO former_ahead SELECT 'shop' || n, 'c', n FROM generate_series(1, 40) n");

            FormerAhead.coarsen(connection, "shop1", 1_000, 30);

            assertThat(FormerAhead.ofName(connection, "shop1")).containsExactlyEntriesOf(Map.of("", 13L));
            assertThat(FormerAhead.ofName(connection, "unheard of")).containsExactlyEntriesOf(Map.of("", 13L));
            assertThat(FormerAhead.ofName(connection, "shop40")).containsEntry("c", 40L);
            assertThat(cluster.number("SELECT count(*) FROM former_ahead")).isEqualTo(28);
        }
    }

    @Test
    void shouldRememberTheHighestOfAllLives() throws SQLException {
        try (TestCluster cluster = new TestCluster();
                Connection connection = cluster.source().getConnection()) {
            for (int life = 1; life <= 2; life++) {
                cluster.execute("INSERT INTO counter (database, key, max, highest_end, ahead_end, epoch, shown, id,"
                        + " collection, node, etag, modified, metadata, body) VALUES (" + life + ", 'orders', 90, 90, "
                        + 100 / life + ", 0, true, 'orders', 0, 'A', 1, 0, '', ''), (" + life
                        + ", 'users', 90, 90, 0, 0, true, 'users', 0, 'A', 1, 0, '', '')");

                FormerAhead.remember(
                        connection, "shop", CounterEnds.read(connection, life).ahead());
            }

            assertThat(FormerAhead.ofName(connection, "shop")).containsExactlyEntriesOf(Map.of("orders", 100L));
            FormerAhead.lift(connection, "shop", 2);
            assertThat(cluster.number("SELECT max FROM counter WHERE database = 2 AND key = 'orders'"))
                    .as("a moved database comes under the name of a deleted one")
                    .isEqualTo(100);
            assertThat(cluster.number("SELECT max FROM counter WHERE database = 2 AND key = 'users'"))
                    .isEqualTo(90);
        }
    }

    /** A statement whose answer does not come in time is given up, and the deletion with it. */
    @Test
    void shouldRememberVeryManyByStatementsThatAreShort() throws SQLException {
        ShortStatements.suffice(FormerAheadBoundsTest::rememberVeryMany);
    }

    private static void rememberVeryMany(TestCluster cluster, DataSource limited) throws SQLException {
        try (Connection connection = limited.getConnection()) {
            cluster.execute("INSERT INTO counter (database, key, max, highest_end, ahead_end, epoch, shown, id,"
                    + " collection, node, etag, modified, metadata, body) SELECT 1, 'c' || n, n, n, n, 0, TRUE, 'id', 0,"
                    + " 'A', 1, 0, '', '' FROM generate_series(1, 200000) n");

            CounterEnds ends = CounterEnds.read(connection, 1);
            FormerAhead.remember(connection, "shop", ends.ahead());

            assertThat(FormerAhead.ofName(connection, "shop"))
                    .hasSize(10_001)
                    .containsEntry("", 190_000L)
                    .containsEntry("c190001", 190_001L)
                    .containsEntry("c200000", 200_000L);
            assertThat(ends.reserved(7).others()).isEqualTo(190_000);
            assertThat(ends.reserved(7).listed()).hasSize(10_000).containsEntry("c190001", 190_001L);
        }
    }

    @Test
    void shouldReadEachCounterOfTheDatabaseOnce() throws SQLException {
        try (TestCluster cluster = new TestCluster();
                Connection connection = cluster.source().getConnection()) {
            cluster.execute("INSERT INTO counter (database, key, max, highest_end, ahead_end, epoch, shown, id,"
                    + " collection, node, etag, modified, metadata, body) SELECT d, 'c' || n, n, n, n / 5, 0, TRUE, 'id',"
                    + " 0, 'A', 1, 0, '', '' FROM generate_series(1, 9) n, generate_series(1, 2) d");

            for (int piece : new int[] {1, 3, 4, 100}) {
                CounterEnds ends = CounterEnds.read(connection, 1, piece);

                assertThat(ends.reserved(7).listed()).hasSize(9).containsEntry("c9", 9L);
                assertThat(ends.reserved(7).others()).isEqualTo(7);
                assertThat(ends.ahead().furthestFirst()).hasSize(5).allMatch(end -> end.getValue() == 1);
            }
        }
    }
}
