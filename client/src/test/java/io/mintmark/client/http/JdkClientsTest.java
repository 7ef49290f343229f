package io.mintmark.client.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.client.http.ScriptedNode.Answer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** What closed clients leave behind at their server. */
class JdkClientsTest {
    private static final Request GET = Request.get("/databases/shop/stats");

    @Test
    @EnabledForJreRange(max = JRE.JAVA_20, disabledReason = "newer JDKs close connections with their client")
    void shouldNotLeaveAConnectionBehindForEachClientThatWasClosed() {
        try (ScriptedNode node = ScriptedNode.answering(Answer.of(200, ""))) {
            for (int i = 0; i < 100; i++) {
                try (Cluster cluster = Cluster.of(ClusterSettings.builder(List.of(node.url()), "shop")
                        .fixedNodes()
                        .build())) {
                    assertThat(cluster.send(GET).status()).isEqualTo(200);
                }
            }

            assertThat(node.connections()).isLessThan(20);
        }
    }
}
