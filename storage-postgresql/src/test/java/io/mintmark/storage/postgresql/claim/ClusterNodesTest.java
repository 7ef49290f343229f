package io.mintmark.storage.postgresql.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.document.NodeTag;
import io.mintmark.storage.engine.ClaimTimes;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which peers a node takes for silent or dead, heartbeat after heartbeat. */
class ClusterNodesTest {
    private static final ClaimTimes TIMES = ClaimTimes.DEFAULT;
    private static final Peer PEER = new Peer("B", 2, "http://b", "serving", 7, false);

    private final ClusterNodes nodes = new ClusterNodes("cluster", new Claim(NodeTag.of("A"), 1), TIMES);

    private ClusterNodes.Missing hear(Peer peer) {
        return nodes.heard(new HeartbeatReply("serving", 0, 0, List.of(peer), Map.of(), 0, 0, null, null));
    }

    /** The heartbeat that ends an outage tells nobody, so one that finds a peer silent may not be the only one. */
    @Test
    void shouldFindAPeerSilentUntilItIsHeard() {
        for (int missed = 0; missed < TIMES.beatsOfSilence(); missed++) {
            assertThat(hear(PEER).silent()).isEmpty();
        }

        assertThat(hear(PEER).silent()).containsExactly(PEER);
        assertThat(hear(PEER).silent()).containsExactly(PEER);
        Peer called = new Peer("B", 2, "http://b", "serving", 7, true);
        assertThat(hear(called).silent()).as("all know it").isEmpty();
        assertThat(hear(PEER).silent()).containsExactly(PEER);
        assertThat(hear(new Peer("B", 2, "http://b", "serving", 8, false)).silent())
                .isEmpty();
    }
}
