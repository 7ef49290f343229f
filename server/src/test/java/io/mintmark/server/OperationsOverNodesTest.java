package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.document.NodeTag;
import io.mintmark.server.TestServer.Answer;
import io.mintmark.storage.postgresql.TestPostgres;
import io.mintmark.support.Eventually;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An operation belongs to the node that drew its number; every other one says which that is. */
@Timeout(60)
class OperationsOverNodesTest {
    private static final String NEXT = "/databases/shop/operations/next-operation-id";

    private final String url = TestPostgres.fresh();

    @TempDir
    private Path directory;

    private TestServer serve(String tag) {
        return TestServer.startNode(
                ServerSettings.builder(directory.resolve(tag)).nodeTag(NodeTag.of(tag)), url);
    }

    private static long next(TestServer server) {
        return server.get(NEXT).number("Id");
    }

    @Test
    void shouldDrawNumbersThatNoOtherNodeDraws() {
        Set<Long> drawn = new HashSet<>();
        try (TestServer first = serve("A");
                TestServer second = serve("B")) {
            first.createDatabase("shop");
            for (int i = 0; i < 100; i++) {
                for (TestServer server : List.of(first, second)) {
                    long id = next(server);
                    assertThat(drawn.add(id)).as("%d", id).isTrue();
                    assertThat(id).isLessThan(1L << 53);
                }
            }
        }
        try (TestServer again = serve("A")) {
            assertThat(drawn).as("also after a restart").doesNotContain(next(again));
        }
    }

    @Test
    void shouldSayAtAnotherNodeWhereAnOperationRuns() {
        try (TestServer first = serve("A");
                TestServer second = serve("B")) {
            first.createDatabase("shop");
            long id = next(second);
            second.post("/databases/shop/bulk_insert?id=" + id, "[]").expect(201);
            awaitPeers(first, second);

            Answer state = first.get("/databases/shop/operations/state?id=" + id);
            Answer killed = first.post("/databases/shop/operations/kill?id=" + id, "");

            for (Answer refused : List.of(state, killed)) {
                OverHttp.assertRefused(refused, "InvalidOperationException", "is one of node B at " + second.url());
            }
            assertThat(second.get("/databases/shop/operations/state?id=" + id).text("Status"))
                    .isEqualTo("Completed");
        }
    }

    @Test
    void shouldNotKillWhatAnotherNodeIsAboutToBegin() {
        try (TestServer first = serve("A");
                TestServer second = serve("B")) {
            first.createDatabase("shop");
            long id = next(first);
            assertThat(next(second)).isGreaterThan(id);

            Answer killed = second.post("/databases/shop/operations/kill?id=" + id, "");

            killed.expect(400);
            first.post("/databases/shop/bulk_insert?id=" + id, "[]").expect(201);
        }
    }

    private static void awaitPeers(TestServer... servers) {
        Eventually.until(() -> {
            for (TestServer server : servers) {
                if (server.get("/topology?name=shop").path("Nodes").size() != servers.length) {
                    return false;
                }
            }
            return true;
        });
    }
}
