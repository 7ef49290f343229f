package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.server.TestServer.Answer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An operation belongs to the node that drew its number; every other one says which that is. */
@Timeout(60)
class OperationsOverNodesTest {
    private static final String NEXT = "/databases/shop/operations/next-operation-id";

    @AutoClose
    private final StoreNodes nodes = new StoreNodes();

    private static long next(TestServer server) {
        return server.get(NEXT).number("Id");
    }

    @Test
    void shouldDrawNumbersThatNoOtherNodeDraws() {
        Set<Long> drawn = new HashSet<>();
        TestServer first = nodes.serve("A");
        TestServer second = nodes.serve("B");
        first.createDatabase("shop");
        for (int i = 0; i < 100; i++) {
            for (TestServer server : nodes) {
                long id = next(server);
                assertThat(drawn.add(id)).as("%d", id).isTrue();
                assertThat(id).isLessThan(1L << 53);
            }
        }
        nodes.leave(second);
        nodes.leave(first);

        assertThat(drawn).as("also after a restart").doesNotContain(next(nodes.serve("A")));
    }

    @Test
    void shouldSayAtAnotherNodeWhereAnOperationRuns() {
        TestServer first = nodes.serve("A");
        TestServer second = nodes.serve("B");
        first.createDatabase("shop");
        long id = next(second);
        second.post("/databases/shop/bulk_insert?id=" + id, "[]").expect(201);
        nodes.awaitPeers();

        Answer state = first.get("/databases/shop/operations/state?id=" + id);
        Answer killed = first.post("/databases/shop/operations/kill?id=" + id, "");

        for (Answer refused : List.of(state, killed)) {
            OverHttp.assertRefused(refused, "InvalidOperationException", "is one of node B at " + second.url());
        }
        assertThat(second.get("/databases/shop/operations/state?id=" + id).text("Status"))
                .isEqualTo("Completed");
    }

    @Test
    void shouldNotKillWhatAnotherNodeIsAboutToBegin() {
        TestServer first = nodes.serve("A");
        TestServer second = nodes.serve("B");
        first.createDatabase("shop");
        long id = next(first);
        assertThat(next(second)).isGreaterThan(id);

        Answer killed = second.post("/databases/shop/operations/kill?id=" + id, "");

        killed.expect(400);
        first.post("/databases/shop/bulk_insert?id=" + id, "[]").expect(201);
    }
}
