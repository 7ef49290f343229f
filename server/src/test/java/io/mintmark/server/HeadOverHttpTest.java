package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.protocol.PlainRoutes;
import io.mintmark.protocol.Routes;
import io.mintmark.server.TestServer.Answer;
import io.mintmark.web.access.Rules;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** HEAD is GET without the body (RFC 9110, section 9.3.2), and draws no number. */
class HeadOverHttpTest extends OverHttp {
    /** A reading route that needs something in its query. */
    private static final Map<String, String> QUERIES = Map.of(
            Routes.TOPOLOGY, "?name=shop",
            Routes.ADMIN_DATABASES, "?name=shop",
            Routes.OPERATION_STATE, "?id=1",
            Routes.INDEX_STALENESS, "?name=none");

    /** Their GET draws a number, or goes on as a WebSocket. */
    private static final Set<String> NOT_FOR_HEAD = Set.of(Routes.HILO_NEXT, Routes.OPERATION_NEXT_ID, Routes.CHANGES);

    private static final String LENGTH = "content-length";

    /** What measures itself has another length each time. */
    private static final Set<String> CHANGING = Set.of(Routes.METRICS, PlainRoutes.SERVER);

    static Stream<String> readingRoutes() {
        return Rules.all().stream()
                .filter(row -> row.method().equals("GET"))
                .map(Rules.Row::pattern)
                .filter(pattern -> !NOT_FOR_HEAD.contains(pattern));
    }

    private static String target(String pattern) {
        return RouteRequests.path(pattern) + QUERIES.getOrDefault(pattern, "");
    }

    private static Map<String, Object> fields(Answer answer) {
        Map<String, Object> fields = new TreeMap<>(answer.response().headers().map());
        fields.remove("transfer-encoding");
        return fields;
    }

    @ParameterizedTest
    @MethodSource("readingRoutes")
    void shouldSayWhatGetSaysWithoutItsBody(String pattern) {
        put("users/1", "{}");
        Answer got = server.get(target(pattern));
        Answer head = server.send("HEAD", target(pattern), "");

        assertThat(head.status()).isEqualTo(got.status());
        assertThat(head.response().body()).isEmpty();
        if (CHANGING.contains(pattern)) {
            assertThat(fields(head).keySet()).isSubsetOf(fields(got).keySet());
        } else {
            // The length of what is made while it is sent is not known before (RFC 9110, section 9.3.2).
            Map<String, Object> expected = fields(got);
            if (!fields(head).containsKey(LENGTH)) {
                expected.remove(LENGTH);
            }
            assertThat(fields(head)).isEqualTo(expected);
        }
    }

    @Test
    void shouldAnswerALoadBalancer() {
        server.send("HEAD", Routes.HEALTH, "").expect(204);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/hilo/next?tag=orders", "/operations/next-operation-id", "/changes"})
    void shouldDrawNothing(String target) {
        Answer head = server.send("HEAD", DB + target, "");

        head.expect(405);
        assertThat(head.header("Allow")).hasValue("GET");
        assertThat(next("tag=orders").number("Low")).isEqualTo(1);
    }

    /** RavenDB's clients look up one document's version this way, which is not the ETag of a load. */
    @Test
    void shouldKeepTheVersionOfADocument() {
        String version = put("users/1", "{}").text("ChangeVector");

        assertThat(server.send("HEAD", DB + "/docs?id=users/1", "").header("ETag"))
                .hasValue('"' + version + '"');
    }

    @Test
    void shouldHaveNoBodyInsideAnotherRequest() {
        Answer answer = server.post(
                DB + "/multi_get",
                "{\"Requests\":[{\"Url\":\"/databases/shop/stats\",\"Query\":\"\",\"Method\":\"HEAD\"}]}");

        assertThat(answer.at("/Results/0/StatusCode").asInt()).isEqualTo(200);
        assertThat(answer.at("/Results/0/Result").isNull()).isTrue();
    }
}
