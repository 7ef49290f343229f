package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.protocol.Headers;
import io.mintmark.protocol.Routes;
import io.mintmark.server.TestServer.Answer;
import io.mintmark.web.access.Callers;
import io.mintmark.web.access.Rules;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The header fields of every route's reply to a client whose numbers are all old, against {@code reply-headers.txt}: a client obeys
 * what it is told there, whether or not it makes sense on that route.
 */
class ReplyHeadersOverHttpTest {
    /** What HTTP asks for, or what only says how the body travels. */
    private static final Set<String> OF_HTTP = Set.of(
            "connection", "content-encoding", "content-length", "content-type", "date", "transfer-encoding", "vary");

    private static final List<String> OLD = List.of(
            Headers.TOPOLOGY_ETAG,
            "\"-3\"",
            Headers.CLUSTER_TOPOLOGY_ETAG,
            "\"-3\"",
            Headers.CLIENT_CONFIGURATION_ETAG,
            "\"-3\"");

    private static final Map<String, String> QUERIES = Map.ofEntries(
            Map.entry("GET " + Routes.TOPOLOGY, "?name=shop"),
            Map.entry("GET " + Routes.ADMIN_DATABASES, "?name=shop"),
            Map.entry("PUT " + Routes.ADMIN_DATABASES, "?name=made"),
            Map.entry("PUT " + Routes.ADMIN_ACCESS, "?name=added"),
            Map.entry("DELETE " + Routes.ADMIN_ACCESS, "?name=added"),
            Map.entry("POST " + Routes.ADMIN_ACCESS_ROTATE, "?name=rotated"),
            Map.entry("DELETE " + Routes.ADMIN_CERTIFICATES, "?thumbprint=" + "0".repeat(40)),
            Map.entry("GET " + Routes.HILO_NEXT, "?tag=orders"),
            Map.entry("PUT " + Routes.HILO_RETURN, "?tag=orders&end=32&last=1"),
            Map.entry("POST " + Routes.IDENTITY_NEXT, "?name=bills"),
            Map.entry("POST " + Routes.IDENTITY_SEED, "?name=bills&value=1"),
            Map.entry("GET " + Routes.OPERATION_STATE, "?id=1"),
            Map.entry("POST " + Routes.OPERATION_KILL, "?id=1"),
            Map.entry("POST " + Routes.BULK_INSERT, "?id=2"),
            Map.entry("GET " + Routes.DOCS, "?id=users/1"),
            Map.entry("HEAD " + Routes.DOCS, "?id=users/1"),
            Map.entry("PUT " + Routes.DOCS, "?id=users/1"),
            Map.entry("DELETE " + Routes.DOCS, "?id=users/2"));

    private static final Map<String, String> BODIES = Map.of(
            "POST " + Routes.BULK_INSERT, "[]",
            "POST " + Routes.BULK_DOCS, "{\"Commands\":[]}",
            "POST " + Routes.MULTI_GET, "{\"Requests\":[]}",
            "POST " + Routes.DOCS, "{\"Ids\":[\"users/1\"]}",
            "PUT " + Routes.ADMIN_ACCESS, "{\"Permissions\":{}}",
            "DELETE " + Routes.ADMIN_DATABASES, "{\"DatabaseNames\":[\"none\"]}");

    private Callers callers;

    @AutoClose
    private TestServer server;

    @BeforeEach
    void start(@TempDir Path directory) {
        callers = new Callers(directory).operator("operator").nothing("rotated");
        server = TestServer.start(ServerSettings.builder(directory));
        String[] operator = callers.as("operator");
        server.put("/admin/databases?name=shop", "{}", operator);
        server.put("/databases/shop/docs?id=users/1", "{}", operator);
        server.put("/databases/shop/admin/configuration/client", "{\"MaxNumberOfRequestsPerSession\":9}", operator);
    }

    private static List<String> table() throws IOException {
        try (InputStream table = ReplyHeadersOverHttpTest.class.getResourceAsStream("reply-headers.txt")) {
            return new String(Objects.requireNonNull(table).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        }
    }

    private Answer ask(Rules.Row route, String[] fields) {
        String target = route.pattern().replace("{db}", "shop") + QUERIES.getOrDefault(route.toString(), "");
        boolean bodiless = route.method().equals("GET") || route.method().equals("HEAD");
        return server.send(route.method(), target, bodiless ? "" : BODIES.getOrDefault(route.toString(), "{}"), fields);
    }

    private static String[] joined(List<String> some, String... more) {
        List<String> all = new ArrayList<>(some);
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    /** Returns {@code status METHOD /path: the fields} that are not of HTTP. */
    private static String line(Rules.Row route, Answer answer) {
        Set<String> fields = answer.response().headers().map().keySet().stream()
                .map(name -> name.toLowerCase(Locale.ROOT))
                .filter(name -> !OF_HTTP.contains(name))
                .collect(Collectors.toCollection(TreeSet::new));
        return answer.status() + " " + route + ": " + String.join(" ", fields);
    }

    @Test
    void shouldAnswerEachRouteWithItsHeaderFieldsAndNoOther() throws Exception {
        List<String> lines = Rules.all().stream()
                .map(route -> line(route, ask(route, joined(OLD, callers.as("operator")))))
                .toList();

        assertThat(String.join("\n", lines)).isEqualTo(String.join("\n", table()));
    }

    @Test
    void shouldAskNobodyToFetchWhoShowsNoNumber() {
        for (Rules.Row route : Rules.all()) {
            assertThat(ask(route, callers.as("operator")).response().headers().map())
                    .as("%s", route)
                    .doesNotContainKeys("refresh-topology", "refresh-client-configuration");
        }
    }

    /** A stranger may ask whether the server is well, and may not know of its nodes. */
    @Test
    void shouldTellStrangersNothingOfTheTopology() {
        for (Rules.Row route : Rules.all()) {
            Answer answer = ask(route, joined(OLD));

            assertThat(answer.response().headers().map())
                    .as("%s", route)
                    .doesNotContainKeys("refresh-topology", "refresh-client-configuration");
            assertThat(answer.status() == 403)
                    .as("%s", route)
                    .isEqualTo(!route.need().equals("NOTHING"));
        }
    }

    /** A client has no topology of a database that is not there, and would ask for it in vain. */
    @Test
    void shouldNotAskToFetchTheTopologyOfAMissingDatabase() {
        String[] fields = joined(OLD, callers.as("operator"));
        for (String target : List.of("/topology?name=none", "/databases/none/docs?id=a", "/databases/none/stats")) {
            Answer answer = server.get(target, fields);

            assertThat(answer.status()).as(target).isEqualTo(503);
            assertThat(answer.header("Database-Missing")).as(target).hasValue("none");
            assertThat(answer.response().headers().map())
                    .as(target)
                    .doesNotContainKeys("refresh-topology", "refresh-client-configuration");
        }
    }

    /** Each kind of topology has a number of its own, and a client shows both. */
    @Test
    void shouldCompareTheNumberOfTheDatabaseBelowItAndThatOfTheClusterElsewhere() {
        String[] operator = callers.as("operator");
        String[] database = joined(List.of(Headers.TOPOLOGY_ETAG, "0"), operator);
        String[] cluster = joined(List.of(Headers.CLUSTER_TOPOLOGY_ETAG, "0"), operator);

        assertThat(server.get("/databases/shop/stats", database).header(Headers.REFRESH_TOPOLOGY))
                .hasValue("true");
        assertThat(server.get("/databases/shop/stats", cluster).header(Headers.REFRESH_TOPOLOGY))
                .isEmpty();
        assertThat(server.get("/cluster/node-info", database).header(Headers.REFRESH_TOPOLOGY))
                .isEmpty();
        assertThat(server.get("/cluster/node-info", cluster).header(Headers.REFRESH_TOPOLOGY))
                .hasValue("true");
    }
}
