package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.server.TestServer.Answer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the plain API refuses: by name, with a status that blames whom it should, and without a trace. */
class PlainRefusalsTest extends OverHttp {
    private static final String NEXT = "/v1/shop/counters/orders/next";

    /** Nothing of what was refused drew a number, or made a counter. */
    private void assertNothingHappened() {
        assertThat(server.get("/v1/shop/counters").path("counters")).isEmpty();
        assertThat(server.get("/v1/shop/identities").path("identities")).isEmpty();
        assertThat(names()).containsExactly("shop");
    }

    private static Answer refused(Answer answer, int status, String said) {
        answer.expect(status);
        assertThat(answer.header("Content-Type")).hasValue("application/problem+json");
        assertThat(answer.integer("status")).isEqualTo(status);
        assertThat(answer.text("type")).startsWith("tag:mintmark.io,2026:problem/");
        assertThat(answer.text("detail")).contains(said);
        return answer;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "POST;/v1/shop/counters/orders/next?cuont=5;no parameter 'cuont': it takes count",
                "POST;/v1/shop/counters/orders/next?count=5&x;no parameter 'x'",
                "POST;/v1/shop/counters/orders/next?count=0;count must be 1 to 1000",
                "POST;/v1/shop/counters/orders/next?count=-1;count=-1",
                "POST;/v1/shop/counters/orders/next?count=1001;count=1001",
                "POST;/v1/shop/counters/orders/next?count=99999999999999999999;whole number",
                "POST;/v1/shop/counters/orders/next?count=;non-empty",
                "POST;/v1/shop/counters/orders/next?count;non-empty",
                "POST;/v1/shop/counters/orders/next?count=1&count=2;exactly once",
                "POST;/v1/shop/counters/orders/next?count=1&COUNT=1;exactly once",
                "POST;/v1/shop/counters/orders/next?count=1e3;whole number",
                "POST;/v1/shop/counters/orders/next?tag=a;no parameter 'tag'",
                "POST;/v1/shop/counters/orders/ranges;count",
                "POST;/v1/shop/counters/orders/ranges?count=1048577;count must be 1 to 1048576",
                "POST;/v1/shop/counters/orders/ranges?count=9223372036854775807;count must be",
                "POST;/v1/shop/counters/orders%2F/next;Ambiguous URI path separator",
                "POST;/v1/shop/counters/o%25/next;Ambiguous",
                "POST;/v1/shop/counters/a%0Ab/next;Suspicious",
                "POST;/v1/shop/counters/%20/next;blank",
                "POST;/v1/shop/counters/orders/raise;to",
                "POST;/v1/shop/counters/orders/raise?to=-1;to must be 0 to 9007199254740991",
                "POST;/v1/shop/counters/orders/raise?to=9007199254740992;to must be 0 to 9007199254740991",
                "POST;/v1/shop/identities/bills%7C/next;leave it out",
                "POST;/v1/shop/identities/bills/next?count=2;it takes none",
                "POST;/v1/shop/identities/bills/raise?to=9007199254740992;to must be",
                "DELETE;/v1/shop/counters/orders/leases/1?last=1;as the answer that brought its range did",
                "DELETE;/v1/shop/counters/orders/leases/a.1.1.x?last=1;as the answer",
                "DELETE;/v1/shop/counters/orders/leases/a.1.1.5;last",
                "GET;/v1/shop/counters?limit=0;limit must be 1 to 1000",
                "GET;/v1/shop/counters?limit=1001;limit must be 1 to 1000",
                "GET;/v1/shop/counters?start=1;no parameter 'start'",
                "GET;/v1/shop/counters/orders/leases?before=0;before must be",
                "GET;/v1/databases?pageSize=1;no parameter 'pageSize'",
                "PUT;/v1/databases/a%20b;characters",
                "PUT;/v1/databases/.a;begins with",
                "DELETE;/v1/databases/shop?erase=perhaps;true or false",
                "GET;/openapi.json?x=1;it takes none"
            })
    void shouldRefuseByName(String method, String target, String said) {
        refused(server.send(method, target, ""), 400, said);

        assertNothingHappened();
    }

    @Test
    void shouldRefuseNamesThatAreTooLong() {
        String fits = "x".repeat(512 - "/9007199254740991-A".length() - 3);
        server.post("/v1/shop/counters/" + fits + "/next?count=1000", "").expect(200);
        server.delete("/v1/databases/shop?erase=true", "").expect(200);
        server.put("/v1/databases/shop", "").expect(201);

        for (String longer : List.of("x".repeat(500), "x".repeat(4_000), "ä".repeat(300))) {
            String name = TestServer.encoded(longer);
            Answer counter = refused(server.post("/v1/shop/counters/" + name + "/next", ""), 400, "");
            Answer identity = refused(server.post("/v1/shop/identities/" + name + "/next", ""), 400, "");
            Answer database = refused(server.put("/v1/databases/" + "x".repeat(129), ""), 400, "at most 128");
            assertThat(List.of(counter, identity, database))
                    .allMatch(each -> text(each).length() < 4_096);
        }
        refused(server.post("/v1/shop/counters/" + "x".repeat(20_000) + "/next", ""), 414, "");
        assertNothingHappened();
    }

    @Test
    void shouldCallANameAsItsSenderDoes() {
        server.put(DB + "/admin/configuration/client", "{\"IdentityPartsSeparator\":\"-\"}")
                .expect(204);

        refused(server.post("/v1/shop/counters/orders-/next", ""), 400, "counter must not end with the separator");
    }

    private static String text(Answer answer) {
        return new String(answer.response().body(), StandardCharsets.UTF_8);
    }

    @Test
    void shouldRefuseBodies() {
        refused(server.post(NEXT, "{}"), 400, "takes no body, but 2 bytes were sent");
        refused(server.post(NEXT, "count=5", "Content-Type", "application/x-www-form-urlencoded"), 400, "no body");
        refused(server.put("/v1/databases/other", "{\"DatabaseName\":\"x\"}"), 400, "no body");
        assertNothingHappened();
    }

    @Test
    void shouldSayWhatIsNotThereInHttpsOwnWords() {
        assertThat(refused(server.get("/v1/shop"), 404, "no route GET /v1/shop").text("title"))
                .isEqualTo("Route not found");
        refused(server.get("/v1/shop/counter"), 404, "no route");
        Answer method = refused(server.get(NEXT), 405, "answers POST");
        assertThat(method.header("Allow")).hasValue("POST");
        server.send("HEAD", NEXT, "").expect(405);
        refused(server.post("/v1/shop/counters/../next", ""), 400, "'..'");
        refused(
                server.post(NEXT, "", "Origin", "http://elsewhere.example"),
                403,
                "only pages of this server itself may change something");
        assertNothingHappened();
    }

    @Test
    void shouldAnswerHeadWhereverItAnswersGet() {
        server.post(NEXT, "").expect(200);
        for (String target : List.of(
                "/v1/databases",
                "/v1/databases/shop",
                "/v1/shop/counters",
                "/v1/shop/counters/orders",
                "/v1/shop/counters/orders/leases",
                "/v1/shop/identities",
                "/openapi.json")) {
            Answer head = server.send("HEAD", target, "").expect(200);
            assertThat(head.response().body()).isEmpty();
        }
        server.send("HEAD", "/v1/shop/counters/none", "").expect(404);
    }
}
