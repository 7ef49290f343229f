package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.server.TestServer.Answer;
import io.mintmark.support.Eventually;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Indexes from their definition to the documents that they write, and what becomes of them. */
class IndexesOverHttpTest extends OverHttp {
    private static final String INDEXES = DB + "/indexes";
    private static final String BEVERAGES = "CategoryCounts/11792654784129242406";

    private static String definition(String name, String source, String group, String output, String more) {
        return Bodies.counting(name, source, group, output, group.equals("Count") ? "Groups" : "Count", more);
    }

    private static String byCategory() {
        return definition("Products/ByCategory", "Products", "Category", "CategoryCounts", "");
    }

    private Answer putIndexes(String... definitions) {
        return server.put(INDEXES, Bodies.indexes(definitions));
    }

    private void index(String... definitions) {
        Answer answer = putIndexes(definitions).expect(201);
    }

    private void store(String id, String collection, String members) {
        put(id, Bodies.in(collection, members)).expect(201);
    }

    private void product(int number, String category) {
        store("products/" + number, "Products", "'Category':'" + category + "'");
    }

    /** An index may be stale for a moment more: it has to read, and to skip, the documents that it wrote itself. */
    private JsonNode statsOfNothingStale() {
        Eventually.until(
                "no index is stale", () -> !stats().at("/Indexes/0/IsStale").asBoolean(true));
        return stats();
    }

    private JsonNode stats() {
        return server.get(DB + "/stats").json();
    }

    private JsonNode state(String name) {
        return server.get(INDEXES + "/stats?name=" + name).at("/Results/0");
    }

    @Test
    void shouldWriteADocumentForEachGroupAndKeepItUp() {
        product(1, "Beverages");
        product(2, "Beverages");
        product(3, "Spices");
        index(byCategory());
        catchUp();

        JsonNode beverages = load(BEVERAGES);
        assertThat(beverages.path("Category").asText()).isEqualTo("Beverages");
        assertThat(beverages.path("Count").asInt()).isEqualTo(2);
        JsonNode metadata = beverages.path("@metadata");
        assertThat(metadata.path("@collection").asText()).isEqualTo("CategoryCounts");
        assertThat(metadata.path("@flags").asText()).isEqualTo("Artificial, FromIndex");
        assertThat(ids("CategoryCounts/")).hasSize(2).contains(BEVERAGES);
        assertThat(server.get(DB + "/collections/stats")
                        .at("/Collections/CategoryCounts")
                        .asInt())
                .isEqualTo(2);

        product(3, "Beverages");
        product(4, "Beverages");
        server.delete(DB + "/docs?id=products/1", "");
        catchUp();

        assertThat(ids("CategoryCounts/")).containsExactly(BEVERAGES);
        assertThat(load(BEVERAGES).path("Count").asInt()).isEqualTo(3);
        assertThat(load(BEVERAGES).at("/@metadata/@change-vector").asText())
                .isNotEqualTo(metadata.path("@change-vector").asText());
    }

    @Test
    void shouldFeedIndexesByIndexesOverThreeLevels() {
        index(
                definition("a", "Orders", "Customer", "PerCustomer", ""),
                definition("b", "PerCustomer", "Count", "CustomersByCount", ""),
                definition("c", "CustomersByCount", "Groups", "CountsOfGroups", ""));
        for (int i = 0; i < 6; i++) {
            store("orders/" + i, "Orders", "'Customer':'c" + i / 2 + "'");
        }
        store("orders/9", "Orders", "'Customer':'single'");
        catchUp();

        assertThat(ids("PerCustomer/")).hasSize(4);
        assertThat(load("CustomersByCount/2").path("Groups").asInt()).isEqualTo(3);
        assertThat(load("CustomersByCount/1").path("Groups").asInt()).isEqualTo(1);
        assertThat(load("CountsOfGroups/3").path("Count").asInt()).isEqualTo(1);
        assertThat(load("CountsOfGroups/1").path("Count").asInt()).isEqualTo(1);
    }

    @Test
    void shouldGoOnAfterARestart() {
        index(byCategory());
        product(1, "Beverages");
        catchUp();

        server.restart();
        product(2, "Beverages");
        catchUp();

        assertThat(load(BEVERAGES).path("Count").asInt()).isEqualTo(2);
        assertThat(server.get(INDEXES + "?namesOnly=true").path("Results").toString())
                .isEqualTo("[\"Products/ByCategory\"]");
    }

    @Test
    void shouldReplaceAnIndexOnceTheNewOneHasCaughtUp() throws InterruptedException {
        store("products/1", "Products", "'Category':'Beverages','Color':'red'");
        index(byCategory());
        catchUp();

        index(definition("Products/ByCategory", "Products", "Color", "CategoryCounts", ""));

        Eventually.until(
                "the new one alone",
                () -> ids("CategoryCounts/").size() == 1
                        && ids("CategoryCounts/1/").size() == 1
                        && server.get(INDEXES).path("Results").size() == 1);
        assertThat(load(ids("CategoryCounts/").get(0)).path("Color").asText()).isEqualTo("red");
    }

    @Test
    void shouldComputeEverythingAnewAfterAReset() throws InterruptedException {
        product(1, "Beverages");
        index(byCategory());
        catchUp();
        String before = load(BEVERAGES).at("/@metadata/@change-vector").asText();

        server.send("RESET", INDEXES + "?name=products/bycategory", "").expect(200);

        Eventually.until(
                "another version",
                () -> !List.of("", before)
                        .contains(
                                load(BEVERAGES).at("/@metadata/@change-vector").asText()));
        assertRefused(
                server.send("RESET", INDEXES + "?name=none", ""), "IndexDoesNotExist", "There is no index 'none'");
    }

    @Test
    void shouldRemoveWhatAnIndexWroteWhenItIsDeleted() throws InterruptedException {
        product(1, "Beverages");
        index(byCategory());
        catchUp();
        assertThat(ids("CategoryCounts/")).isNotEmpty();

        server.delete(INDEXES + "?name=Products/ByCategory", "").expect(204);

        Eventually.until("no outputs", () -> ids("CategoryCounts/").isEmpty());
        server.get(INDEXES + "?name=Products/ByCategory").expect(404);
        server.delete(INDEXES + "?name=Products/ByCategory", "").expect(204);
        index(byCategory());
        catchUp();
        assertThat(ids("CategoryCounts/")).hasSize(1);
    }

    @Test
    void shouldRestUntilItIsStarted() {
        index(byCategory());
        catchUp();
        server.post(DB + "/admin/indexes/stop?name=Products/ByCategory", "").expect(204);
        product(1, "Beverages");

        Answer late =
                server.post(DB + "/bulk_docs?waitForIndexesTimeout=00:00:00.2", Bodies.batch(Bodies.put("x", "{}")));
        assertThat(late.status()).as("nothing was wrong with the request").isEqualTo(500);
        assertThat(late.text("Type")).contains("RavenTimeout");
        assertThat(late.text("Message")).contains("had not followed it: Products/ByCategory");
        assertThat(load("x").isMissingNode()).isFalse();
        server.post(DB + "/bulk_docs?waitForIndexesTimeout=00:00:00.1&waitForIndexThrow=false", Bodies.batch())
                .expect(201);
        JsonNode staleness =
                server.get(INDEXES + "/staleness?name=Products/ByCategory").json();
        assertThat(staleness.path("IsStale").asBoolean()).isTrue();
        assertThat(staleness.at("/StalenessReasons/0").asText()).contains("told to rest");
        assertThat(server.get(INDEXES + "/status").text("Status")).isEqualTo("Paused");
        assertThat(load(BEVERAGES).isMissingNode()).isTrue();

        server.post(DB + "/admin/indexes/start", "").expect(204);
        catchUp();
        assertThat(load(BEVERAGES).path("Count").asInt()).isEqualTo(1);
        assertThat(server.get(INDEXES + "/staleness?name=Products/ByCategory").flag("IsStale"))
                .isFalse();
    }

    @Test
    void shouldHoldNothingUpWhileManyBatchesWait() throws InterruptedException {
        index(byCategory());
        catchUp();
        server.post(DB + "/admin/indexes/stop", "");
        product(1, "Beverages");
        HttpRequest batch = HttpRequest.newBuilder(
                        server.url().resolve(DB + "/bulk_docs?waitForIndexesTimeout=00:01:00"))
                .POST(HttpRequest.BodyPublishers.ofString(Bodies.batch()))
                .build();
        List<CompletableFuture<HttpResponse<Void>>> waiting = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            waiting.add(server.client().sendAsync(batch, HttpResponse.BodyHandlers.discarding()));
        }

        assertThat(load("products/1").path("Category").asText()).isEqualTo("Beverages");
        Eventually.until(
                "all but those that may wait are refused",
                () -> waiting.stream().filter(CompletableFuture::isDone).count() == 84);
        server.post(DB + "/admin/indexes/start", "");

        List<Integer> statuses =
                waiting.stream().map(answer -> answer.join().statusCode()).toList();
        assertThat(statuses).containsOnly(201, 503);
        assertThat(Collections.frequency(statuses, 201))
                .as("as many as may wait")
                .isEqualTo(16);
        catchUp();
    }

    /** Sends a batch that waits for days, on a connection of its own. */
    private Socket waitForDays() throws IOException {
        Socket socket = new Socket(server.url().getHost(), server.url().getPort());
        String body = Bodies.batch();
        socket.getOutputStream()
                .write(("POST " + DB
                                + "/bulk_docs?waitForIndexesTimeout=9999.00:00:00 HTTP/1.1\r\nHost: "
                                + server.url().getAuthority() + "\r\nContent-Length: "
                                + body.length() + "\r\n\r\n" + body)
                        .getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private int waitBriefly(String database) {
        return server.post(
                        "/databases/" + database
                                + "/bulk_docs?waitForIndexesTimeout=00:00:00.1&waitForIndexThrow=false",
                        Bodies.batch())
                .status();
    }

    @Test
    void shouldLetOthersWaitBesideADatabaseWhoseClientsWaitForEverAndAfterTheyLeft() throws Exception {
        index(byCategory());
        catchUp();
        server.post(DB + "/admin/indexes/stop", "");
        server.createDatabase("beside");
        List<Socket> endless = new ArrayList<>();
        try {
            // One that looks may have had the last place for a moment.
            while (waitBriefly("shop") != 503) {
                endless.add(waitForDays());
            }

            assertThat(waitBriefly("beside")).isEqualTo(201);
        } finally {
            for (Socket each : endless) {
                each.close();
            }
        }
        Eventually.until("those who left keep no place", () -> waitBriefly("shop") == 201);
        server.post(DB + "/admin/indexes/start", "");
    }

    @Test
    void shouldTellHowIndexesStand() throws InterruptedException {
        product(1, "Beverages");
        index(byCategory());
        catchUp();

        JsonNode stats = statsOfNothingStale();
        assertThat(stats.path("CountOfIndexes").asInt()).isEqualTo(1);
        JsonNode index = stats.at("/Indexes/0");
        assertThat(index.path("Name").asText()).isEqualTo("Products/ByCategory");
        assertThat(index.path("State").asText()).isEqualTo("Normal");
        assertThat(index.path("Type").asText()).isEqualTo("MapReduce");
        assertThat(index.path("LastIndexingTime").asText()).startsWith("20");
        assertThat(state("Products/ByCategory").path("Status").asText()).isEqualTo("Running");

        server.post(INDEXES + "/set-priority", "{\"Priority\":\"Low\",\"IndexNames\":[\"products/ByCategory\"]}")
                .expect(204);
        assertThat(state("Products/ByCategory").path("Priority").asText()).isEqualTo("Low");
        JsonNode shown = server.get(INDEXES + "?name=Products/ByCategory").at("/Results/0");
        assertThat(shown.path("Priority").asText()).isEqualTo("Low");
        assertThat(shown.path("OutputReduceToCollection").asText()).isEqualTo("CategoryCounts");
        product(2, "Beverages");
        catchUp();
        assertThat(load(BEVERAGES).path("Count").asInt()).isEqualTo(2);
    }

    @Test
    void shouldKeepADefinitionThatIsPutAgainAsItIs() {
        index(byCategory());
        String changed = definition("Products/ByCategory", "Products", "Color", "CategoryCounts", "");

        index(byCategory().replace("\"Aggregation\"", "\"State\":\"Normal\",\"Fields\":{},\"Aggregation\""));

        assertThat(server.get(INDEXES).path("Results")).hasSize(1);
        assertThat(server.post(INDEXES + "/has-changed", byCategory()).flag("Changed"))
                .isFalse();
        assertThat(server.post(INDEXES + "/has-changed", changed).flag("Changed"))
                .isTrue();
    }

    @Test
    void shouldTellWhatCouldNotBeEvaluatedAndGoOn() {
        index(
                "{\"Name\":\"sums\",\"OutputReduceToCollection\":\"Sums\",\"Aggregation\":{\"Collection\":\"Orders\","
                        + "\"GroupBy\":[\"Customer\"],\"Aggregates\":[{\"Name\":\"Total\",\"Function\":\"Sum\",\"Of\":\"Price\"}]}}");
        store("orders/1", "Orders", "'Customer':'a','Price':'much'");
        store("orders/2", "Orders", "'Customer':'a','Price':12.5");
        catchUp();

        JsonNode errors = server.get(INDEXES + "/errors?name=sums").at("/Results/0/Errors");
        assertThat(server.get(INDEXES + "/errors?name=sums&name=SUMS&name=sums").path("Results"))
                .as("one that is named again")
                .hasSize(1);
        assertThat(errors).hasSize(1);
        assertThat(errors.at("/0/Document").asText()).isEqualTo("orders/1");
        assertThat(errors.at("/0/Action").asText()).isEqualTo("Map");
        assertThat(load(ids("Sums/").get(0)).path("Total").decimalValue()).isEqualByComparingTo("12.5");
        server.delete(INDEXES + "/errors?name=sums", "").expect(204);
        assertThat(server.get(INDEXES + "/errors").at("/Results/0/Errors")).isEmpty();
    }

    @Test
    void shouldListOutputsInDocumentsThatAPatternNames() throws InterruptedException {
        String listed = "'PatternForOutputReduceToCollectionReferences':'lists/{Category}',";
        index(definition("Products/ByCategory", "Products", "Category", "CategoryCounts", listed));
        product(1, "Beverages");
        catchUp();
        assertThat(load("lists/Beverages").path("ReduceOutputs").toString()).isEqualTo("[\"" + BEVERAGES + "\"]");
        assertThat(load("lists/Beverages").at("/@metadata/@collection").asText())
                .isEqualTo("CategoryCounts/References");

        index(definition(
                "Products/ByCategory", "Products", "Category", "CategoryCounts", listed + "'ReduceOutputIndex':5,"));

        Eventually.until(
                "the new outputs",
                () -> load("lists/Beverages").at("/ReduceOutputs/0").asText().startsWith("CategoryCounts/5/"));
        assertThat(load("lists/Beverages").path("ReduceOutputs")).hasSize(1);
    }

    @Test
    void shouldAnchorAnOutputLikeAnyDocument() {
        index(definition("anchored", "Orders", "Customer", "Sums$x", ""));
        store("orders/1", "Orders", "'Customer':'a'");
        catchUp();

        assertThat(ids("Sums$x/")).hasSize(1).allMatch(id -> id.contains("$x/"));
    }

    @ParameterizedTest
    @CsvSource({
        "Products, IndexInvalid, because it reads it",
        "Taken, IndexInvalid, 1 ordinary documents are in it",
        "Raven, IndexInvalid, the server's own",
        "CategoryCounts, IndexInvalid, each index has a collection of its own",
    })
    void shouldRefuseACollectionThatAnIndexMustNotWrite(String output, String type, String why) {
        index(byCategory());
        store("taken/1", "Taken", "'a':1");

        Answer refused = putIndexes(definition("other", "Products", "Category", output, ""));

        assertRefused(refused, type, why);
        assertThat(server.get(INDEXES).path("Results")).hasSize(1);
    }

    private static String listing(String name, String output, String pattern, String references) {
        String named = references.isEmpty() ? "" : "'PatternReferencesCollectionName':'" + references + "',";
        return definition(
                name,
                "Products",
                "Category",
                output,
                "'PatternForOutputReduceToCollectionReferences':'" + pattern + "'," + named);
    }

    @ParameterizedTest
    @CsvSource({
        "Sums, lists/{Category}, Sums, where they are themselves",
        "Sums, lists/{Category}, sUMS, where they are themselves",
        "Sums, lists/{Category}, Products, because it reads it",
        "Sums, lists/{Category}, categorycounts, each index has a collection of its own",
        "Sums, lists/{Category}, CategoryCounts/References, each index has a collection of its own",
        "CategoryCounts/References, lists/{Category}, Lists, each index has a collection of its own",
        "Sums, lists/{Category}, @hilo, the server's own",
        "Sums, lists/{Category}, @empty, the server's own",
        "Sums, lists/{Category}, Raven/Lists, the server's own",
        "Sums, lists/{Category}, Taken, 1 ordinary documents are in it",
        "Sums, Raven/Hilo/{Category}, '', the server's own",
        "Sums, raven/{Category}, '', the server's own",
        "Sums, sums/{Category}, '', as an output in 'Sums' is called",
        "Sums, Sums/7/{Category}, '', as an output in 'Sums' is called",
        "Sums, Sums/{Category}/{Count}, '', as an output in 'Sums' is called",
        "Sums, CATEGORYCOUNTS/{Category}, '', as an output in 'CategoryCounts' is called",
        "References, lists/{Category}, '', as an output in 'References' is called",
        "Sums, Groups/{Count}, '', whose ids are those of the index 'Products/ByCategory'",
        "CategoryCounts/7, lists/{Category}, '', ids of both would be the same",
        "categorycounts/7/8, lists/{Category}, '', ids of both would be the same",
        "Category, lists/{Category}, '', ids of both would be the same",
    })
    void shouldRefuseNamesThatAnIndexMayConfuse(String output, String pattern, String references, String why) {
        index(listing("Products/ByCategory", "CategoryCounts", "groups/{Category}", ""));
        index(definition("numbered", "Products", "Category", "Category/12", ""));
        index(listing("referring", "Others", "references/{Category}", "Listed"));
        store("taken/1", "Taken", "'a':1");

        assertRefused(putIndexes(listing("other", output, pattern, references)), "IndexInvalid", why);

        assertThat(server.get(INDEXES).path("Results")).hasSize(3);
    }

    @Test
    void shouldTakeNamesThatCannotBeConfused() {
        index(byCategory());
        index(listing("a", "CategoryCountsToo", "CategoryCounts/by-name/{Category}", "CategoryCounts7"));
        index(listing("b", "CategoryCounts/x7", "{Category}/CategoryCounts", ""));
        index(listing("c", "Sums", "Sums/{Category}/list", "Sums/7"));
        product(1, "7");
        catchUp();

        assertThat(ids("CategoryCounts/by-name/")).containsExactly("CategoryCounts/by-name/7");
        assertThat(ids("Sums/")).hasSize(2).contains("Sums/7/list");
        assertThat(server.get(INDEXES + "/errors").json().findValuesAsText("Error"))
                .isEmpty();
    }

    @Test
    void shouldListNoOutputWhereAnotherMayBe() {
        index(listing("free", "Sums", "{Category}", ""));
        product(1, "sums/7");
        product(2, "lists/7");
        catchUp();

        assertThat(load("lists/7").path("ReduceOutputs")).hasSize(1);
        assertThat(ids("sums/")).hasSize(1);
        assertThat(server.get(INDEXES + "/errors").json().findValuesAsText("Error"))
                .singleElement()
                .satisfies(why -> assertThat(why).contains("sums/7", "is called as outputs are"));
    }

    @Test
    void shouldRefuseTwoDefinitionsOfOneNameAtOnce() {
        String small = byCategory().replace("Products/ByCategory", "products/bycategory");

        assertRefused(putIndexes(byCategory(), small), "IndexInvalid", "is defined twice");
        assertThat(server.get(INDEXES).path("Results")).isEmpty();
        index(byCategory(), byCategory());
        assertThat(server.get(INDEXES).path("Results")).hasSize(1);
        index(definition("e", "@Empty", "Category", "Nothing", ""));
    }

    /** Python's client fails where one is missing. */
    @Test
    void shouldShowEachMemberThatClientsRead() {
        index(byCategory());

        JsonNode shown = server.get(INDEXES + "?name=Products/ByCategory").at("/Results/0");
        assertThat(shown.properties())
                .extracting(Map.Entry::getKey)
                .contains("AdditionalSources", "AdditionalAssemblies", "Maps", "Reduce", "ReduceOutputIndex")
                .contains("PatternForOutputReduceToCollectionReferences", "PatternReferencesCollectionName")
                .contains("Fields", "Configuration", "LockMode", "State", "Priority")
                .doesNotHaveDuplicates();
        assertThat(shown.path("AdditionalAssemblies").isArray()).isTrue();
        JsonNode state = state("Products/ByCategory");
        assertThat(state.path("ReduceOutputCollection").asText()).isEqualTo("CategoryCounts");
        assertThat(state.has("MapAttempts") && state.path("MapAttempts").isNull())
                .as("nobody counts them, so no number stands there")
                .isTrue();
    }

    @Test
    void shouldPutNoneOfSeveralDefinitionsIfOneIsRefused() {
        assertRefused(
                putIndexes(byCategory(), definition("loop", "CategoryCounts", "Count", "Products", "")),
                "IndexInvalid",
                "would feed itself");
        assertRefused(putIndexes(definition("hilo", "@hilo", "Max", "Maxima", "")), "IndexInvalid", "'@hilo'");
        assertRefused(
                putIndexes(byCategory().replace("\"Name\"", "\"LockMode\":\"LockedError\",\"Name\"")),
                "NotSupported",
                "LockMode");
        assertThat(server.get(INDEXES).path("Results")).isEmpty();
    }

    @Test
    void shouldLeaveADocumentAloneThatSomebodyStoredUnderAnOutputsId() {
        index(byCategory());
        catchUp();
        store(BEVERAGES, "CategoryCounts", "'mine':true");
        product(1, "Beverages");
        catchUp();

        assertThat(load(BEVERAGES).path("mine").asBoolean()).isTrue();
        assertThat(server.get(INDEXES + "/errors")
                        .at("/Results/0/Errors/0/Error")
                        .asText())
                .contains(BEVERAGES, "delete that one, and it is written");
    }

    @Test
    void shouldRunAnIndexInJavaScriptAndOneInCSharp() {
        index("""
                {"Name":"js","OutputReduceToCollection":"JsCounts",
                 "Maps":["map('Products', p => ({ Category: p.Category, Count: 1 }))"],
                 "Reduce":"groupBy(x => x.Category).aggregate(g => ({ Category: g.key, Count: g.values.reduce((c, v) => c + v.Count, 0) }))"}
                """, """
                {"Name":"cs","OutputReduceToCollection":"CsCounts",
                 "Maps":["from p in docs.Products select new { p.Category, Count = 1 }"],
                 "Reduce":"from r in results group r by r.Category into g select new { Category = g.Key, Count = g.Sum(x => x.Count) }"}
                """);
        product(1, "Beverages");
        product(2, "Beverages");
        catchUp();

        assertThat(load("JsCounts/11792654784129242406").path("Count").asInt()).isEqualTo(2);
        assertThat(load("CsCounts/11792654784129242406").path("Count").asInt()).isEqualTo(2);
        assertThat(state("js").path("Type").asText()).isEqualTo("JavaScriptMapReduce");
        assertRefused(
                putIndexes("{\"Name\":\"bad\",\"OutputReduceToCollection\":\"Bad\",\"Maps\":[\"map('A', x => {\"],"
                        + "\"Reduce\":\"groupBy(x => x.a).aggregate(g => g)\"}"),
                "IndexInvalid",
                "The script cannot be loaded");
    }
}
