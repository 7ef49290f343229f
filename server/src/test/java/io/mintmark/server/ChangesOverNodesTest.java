package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.server.TestServer.Answer;
import io.mintmark.storage.engine.ClaimTimes;
import io.mintmark.storage.postgresql.TestEngine;
import io.mintmark.storage.postgresql.WireCutter;
import io.mintmark.support.Eventually;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Those who watch a database at one node hear, within about a second, what another one wrote there. */
@Timeout(120)
class ChangesOverNodesTest {
    private static final Duration SOON = Duration.ofMillis(2_500);

    /** Four seconds without its engine are many beats, and more than a pause of a busy machine. */
    private static final ClaimTimes SOON_CUT_OFF = new ClaimTimes(Duration.ofMillis(200), Duration.ofSeconds(4));

    @AutoClose
    private final StoreNodes nodes = new StoreNodes();

    private static void put(TestServer server, String id) {
        Answer answer = server.store("shop", id, Bodies.in("Users"));
    }

    private static void delete(TestServer server, String id) {
        server.delete("/databases/shop/docs?id=" + id, "").expect(204);
    }

    private static ChangesSocket watch(TestServer server, String command) {
        return ChangesSocket.open(server.url(), "shop").command(command, null);
    }

    private static boolean hearsOfAWriteAt(TestServer other, ChangesSocket watching, Duration within) {
        put(other, "users/1");
        return Eventually.happens(within, () -> !watching.isEmpty());
    }

    @Test
    void shouldTellWhatAnotherNodeStoredAndDeleted() throws InterruptedException {
        TestServer first = nodes.serve("A");
        TestServer second = nodes.serve("B");
        first.createDatabase("shop");
        put(second, "users/0");
        try (ChangesSocket watching = watch(first, "watch-docs")) {
            assertThat(hearsOfAWriteAt(second, watching, Eventually.PATIENCE)).isTrue();
            assertThat(watching.changes(1)).containsExactly("Put users/1");

            delete(second, "users/0");
            put(second, "users/1");
            assertThat(watching.changes(2)).containsExactly("Delete users/0", "Put users/1");

            put(first, "users/2");
            assertThat(watching.changes(1)).as("of its own node, and once").containsExactly("Put users/2");
            watching.assertNothingElseCame(second, "shop");
        }
    }

    @Test
    void shouldNoticeANodeThatDoesNotLookAtTheOthers() throws InterruptedException {
        TestServer deaf = nodes.serve("A", TestEngine.STOPPED);
        TestServer second = nodes.serve("B");
        second.createDatabase("shop");
        try (ChangesSocket watching = watch(deaf, "watch-docs")) {
            assertThat(hearsOfAWriteAt(second, watching, SOON)).isFalse();
        }
    }

    @Test
    void shouldTellEachKindOfWatchWhatItIsFor() {
        TestServer first = nodes.serve("A");
        TestServer second = nodes.serve("B");
        first.createDatabase("shop");
        try (ChangesSocket one = ChangesSocket.open(first.url(), "shop").command("watch-doc", "users/1");
                ChangesSocket prefix = ChangesSocket.open(first.url(), "shop").command("watch-prefix", "users/");
                ChangesSocket collection =
                        ChangesSocket.open(first.url(), "shop").command("watch-collection", "users");
                ChangesSocket cache = watch(first, "watch-aggressive-caching")) {
            put(second, "users/1");

            for (ChangesSocket each : List.of(one, prefix, collection)) {
                JsonNode told = each.next();
                assertThat(ChangesSocket.shown(told)).isEqualTo("Put users/1");
                assertThat(told.at("/Value/CollectionName").asText()).isEqualTo("Users");
                assertThat(told.at("/Value/ChangeVector").asText()).startsWith("B:");
            }
            assertThat(cache.next().path("Type").asText()).isEqualTo("AggressiveCacheChange");
        }
    }

    @Test
    void shouldTellEachOfManyWritesOnce() {
        TestServer first = nodes.serve("A");
        TestServer second = nodes.serve("B");
        first.createDatabase("shop");
        int documents = 2_000;
        try (ChangesSocket watching = watch(first, "watch-docs")) {
            for (int from = 0; from < documents; from += 500) {
                Stream<String> commands =
                        IntStream.range(from, from + 500).mapToObj(i -> Bodies.put("users/" + i, "{}"));
                second.post("/databases/shop/bulk_docs", Bodies.batch(commands)).expect(201);
            }

            assertThat(watching.changes(documents))
                    .containsExactlyElementsOf(IntStream.range(0, documents)
                            .mapToObj(i -> "Put users/" + i)
                            .toList());
            watching.assertNothingElseCame(second, "shop");
        }
    }

    @Test
    void shouldCutOffThoseWhoWatchWhereMoreChangedThanCanBeTold() {
        TestServer first = nodes.serve("A");
        TestServer second = nodes.serve("B");
        first.createDatabase("shop");
        put(second, "users/0");
        try (ChangesSocket watching = watch(first, "watch-docs")) {
            TestEngine.run(
                    nodes.url(),
                    "INSERT INTO document SELECT d.database, 'many/' || n, 'many/' || n, d.collection, 'B', 100 + n,"
                            + " d.modified, d.metadata, d.body FROM document d, generate_series(1, 70000) n"
                            + " WHERE d.key = 'users/0'");
            TestEngine.run(nodes.url(), "UPDATE node_state SET etag = 70100 WHERE node = 'B'");

            assertThat(watching.end().code()).isEqualTo(1013);
        }
    }

    @Test
    void shouldCutOffThoseWhoWatchAtANodeThatIsCutOffItself() throws IOException {
        try (WireCutter wire = new WireCutter(WireCutter.portOf(nodes.url()))) {
            TestServer first = nodes.serve("A", wire.through(nodes.url()), SOON_CUT_OFF);
            first.createDatabase("shop");
            try (ChangesSocket watching = watch(first, "watch-docs")) {
                wire.cutAll();

                assertThat(watching.end().code()).isEqualTo(1013);
                assertThat(ChangesSocket.refusal(first.url(), "shop").statusCode())
                        .as("nobody watches what cannot be told")
                        .isEqualTo(503);
            } finally {
                // A node that finds its engine again stops at once; without it, only after half a minute.
                wire.mend();
                nodes.leave(first);
            }
        }
    }

    @Test
    void shouldTellThatNodesComeAndGo() {
        TestServer first = nodes.serve("A");
        first.createDatabase("shop");
        try (ChangesSocket watching = watch(first, "watch-topology-change")) {
            TestServer second = nodes.serve("B");

            JsonNode came = watching.next();
            assertThat(came.path("Type").asText()).isEqualTo("TopologyChange");
            assertThat(came.at("/Value/Url").asText()).isEqualTo(first.url().toString());
            assertThat(came.at("/Value/Database").asText()).isEqualTo("shop");

            nodes.leave(second);
            Eventually.until(() -> {
                JsonNode next = watching.next();
                return next.path("Type").asText().equals("TopologyChange")
                        && first.get("/topology?name=shop").path("Nodes").size() == 1;
            });
        }
    }

    @Test
    void shouldEraseDeletionsWithTheirDatabase() {
        TestServer first = nodes.serve("A");
        first.createDatabase("shop");
        put(first, "users/1");
        delete(first, "users/1");
        assertThat(TestEngine.ask(nodes.url(), "SELECT id FROM deletion")).isEqualTo("users/1");

        first.delete("/admin/databases", "{\"DatabaseNames\":[\"shop\"],\"HardDelete\":true}")
                .expect(200);

        Eventually.until(() ->
                TestEngine.ask(nodes.url(), "SELECT count(*) FROM deletion").equals("0"));
    }

    @Test
    void shouldTellOfHiLoDocumentsWhicheverLaneWroteThem() {
        TestServer first = nodes.serve("A");
        TestServer second = nodes.serve("B");
        first.createDatabase("shop");
        try (ChangesSocket watching = ChangesSocket.open(first.url(), "shop").command("watch-prefix", "Raven/Hilo/")) {
            second.get("/databases/shop/hilo/next?tag=orders").expect(201);
            String told = watching.changes(1).get(0);
            assertThat(told).isEqualToIgnoringCase("Put Raven/Hilo/orders");

            second.delete("/databases/shop/docs?id=Raven/Hilo/orders", "").expect(204);
            while (!told.startsWith("Delete")) {
                told = watching.changes(1).get(0);
            }
            assertThat(told).isEqualToIgnoringCase("Delete Raven/Hilo/orders");
        }
    }

    @Test
    void shouldCutOffThoseWhoWatchANodeThatWasFenced() {
        TestServer first = nodes.serve("A");
        first.createDatabase("shop");
        try (ChangesSocket watching = watch(first, "watch-docs")) {
            TestEngine.run(nodes.url(), "UPDATE node SET epoch = epoch + 1");

            assertThat(watching.end().code()).isEqualTo(1013);
        }
    }
}
