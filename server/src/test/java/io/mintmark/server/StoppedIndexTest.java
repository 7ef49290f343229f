package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.storage.postgresql.TestEngine;
import io.mintmark.storage.postgresql.TestPostgres;
import io.mintmark.support.Eventually;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * An index whose work does not fit, however little of it is done at once, is stopped: with its reason, at every node and over every
 * start, until somebody lets it go on.
 */
@Timeout(180)
class StoppedIndexTest {
    private static final String DB = "/databases/shop";
    /** One document that touches all of them reads the rows of all of them, some 40 MiB. */
    private static final int GROUPS = 220;

    private static final String LONG = "x".repeat(200_000);
    private static final String REDUCE =
            "from r in results group r by r.K into g select new { K = g.Key, T = g.Max(x => x.T) }";

    private final List<TestServer> nodes = new ArrayList<>();

    @TempDir
    private Path directory;

    @AfterEach
    void end() {
        TestServer.closeAll(nodes);
    }

    private TestServer onDirectory() {
        TestServer server = TestServer.start(ServerSettings.builder(directory.resolve("data")));
        nodes.add(server);
        return server;
    }

    private TestServer onStore(String url, String tag) {
        TestServer server = TestServer.start(
                ServerSettings.builder(directory.resolve(tag)), () -> TestEngine.open(url, tag, TestEngine.BRISK));
        nodes.add(server);
        return server;
    }

    /** Each document contributes to one group, or to all of them. */
    private static String definition() {
        return IntStream.range(0, GROUPS)
                .mapToObj(group -> "\"from x in docs.Texts where x.G == " + group + " || x.G == -1 select new { K = "
                        + group + ", T = x.T }\"")
                .collect(Collectors.joining(
                        ",",
                        "{\"Indexes\":[{\"Name\":\"Longest\",\"OutputReduceToCollection\":\"Longests\",\"Maps\":[",
                        "],\"Reduce\":\"" + REDUCE + "\"}]}"));
    }

    private static void text(TestServer at, String id, int group, String text) {
        at.put(
                        DB + "/docs?id=texts/" + id,
                        "{\"G\":" + group + ",\"T\":\"" + text + "\",\"@metadata\":{\"@collection\":\"Texts\"}}")
                .expect(201);
    }

    private static JsonNode statistics(TestServer at) {
        return at.get(DB + "/indexes/stats?name=Longest").path("Results").path(0);
    }

    private static void awaitState(TestServer at, String state, boolean isStale) {
        Eventually.until(() -> {
            JsonNode now = statistics(at);
            return now.path("State").asText().equals(state)
                    && now.path("IsStale").asBoolean() == isStale;
        });
    }

    private static void fillUntilItIsStopped(TestServer at) {
        at.createDatabase("shop");
        at.put(DB + "/indexes", definition()).expect(201);
        for (int group = 0; group < GROUPS; group++) {
            text(at, String.valueOf(group), group, LONG);
        }
        awaitState(at, "Normal", false);
        text(at, "all", -1, "short");
        awaitState(at, "Error", true);
    }

    private static String reason(TestServer at) {
        return at.get(DB + "/indexes/staleness?name=Longest")
                .path("StalenessReasons")
                .path(0)
                .asText();
    }

    private static void requireStopped(TestServer at) {
        assertThat(statistics(at).path("State").asText()).isEqualTo("Error");
        assertThat(reason(at)).contains("was stopped", "too much at once", "admin/indexes/start");
    }

    private static void requireThatItGoesOnWhenItIsTold(TestServer at) {
        at.delete(DB + "/docs?id=texts/all", "").expect(204);
        requireStopped(at);

        at.post(DB + "/admin/indexes/start?name=Longest", "").expect(204);

        awaitState(at, "Normal", false);
    }

    @Test
    void shouldBeStoppedUntilItIsToldToGoOn() {
        TestServer server = onDirectory();
        fillUntilItIsStopped(server);
        requireStopped(server);
        server.close();
        nodes.clear();

        TestServer next = onDirectory();

        requireStopped(next);
        requireThatItGoesOnWhenItIsTold(next);
    }

    @Test
    void shouldBeginAnewWhenItIsReset() {
        TestServer server = onDirectory();
        fillUntilItIsStopped(server);
        server.delete(DB + "/docs?id=texts/all", "").expect(204);

        server.send("RESET", DB + "/indexes?name=Longest", "").expect(200);

        awaitState(server, "Normal", false);
    }

    @Test
    void shouldBeStoppedAtEveryNode() {
        String url = TestPostgres.fresh();
        TestServer first = onStore(url, "A");
        TestServer second = onStore(url, "B");
        fillUntilItIsStopped(first);
        requireStopped(second);
        first.close();
        nodes.remove(first);

        TestServer third = onStore(url, "C");

        requireStopped(second);
        requireStopped(third);
        requireThatItGoesOnWhenItIsTold(third);
    }
}
