package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.protocol.Headers;
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
                .map(route -> line(route, RouteRequests.ask(server, route, joined(OLD, callers.as("operator")))))
                .toList();

        assertThat(String.join("\n", lines)).isEqualTo(String.join("\n", table()));
    }

    @Test
    void shouldAskNobodyToFetchWhoShowsNoNumber() {
        for (Rules.Row route : Rules.all()) {
            assertThat(RouteRequests.ask(server, route, callers.as("operator"))
                            .response()
                            .headers()
                            .map())
                    .as("%s", route)
                    .doesNotContainKeys("refresh-topology", "refresh-client-configuration");
        }
    }

    /** A stranger may ask whether the server is well, and may not know of its nodes. */
    @Test
    void shouldTellStrangersNothingOfTheTopology() {
        for (Rules.Row route : Rules.all()) {
            Answer answer = RouteRequests.ask(server, route, joined(OLD));

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
