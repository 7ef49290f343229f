package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.server.TestServer.Answer;
import io.mintmark.storage.postgresql.TestEngine;
import io.mintmark.support.Eventually;
import io.mintmark.testkit.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Three nodes over one store: an index is put, waited for and changed at any of them, and one of them computes it. */
@Timeout(120)
class IndexesOverNodesTest {
    private static final String DB = "/databases/shop";
    private static final String INDEXES = DB + "/indexes";
    private static final String BEVERAGES = "CategoryCounts/11792654784129242406";

    @AutoClose
    private final StoreNodes nodes = new StoreNodes();

    private void serveThree() {
        for (String tag : List.of("A", "B", "C")) {
            TestServer ignored = nodes.serve(tag, TestEngine.QUICK);
        }
        nodes.get(0).createDatabase("shop");
        nodes.forEach(node -> node.get(INDEXES).expect(200));
    }

    private static String byCategory(String member) {
        return Bodies.indexes(Bodies.counting("ByCategory", "Products", member, "CategoryCounts"));
    }

    private static void put(TestServer at, String definition) {
        Answer answer = at.put(INDEXES, definition).expect(201);
    }

    private static void product(TestServer at, int number, String category) {
        Answer answer = at.store("shop", "products/" + number, Bodies.in("Products", "'Category':'" + category + "'"));
    }

    private static int beverages(TestServer at) {
        return at.document("shop", BEVERAGES).path("Count").asInt();
    }

    /** Counts likewise, where an index that is just leaving still has the ids without a version. */
    private static int beveragesOfAnyVersion(TestServer at) {
        return at.documents("shop", "CategoryCounts/").at("/0/Count").asInt();
    }

    private static boolean isListed(TestServer at) {
        return at.get(INDEXES).path("Results").size() == 1;
    }

    private static JsonNode stats(TestServer at) {
        return at.get(INDEXES + "/stats").at("/Results/0");
    }

    private String holder() {
        return TestEngine.ask(nodes.url(), "SELECT node FROM index_progress");
    }

    @Test
    void shouldFollowWhatIsSavedAtAnyNodeAndBeWaitedForAtAny() {
        long seed = Seed.fresh("IndexesOverNodesTest");
        SplittableRandom random = new SplittableRandom(seed);
        serveThree();
        put(nodes.get(1), byCategory("Category"));
        nodes.await("it is listed", IndexesOverNodesTest::isListed);

        for (int i = 0; i < 6; i++) {
            product(nodes.get(random.nextInt(3)), i, "Beverages");
            TestServer waiting = nodes.get(random.nextInt(3));
            waiting.catchUp("shop");
            assertThat(beverages(nodes.get(random.nextInt(3))))
                    .as("round %d, seed %d", i, seed)
                    .isEqualTo(i + 1);
        }
        nodes.await(
                "it has read what it wrote itself",
                node -> !stats(node).path("IsStale").asBoolean(true));
        for (TestServer node : nodes) {
            assertThat(node.get(DB + "/stats").integer("CountOfIndexes")).isEqualTo(1);
            assertThat(stats(node).path("LastIndexingTime").asText()).startsWith("20");
        }
    }

    @Test
    void shouldLoseNoDefinitionThatNodesPutAtOnce() {
        serveThree();
        List<CompletableFuture<Void>> putting = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            TestServer node = nodes.get(i % 3);
            String definition = byCategory("Category")
                    .replace("ByCategory", "ByCategory" + i)
                    .replace("CategoryCounts", "Counts" + i);
            putting.add(CompletableFuture.runAsync(() -> put(node, definition)));
        }
        putting.forEach(CompletableFuture::join);
        product(nodes.get(0), 1, "Beverages");

        nodes.await("all are listed", node -> node.get(INDEXES).path("Results").size() == 9);
        nodes.get(1).catchUp("shop");
        for (int i = 0; i < 9; i++) {
            assertThat(nodes.get(2).documents("shop", "Counts" + i + "/")).hasSize(1);
        }
    }

    @Test
    void shouldBeChangedAtAnyNode() {
        serveThree();
        TestServer first = nodes.get(0);
        TestServer second = nodes.get(1);
        TestServer third = nodes.get(2);
        put(first, byCategory("Category"));
        nodes.await("it is listed", IndexesOverNodesTest::isListed);
        product(first, 1, "Beverages");
        second.catchUp("shop");

        second.post(DB + "/admin/indexes/stop", "").expect(204);
        nodes.await("it rests", node -> stats(node).path("Status").asText().equals("Paused"));
        product(third, 2, "Beverages");
        Answer late = third.post(DB + "/bulk_docs?waitForIndexesTimeout=00:00:00.5", Bodies.batch());
        assertThat(late.text("Message")).contains("had not followed it: ByCategory");
        nodes.await("it is stale", node -> stats(node).path("IsStale").asBoolean());
        third.post(DB + "/admin/indexes/start", "").expect(204);
        third.catchUp("shop");
        assertThat(beverages(first)).isEqualTo(2);

        third.post(INDEXES + "/set-priority", "{\"Priority\":\"Low\",\"IndexNames\":[\"ByCategory\"]}");
        nodes.await(
                "it has another priority",
                node -> stats(node).path("Priority").asText().equals("Low"));
        second.send("RESET", INDEXES + "?name=ByCategory", "").expect(200);
        Eventually.until("it was computed anew", () -> beverages(third) == 2);

        put(third, byCategory("Color"));
        Eventually.until("it was replaced", () -> beverages(first) == 0);
        nodes.await("the new one alone is listed", IndexesOverNodesTest::isListed);

        second.delete(INDEXES + "?name=ByCategory", "").expect(204);
        nodes.await(
                "it is gone",
                node -> !isListed(node)
                        && node.documents("shop", "CategoryCounts/").isEmpty());
        Eventually.until("its rows are gone", () -> holder().equals("none"));
    }

    @Test
    void shouldGoOnAtAnotherNodeWhenItsOwnEnds() {
        serveThree();
        put(nodes.get(0), byCategory("Category"));
        nodes.await("it is listed", IndexesOverNodesTest::isListed);
        product(nodes.get(0), 1, "Beverages");
        nodes.get(2).catchUp("shop");

        List<String> tags = new ArrayList<>(List.of("A", "B", "C"));
        for (int left = 2; left > 0; left--) {
            String holder = holder();
            int at = tags.indexOf(holder);
            tags.remove(at);
            nodes.leave(nodes.get(at));
            product(nodes.get(0), 10 + left, "Beverages");
            nodes.get(0).catchUp("shop");
            assertThat(holder()).isNotEqualTo(holder);
            assertThat(beverages(nodes.get(0))).isEqualTo(4 - left);
        }
    }

    @Test
    void shouldBeTakenOverFromANodeThatIsSilentAndGoesOn() {
        // Its heart stands still, as after SIGSTOP; everything else of it goes on, as after SIGCONT.
        TestServer silent = nodes.serve("A", TestEngine.STOPPED);
        silent.createDatabase("shop");
        put(silent, byCategory("Category"));
        product(silent, 1, "Beverages");
        silent.catchUp("shop");
        assertThat(holder()).isEqualTo("A");

        TestServer second = nodes.serve("B", TestEngine.QUICK);
        Eventually.until("the second node knows it", () -> isListed(second));
        Eventually.until("it is taken over", () -> holder().equals("B"));
        for (int i = 2; i < 20; i++) {
            product(i % 2 == 0 ? silent : second, i, "Beverages");
        }
        second.catchUp("shop");
        silent.catchUp("shop");

        assertThat(beverages(second)).isEqualTo(19);
        assertThat(holder()).isEqualTo("B");
    }

    @Test
    void shouldDeleteWhatAnotherNodeHasJustPut() {
        serveThree();
        for (int i = 0; i < 5; i++) {
            put(nodes.get(1), byCategory("Category"));
            Answer deleted = nodes.get(0).delete(INDEXES + "?name=ByCategory", "");

            deleted.expect(204);
            nodes.await("it is gone", node -> node.get(INDEXES).path("Results").isEmpty());
        }
    }

    @Test
    void shouldWaitForAnIndexThatAnotherNodeHasJustPut() {
        serveThree();
        for (int i = 0; i < 5; i++) {
            product(nodes.get(1), i, "Beverages");
            put(nodes.get(1), byCategory("Category"));
            nodes.get(0).catchUp("shop");

            assertThat(beveragesOfAnyVersion(nodes.get(0))).as("round %d", i).isEqualTo(i + 1);
            nodes.get(0).delete(INDEXES + "?name=ByCategory", "").expect(204);
            nodes.await("its outputs are gone", node -> beveragesOfAnyVersion(node) == 0);
        }
    }

    @Test
    void shouldKnowEverywhereWhatWasJustPut() {
        serveThree();
        for (TestServer other : List.of(nodes.get(0), nodes.get(2))) {
            for (String asked :
                    List.of("staleness?name=ByCategory", "stats?name=ByCategory", "errors?name=ByCategory")) {
                anew();
                assertThat(other.get(INDEXES + "/" + asked).status()).as(asked).isEqualTo(200);
            }
            anew();
            other.send("RESET", INDEXES + "?name=ByCategory", "").expect(200);
            anew();
            other.post(DB + "/admin/indexes/stop?name=ByCategory", "").expect(204);
            assertThat(stats(nodes.get(1)).path("Status").asText()).isEqualTo("Paused");
            anew();
            other.post(DB + "/indexes/set-priority", "{\"IndexNames\":[\"ByCategory\"],\"Priority\":\"High\"}")
                    .expect(204);
            assertThat(nodes.get(1).get(INDEXES).at("/Results/0/Priority").asText())
                    .isEqualTo("High");
        }
    }

    private void anew() {
        nodes.get(1).delete(INDEXES + "?name=ByCategory", "").expect(204);
        put(nodes.get(1), byCategory("Category"));
    }
}
