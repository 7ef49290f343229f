package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.server.TestServer.Answer;
import io.mintmark.support.Eventually;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * An index whose work does not fit, however little of it is done at once, is stopped: with its reason, at every node and over every
 * start, until somebody lets it go on.
 */
@Timeout(180)
class NightlyStoppedIndexTest {
    private static final String DB = "/databases/shop";
    /** One document that touches all of them reads the rows of all of them, some 40 MiB. */
    private static final int GROUPS = 220;

    private static final String LONG = "x".repeat(200_000);
    private static final String REDUCE =
            "from r in results group r by r.K into g select new { K = g.Key, T = g.Max(x => x.T) }";

    @TempDir
    private Path directory;

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
        Answer answer = at.store("shop", "texts/" + id, Bodies.in("Texts", "'G':" + group + ",'T':'" + text + "'"));
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
        try (TestServer server = TestServer.start(directory)) {
            fillUntilItIsStopped(server);
            requireStopped(server);

            server.restart();

            requireStopped(server);
            requireThatItGoesOnWhenItIsTold(server);
        }
    }

    @Test
    void shouldBeginAnewWhenItIsReset() {
        try (TestServer server = TestServer.start(directory)) {
            fillUntilItIsStopped(server);
            server.delete(DB + "/docs?id=texts/all", "").expect(204);

            server.send("RESET", DB + "/indexes?name=Longest", "").expect(200);

            awaitState(server, "Normal", false);
        }
    }

    @Test
    void shouldBeStoppedAtEveryNode() {
        try (StoreNodes nodes = new StoreNodes()) {
            TestServer first = nodes.serve("A");
            TestServer second = nodes.serve("B");
            fillUntilItIsStopped(first);
            requireStopped(second);
            nodes.leave(first);

            TestServer third = nodes.serve("C");

            requireStopped(second);
            requireStopped(third);
            requireThatItGoesOnWhenItIsTold(third);
        }
    }
}
