package io.mintmark.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A table is made only where no node has it: a node that has not heard of it yet would make another one. */
class TableIdsTest {

    @Test
    void shouldMakeATableThatNoNodeHas() {
        assertThat(TableIds.isNowhere(Set.of(TableIds.NONE))).isTrue();
    }

    @Test
    void shouldWaitForATableThatSomeNodesHaveAndOthersHaveNotHeardOf() {
        assertThat(TableIds.isNowhere(Set.of(TableIds.NONE, "7c1d0e90-cc2f-11f0-8de9-0242ac120002")))
                .isFalse();
    }

    @Test
    void shouldNotMakeATableThatIsThere() {
        assertThat(TableIds.isNowhere(Set.of("7c1d0e90-cc2f-11f0-8de9-0242ac120002")))
                .isFalse();
    }

    /** A driver connects to one data center alone, unless it is told otherwise. */
    @Test
    void shouldSayThatANodeIsOutOfTheSessionsReachAndNotThatItIsDown() {
        CqlSession session = TestCluster.session();
        session.execute("INSERT INTO system.peers_v2 (peer, peer_port, data_center, host_id, native_address,"
                + " native_port, rack, release_version, schema_version, tokens) VALUES ('127.0.0.77', 7000,"
                + " 'elsewhere', uuid(), '127.0.0.77', 9042, 'r1', '5.0.9', uuid(), {'1'})");
        try (CqlSession seeing = TestCluster.connect(TestCluster.address(), TestCluster.SUPERUSER, "V4")) {
            CassandraCounters counters = CassandraCounters.over(seeing).keyspace(TestCluster.KEYSPACE);

            assertThatThrownBy(() -> counters.table("farther").createTable())
                    .isInstanceOf(UnsafeCounterException.class)
                    .hasMessageContainingAll("127.0.0.77", "another data center", "tableDefinition()")
                    .hasMessageNotContaining("Start the others");
            assertThat(counters.counter(TestCluster.fresh("orders")).reserve(1).low())
                    .isEqualTo(1);
        } finally {
            session.execute("DELETE FROM system.peers_v2 WHERE peer = '127.0.0.77' AND peer_port = 7000");
        }
    }
}
