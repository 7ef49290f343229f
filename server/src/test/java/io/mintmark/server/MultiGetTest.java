package io.mintmark.server;

import static io.mintmark.server.TestServer.encoded;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.server.TestServer.Answer;
import io.mintmark.storage.postgresql.OnPostgres;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Several requests in one: each answered as if it had come alone, and none of them spoils another. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MultiGetTest {
    private static final String DB = "/databases/shop";
    private static final ObjectMapper TREES = new ObjectMapper();

    @AutoClose
    private TestServer server;

    @BeforeAll
    void start(@TempDir Path directory) {
        server = TestServer.start(OnPostgres.Check.settings(getClass(), directory));
        server.createDatabase("shop");
        server.createDatabase("other");
        server.put(
                DB + "/docs?id=users/ada",
                "{\"name\":\"Ada\",\"n\":1.50,\"friend\":\"users/bob\",\"shortFriend\":\"bob\"}");
        server.put(DB + "/docs?id=users/bob", "{\"name\":\"Bob\"}");
        server.put("/databases/other/docs?id=secret", "{\"name\":\"other\"}");
    }

    private static ObjectNode part(String url, @Nullable String query) {
        return TREES.createObjectNode().put("Url", url).put("Query", query);
    }

    private static ObjectNode docs(String query) {
        return part(DB + "/docs", query);
    }

    private JsonNode results(ObjectNode... parts) {
        Answer answer = send(List.of(parts)).expect(200);
        JsonNode results = answer.path("Results");
        assertThat(results).hasSize(parts.length);
        return results;
    }

    /** Half a character is no UTF-8; read as a question mark, it would make another id. */
    @ParameterizedTest
    @ValueSource(strings = {"?id=\\ud800", "?id=%61\\ud800", "?id=\\udc00%61"})
    void shouldRefuseHalfACharacterInAnAddress(String query) {
        server.put(DB + "/docs?id=" + encoded("a?"), "{}").expect(201);
        server.put(DB + "/docs?id=" + encoded("?a"), "{}").expect(201);

        Answer answer = server.post(
                DB + "/multi_get", "{\"Requests\":[{\"Url\":\"" + DB + "/docs\",\"Query\":\"" + query + "\"}]}");

        assertThat(answer.expect(200).at("/Results/0/StatusCode").asInt()).isEqualTo(400);
    }

    private Answer send(List<ObjectNode> parts) {
        ObjectNode body = TREES.createObjectNode();
        body.putArray("Requests").addAll(parts);
        return server.post(DB + "/multi_get", body.toString());
    }

    @ParameterizedTest(name = "{0}{1}")
    @CsvSource({
        "/docs, ?&id=users/ada",
        "/docs, ?&include=friend&id=users/ada",
        "/docs, ?&include=shortFriend(users/)&id=users/ada",
        "/docs, ?id=users%2Fada&id=users%2Fnone&id=users%2Fbob",
        "/docs, ?startsWith=users/&matches=&exclude=&start=0&pageSize=25&startAfter=",
        "/docs, id=users/ada&metadataOnly=true",
        "/docs, ''",
        "/docs?id=users/ada, ",
        "/debug/identities, ''"
    })
    void shouldAnswerAPartAsIfItHadComeAlone(String url, @Nullable String query) {
        Answer alone =
                server.get(DB + url + (query == null || query.isEmpty() ? "" : "?" + query.replaceFirst("^\\?", "")));

        JsonNode result = results(part(DB + url, query)).path(0);

        assertThat(result.path("StatusCode").asInt()).isEqualTo(alone.status()).isEqualTo(200);
        assertThat(result.path("Result")).isEqualTo(alone.json());
        assertThat(result.path("Headers").path("ETag").asText())
                .isEqualTo(alone.header("ETag").orElse(""));
    }

    @Test
    void shouldBringAlongWhatAPrefixCompletesInAPartAndInABody() {
        String query = "?include=shortFriend(users/)";
        JsonNode part = results(docs(query + "&id=users/ada")).path(0).path("Result");
        JsonNode byBody =
                server.post(DB + "/docs" + query, "{\"Ids\":[\"users/ada\"]}").json();

        assertThat(part.path("Includes").fieldNames()).toIterable().containsExactly("users/bob");
        assertThat(byBody).isEqualTo(part);
        assertThat(results(docs("?include=a..b&id=users/ada"))
                        .path(0)
                        .path("Result")
                        .path("Message")
                        .asText())
                .contains("The include 'a..b' names an empty member");
    }

    @Test
    void shouldAnswerInTheOrderOfTheParts() {
        JsonNode results = results(docs("?id=users/bob"), docs("?id=users/ada"), docs("?id=users/bob"));

        assertThat(results.findValuesAsText("name")).containsExactly("Bob", "Ada", "Bob");
        assertThat(send(List.of()).path("Results").isArray()).isTrue();
    }

    @Test
    void shouldNameNothingThatJavasClientDoesNotKnow() {
        assertThat(results(docs("?id=users/ada")).path(0).fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder("Result", "StatusCode", "Headers");
        assertThat(send(List.of()).json().fieldNames()).toIterable().containsExactly("Results");
    }

    @Test
    void shouldConfirmWhatDidNotChangeForEachPartAlone() {
        JsonNode fresh = results(docs("?id=users/ada"), docs("?id=users/bob"));
        ObjectNode known = docs("?id=users/ada");
        known.putObject("Headers")
                .set("if-none-match", fresh.path(0).path("Headers").path("ETag"));
        ObjectNode outdated = docs("?id=users/bob");
        outdated.putObject("Headers").put("If-None-Match", "\"A:0-x\"").putNull("Nothing");

        JsonNode results = results(known, outdated);

        assertThat(results.path(0).path("StatusCode").asInt()).isEqualTo(304);
        assertThat(results.path(0).path("Result").isNull()).isTrue();
        assertThat(results.path(1).path("StatusCode").asInt()).isEqualTo(200);
    }

    @Test
    void shouldAnswerAMissingDocumentWithAnEmptyResult() {
        JsonNode result = results(docs("?id=users/none")).path(0);

        assertThat(result.path("StatusCode").asInt()).isEqualTo(404);
        assertThat(result.path("Result").toString()).isEqualTo("{\"Results\":[null],\"Includes\":{}}");
        assertThat(results(docs("?id=users/none").put("Method", "HEAD"))
                        .path(0)
                        .path("Result")
                        .isNull())
                .isTrue();
    }

    @Test
    void shouldLetAClientRememberThatADocumentIsMissing() {
        JsonNode version =
                results(docs("?id=users/late")).path(0).path("Headers").path("ETag");
        assertThat(version.asText()).isNotEmpty();
        ObjectNode known = docs("?id=users/late");
        known.putObject("Headers").set("If-None-Match", version);

        assertThat(results(known).path(0).path("StatusCode").asInt()).isEqualTo(304);
        server.put(DB + "/docs?id=users/late", "{}");
        assertThat(results(known).path(0).path("StatusCode").asInt()).isEqualTo(200);
        server.delete(DB + "/docs?id=users/late", "");
        assertThat(results(known).path(0).path("StatusCode").asInt()).isEqualTo(304);
    }

    @Test
    void shouldTellOfEachFailureInItsPlace() {
        JsonNode results = results(
                docs("?id=users/ada"),
                part(DB + "/queries", "?queryHash=1").put("Method", "POST"),
                docs("?id=users%7C"),
                docs("?id=users/bob&pageSize=x&startsWith=%zz"),
                docs("?id=users/bob"));

        assertThat(results.findValuesAsText("StatusCode")).containsExactly("200", "400", "400", "400", "200");
        assertThat(results.path(1).path("Result").path("Message").asText()).startsWith("Queries are not supported");
        assertThat(results.path(1).path("Result").path("Url").asText()).isEqualTo(DB + "/queries?queryHash=1");
        assertThat(results.path(2).path("Result").path("Type").asText()).isEqualTo("System.NotSupportedException");
        assertThat(results.path(3).path("Result").path("Message").asText()).contains("percent-encoding");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/databases/other/docs",
                "/databases/oth%65r/docs",
                "/databases/shopping/docs",
                "/databases",
                "/admin/databases",
                "/metrics",
                "/"
            })
    void shouldStayInsideItsDatabase(String url) {
        JsonNode result = results(part(url, "?id=secret&name=other")).path(0);

        assertThat(result.path("StatusCode").asInt()).isEqualTo(403);
        assertThat(result.path("Result").path("Message").asText())
                .contains("beside that path")
                .contains("send it as a request of its own");
    }

    @Test
    void shouldNotLeaveItsDatabaseByDots() {
        assertThat(results(part(DB + "/../other/docs", "?id=secret"))
                        .path(0)
                        .path("StatusCode")
                        .asInt())
                .isEqualTo(400);
    }

    @Test
    void shouldKnowItsDatabaseInAnySpelling() {
        assertThat(results(part("/Databases/SHOP/docs", "?id=users/ada"))
                        .path(0)
                        .path("StatusCode")
                        .asInt())
                .isEqualTo(200);
    }

    @Test
    void shouldNotHoldAnotherMultiGet() {
        ObjectNode nested = part(DB + "/multi_get", null).put("Method", "POST");
        nested.putObject("Content").putArray("Requests").add(docs("?id=users/ada"));

        JsonNode result = results(nested).path(0);

        assertThat(result.path("StatusCode").asInt()).isEqualTo(400);
        assertThat(result.path("Result").path("Message").asText()).contains("side by side");
    }

    @Test
    void shouldHandOnABodyThatIsJsonOrText() {
        ObjectNode json = docs("").put("Method", "POST");
        json.putObject("Content").putArray("Ids").add("users/bob").add("users/ada");
        ObjectNode text = docs("").put("Method", "POST").put("Content", "{\"Ids\":[\"users/\\u0061da\"]}");

        JsonNode results = results(json, text);

        assertThat(results.path(0).findValuesAsText("name")).containsExactly("Bob", "Ada");
        assertThat(results.path(1).findValuesAsText("name")).containsExactly("Ada");
    }

    @Test
    void shouldLetAPartSayNothingOfWhoAsks() {
        ObjectNode disguised = docs("?id=users/ada").put("Method", "GET");
        disguised.putObject("Headers").put("host", "evil.example").put("ORIGIN", "http://evil.example");
        ObjectNode next = part(DB + "/identity/next", "?name=disguised").put("Method", "POST");
        next.set("Headers", disguised.get("Headers"));

        assertThat(results(disguised, next).findValuesAsText("StatusCode")).containsExactly("200", "200");
    }

    @Test
    void shouldTakeALineThatIsLongerThanARequestsOwn() {
        String ids = String.join(
                "&", Collections.nCopies(2_000, "id=" + encoded("users/with-a-rather-long-name-that-is-missing")));

        JsonNode result = results(docs("?" + ids + "&id=users/ada")).path(0);

        assertThat(result.path("StatusCode").asInt()).isEqualTo(200);
        assertThat(result.path("Result").path("Results")).hasSize(2_001);
    }

    @Test
    void shouldRefuseARequestWhoseLineOrHeadersAreEndless() {
        Answer line = send(List.of(docs("?id=" + "x".repeat(1 << 20))));
        ObjectNode many = docs("?id=users/ada");
        ObjectNode headers = many.putObject("Headers");
        IntStream.range(0, 65).forEach(i -> headers.put("h" + i, "x"));

        assertThat(line.text("Message")).contains("at most 1048576 characters of Url and Query");
        assertThat(send(List.of(many)).text("Message")).contains("at most 64 Headers");
        headers.remove("h0");
        assertThat(results(many).findValuesAsText("name")).containsExactly("Ada");
    }

    @Test
    void shouldSendMoreThanItHoldsBack() {
        String name = "x".repeat(100_000);
        server.put(DB + "/docs?id=large/1", "{\"name\":\"" + name + "\"}");

        JsonNode results = results(docs("?id=large/1"), docs("?id=users/ada"), docs("?startsWith=large"));

        assertThat(results.findValuesAsText("name")).containsExactly(name, "Ada", name);
    }

    @Test
    void shouldHoldSoManyPartsAndNoMore() {
        List<ObjectNode> parts = new ArrayList<>(IntStream.range(0, 1024)
                .mapToObj(i -> part(DB + "/identity/next", "?name=many").put("Method", "POST"))
                .toList());
        Answer full = send(parts);
        parts.add(docs("?id=users/ada"));

        Answer refused = send(parts);

        assertThat(full.path("Results")).hasSize(1024);
        refused.expect(400);
        assertThat(refused.text("Message")).contains("at most 1024 requests").contains("send them in several");
        assertThat(server.get(DB + "/debug/identities").path("many|").asInt())
                .as("nothing of a refused one was done")
                .isEqualTo(1024);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "",
                "[]",
                "{}",
                "{\"Requests\":{}}",
                "{\"Requests\":[1]}",
                "{\"Requests\":[{}]}",
                "{\"Requests\":[{\"Url\":null}]}",
                "{\"Requests\":[{\"Url\":\"databases/shop/docs\"}]}",
                "{\"Requests\":[{\"Url\":\"/\",\"Query\":1}]}",
                "{\"Requests\":[{\"Url\":\"/\",\"Method\":[]}]}",
                "{\"Requests\":[{\"Url\":\"/\",\"Headers\":[]}]}",
                "{\"Requests\":[{\"Url\":\"/\",\"Headers\":{\"a\":{}}}]}",
                "{\"Requests\":[{\"Url\":\"/\",\"Content\":[]}]}",
                "{\"Requests\":[]} x",
                "{\"Requests\":[],\"Requests\":[]}",
                "{\"Requests\":[{\"Url\":\"/docs\",\"Headers\":{\"If-Match\":\"a\",\"if-match\":\"b\"}}]}",
                "{\"Requests\":["
            })
    void shouldRefuseABrokenBody(String body) {
        Answer answer = server.post(DB + "/multi_get", body);

        answer.expect(400);
        assertThat(answer.text("Type")).isEqualTo("System.IO.InvalidDataException");
    }

    @Test
    void shouldTellOfAMissingDatabaseAsAWhole() {
        Answer answer = server.post("/databases/none/multi_get", "{\"Requests\":[]}");

        answer.expect(503);
        assertThat(answer.header("Database-Missing")).hasValue("none");
    }

    @Test
    void shouldMeasureEachPartUnderItsRoute() {
        double before = requestsForIdentities();

        results(part(DB + "/identity/next", "?name=m").put("Method", "POST"), docs("?id=users/ada"));

        assertThat(requestsForIdentities() - before).isEqualTo(1);
    }

    private double requestsForIdentities() {
        String metrics = server.metrics();
        return metrics.lines()
                .filter(line -> line.startsWith("mintmark_http_requests_seconds_count"))
                .filter(line -> line.contains("/identity/next"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }
}
