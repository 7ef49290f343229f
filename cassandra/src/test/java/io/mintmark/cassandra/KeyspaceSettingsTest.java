package io.mintmark.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.cassandra.Durability.Level;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The class is said only where replication and every node's commit log say so. */
class KeyspaceSettingsTest {
    private static final Map<String, String> THREE =
            Map.of("class", "org.apache.cassandra.locator.NetworkTopologyStrategy", "dc1", "3");
    private static final Map<String, String> ONE =
            Map.of("class", "org.apache.cassandra.locator.SimpleStrategy", "replication_factor", "1");

    @Test
    void shouldSayQuorumWhereThreeReplicasSyncFirst() {
        Durability judged = new KeyspaceSettings(true, THREE).judge(of("batch", "batch", "group"));

        assertThat(judged.level()).isEqualTo(Level.QUORUM);
        assertThat(judged).hasToString("quorum (" + judged.why() + ")");
        assertThat(judged.why()).contains("dc1=3", "[batch, group]");
    }

    @Test
    void shouldSayDurableWhereOneReplicaSyncsFirst() {
        assertThat(new KeyspaceSettings(true, ONE).judge(of("batch")).level()).isEqualTo(Level.DURABLE);
    }

    @Test
    void shouldSayBestEffortWhereOneNodeAnswersFirst() {
        Durability judged = new KeyspaceSettings(true, THREE).judge(of("batch", "periodic", "batch"));

        assertThat(judged.level()).isEqualTo(Level.BEST_EFFORT);
        assertThat(judged.why()).contains("node 1 answers before it syncs");
    }

    @Test
    void shouldSayBestEffortWhereANodeDidNotSay() {
        Durability judged =
                new KeyspaceSettings(true, THREE).judge(Map.of("a", Optional.of("batch"), "b", Optional.empty()));

        assertThat(judged.level()).isEqualTo(Level.BEST_EFFORT);
        assertThat(judged.why()).contains("node b did not say");
    }

    @Test
    void shouldSayBestEffortWhereTheCommitLogIsPassedBy() {
        Durability judged = new KeyspaceSettings(false, THREE).judge(of("batch"));

        assertThat(judged.level()).isEqualTo(Level.BEST_EFFORT);
        assertThat(judged.why()).contains("durable_writes=false");
    }

    @Test
    void shouldNotGuessWhatItDoesNotKnow() {
        Map<String, String> transients =
                Map.of("class", "org.apache.cassandra.locator.NetworkTopologyStrategy", "dc1", "3/1");
        Map<String, String> foreign = Map.of("class", "com.example.Strategy", "dc1", "3");

        for (Map<String, String> replication : java.util.List.of(transients, foreign)) {
            Durability judged = new KeyspaceSettings(true, replication).judge(of("batch"));
            assertThat(judged.level()).isEqualTo(Level.BEST_EFFORT);
            assertThat(judged.why()).contains("number of replicas could not be told");
        }
    }

    private static Map<String, Optional<String>> of(String... syncs) {
        Map<String, Optional<String>> all = new java.util.TreeMap<>();
        for (int i = 0; i < syncs.length; i++) {
            all.put(Integer.toString(i), Optional.of(syncs[i]));
        }
        return all;
    }
}
