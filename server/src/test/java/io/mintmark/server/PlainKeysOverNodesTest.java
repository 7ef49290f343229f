package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.server.TestServer.Answer;
import io.mintmark.storage.contract.OnThreads;
import io.mintmark.testkit.Effort;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A request with a key that is sent again to another node of the same store: the answer is that of the first one. */
@Timeout(120)
class PlainKeysOverNodesTest {
    private static final String NEXT = "/v1/shop/counters/orders/next";
    private static final String RANGES = "/v1/shop/counters/orders/ranges?count=50";
    private static final String BILLS = "/v1/shop/identities/bills/next";

    @AutoClose
    private final StoreNodes nodes = new StoreNodes();

    private static Answer send(TestServer node, String target, String key) {
        return node.post(target, "", "Idempotency-Key", key);
    }

    @Test
    void shouldGiveTheSameAnswerAtAnotherNodeAndAfterTheFirstOneIsGone() {
        TestServer first = nodes.serve("A");
        TestServer second = nodes.serve("B");
        first.createDatabase("shop");
        for (String target : List.of(NEXT, RANGES, BILLS)) {
            // Numbers that a node has ahead are not touched by a request with a key.
            second.post(target, "");
            Answer drawn = send(first, target, "a");

            assertThat(send(second, target, "a").json()).isEqualTo(drawn.json());
            assertThat(send(second, target, "b").json()).isNotEqualTo(drawn.json());
            assertThat(send(first, target, "b").json())
                    .isEqualTo(send(second, target, "b").json());
        }
        assertThat(send(second, NEXT + "?count=2", "a").status()).isEqualTo(422);
        String id = send(first, NEXT, "a").text("id");
        assertThat(id).endsWith("-A");

        nodes.leave(first);

        assertThat(send(second, NEXT, "a").text("id")).isEqualTo(id);
    }

    private static List<String> drawn(TestServer node, String target, String key) {
        Answer answer = send(node, target, key);
        while (answer.status() == 409 || answer.status() == 503) {
            answer = send(node, target, key);
        }
        return List.of(answer.expect(200).text("id"));
    }

    /** Also for a counter that nobody used before, which no row stands for that could be locked. */
    @Test
    void shouldDrawOnceThoughBothNodesAreAskedAtOnce() throws Exception {
        List<TestServer> both = List.of(nodes.serve("A"), nodes.serve("B"));
        both.get(0).createDatabase("shop");
        int rounds = Effort.of("keys at two nodes at once", 30, 100, 2_000);
        Set<String> all = new TreeSet<>();
        for (int round = 0; round < rounds; round++) {
            String key = "key-" + round;
            String target = round % 3 == 0 ? "/v1/shop/counters/c" + round + "/next" : round % 3 == 1 ? NEXT : BILLS;
            Set<String> ids = new TreeSet<>(OnThreads.collect(4, thread -> drawn(both.get(thread % 2), target, key)));
            assertThat(ids).as(key + " " + target).hasSize(1);
            all.addAll(ids);
        }
        assertThat(all).hasSize(rounds);
    }
}
