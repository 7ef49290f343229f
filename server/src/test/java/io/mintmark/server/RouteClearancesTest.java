package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.internal.Ticker;
import io.mintmark.protocol.ErrorType;
import io.mintmark.protocol.PlainRoutes;
import io.mintmark.protocol.Routes;
import io.mintmark.server.TestServer.Answer;
import io.mintmark.web.access.AccessControl;
import io.mintmark.web.access.AuditLog;
import io.mintmark.web.access.Callers;
import io.mintmark.web.access.Rules;
import io.mintmark.web.access.principal.AccessFile;
import io.mintmark.web.access.principal.DatabaseAccess;
import io.mintmark.web.http.Reply;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Every route, asked with every clearance: those get in whose clearance suffices, and nobody else. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RouteClearancesTest {
    /** Callers without a good credential, and those with one, by what they may do in the database that is asked for. */
    private static final List<String> CALLERS =
            List.of("", "malformed", "unknown", "expired", "nothing", "other", "reader", "writer", "admin", "operator");

    private static final Set<String> KNOWN = Set.of("nothing", "other", "reader", "writer", "admin", "operator");

    private static final Map<String, Set<String>> ADMITTED = Map.of(
            "NOTHING", Set.copyOf(CALLERS),
            "KNOWN", KNOWN,
            "READ", Set.of("reader", "writer", "admin", "operator"),
            "WRITE", Set.of("writer", "admin", "operator"),
            "ADMIN", Set.of("admin", "operator"),
            "OPERATOR", Set.of("operator"));

    /** Asks a route as a caller, and returns the status. */
    @FunctionalInterface
    private interface Asking {
        int ask(Rules.Row route, String caller);
    }

    private Callers callers;

    @AutoClose
    private TestServer server;

    @BeforeAll
    void start(@TempDir Path directory) {
        callers = callersOf(directory)
                .operator("operator")
                .nothing("nothing")
                .nothing("rotated")
                .on("reader", "shop", DatabaseAccess.READ)
                .on("writer", "Shop", DatabaseAccess.READ_WRITE)
                .on("admin", "SHOP", DatabaseAccess.ADMIN)
                .on("other", "shop2", DatabaseAccess.ADMIN)
                .operatorUntil("expired", Instant.parse("2020-01-01T00:00:00Z"));
        server = TestServer.start(settings(directory));
        for (String name : List.of("shop", "shop2")) {
            server(callers, server, "operator")
                    .put("/admin/databases?name=" + name, "{}", fields(callers, "operator"))
                    .expect(201);
        }
    }

    Callers callersOf(Path directory) {
        return new Callers(directory);
    }

    ServerSettings.Builder settings(Path directory) {
        return ServerSettings.builder(directory);
    }

    /** Returns the server as a caller reaches it. */
    TestServer server(Callers callers, TestServer server, String caller) {
        return server;
    }

    /** Returns the header fields that a caller sends. */
    String[] fields(Callers callers, String caller) {
        return caller.equals("malformed") ? new String[] {"Authorization", "Bearer operator"} : callers.as(caller);
    }

    private int ask(Rules.Row route, String caller) {
        TestServer reached = server(callers, server, caller);
        return route.pattern().equals(Routes.CHANGES)
                ? ChangesSocket.status(reached.client(), server.url(), "shop", fields(callers, caller))
                : request(route, caller).status();
    }

    private Answer request(Rules.Row route, String caller) {
        return RouteRequests.ask(server(callers, server, caller), route, fields(callers, caller));
    }

    /** Returns what is not as it should be, a line each. */
    private static List<String> surprises(Asking asking) {
        List<String> surprises = new ArrayList<>();
        for (Rules.Row route : Rules.all()) {
            for (String caller : CALLERS) {
                int status = asking.ask(route, caller);
                boolean admitted = ADMITTED.getOrDefault(route.need(), Set.of()).contains(caller);
                if (admitted == (status == 403)) {
                    surprises.add(route + " as '" + caller + "': " + status);
                }
            }
        }
        return surprises;
    }

    @Test
    void shouldLetThoseInWhoseClearanceSufficesAndNobodyElse() {
        assertThat(surprises(this::ask)).isEmpty();
    }

    @Test
    void shouldNoticeAServerThatForgetsToAskAtOneRoute() {
        for (String forgotten : List.of(Routes.HILO_NEXT, Routes.BULK_INSERT)) {
            Asking forgetful = (route, caller) -> ask(route, route.pattern().equals(forgotten) ? "operator" : caller);

            assertThat(surprises(forgetful)).hasSize(7).allMatch(line -> line.contains(forgotten));
        }
        Asking deaf = (route, caller) -> ask(route, route.pattern().equals(Routes.CHANGES) ? "operator" : caller);

        assertThat(surprises(deaf)).hasSize(6).allMatch(line -> line.contains(Routes.CHANGES));
    }

    @Test
    void shouldAskAtTheOtherDoorsOfStreamsAndSocketsToo() {
        for (String caller : List.of("", "unknown", "other")) {
            assertThat(request(Rules.of("GET", Routes.CHANGES), caller).status())
                    .as("a request that is no handshake")
                    .isEqualTo(403);
        }
        String inner =
                "{\"Requests\":[{\"Url\":\"/databases/shop/bulk_insert\",\"Method\":\"POST\",\"Query\":\"?id=1\","
                        + "\"Content\":{}}]}";
        Answer within =
                server(callers, server, "reader").post("/databases/shop/multi_get", inner, fields(callers, "reader"));
        assertThat(within.at("/Results/0/StatusCode").asInt()).as("%s", within).isEqualTo(403);
    }

    @Test
    void shouldRefuseAsRavenDbDoes() {
        for (String caller : List.of("", "malformed", "unknown", "expired", "reader")) {
            Answer refused = request(Rules.of("PUT", Routes.DOCS), caller);

            refused.expect(403);
            assertThat(refused.text("Type")).isEqualTo("Raven.Client.Exceptions.Security.AuthorizationException");
            assertThat(refused.text("Message"))
                    .as("a reason, and after it what to do")
                    .matches(".+[.:] .+\\.")
                    .doesNotContain(callers.token(caller));
            assertThat(refused.text("Url")).isEqualTo("/databases/shop/docs?id=users/1");
        }
    }

    @Test
    void shouldHaveARuleForEachRouteAndNoOther() {
        for (Rules.Row route : Rules.all()) {
            Answer answer = request(route, "operator");
            assertThat(answer.text("Type")).as("%s", route).isNotEqualTo(ErrorType.ROUTE_NOT_FOUND.wireName());
            assertThat(answer.text("type")).as("%s", route).doesNotEndWith("route-not-found");
        }
        assertThat(Rules.all()).doesNotHaveDuplicates();
    }

    /** The rows are judged by what their routes are, because the other tests believe the rows. */
    @Test
    void shouldNeedAsMuchAsARouteIsWorth() {
        assertThat(Rules.all().stream().filter(route -> route.need().equals("NOTHING")))
                .extracting(Rules.Row::toString)
                .containsExactlyInAnyOrder(
                        "GET " + Routes.HEALTH,
                        "GET " + Routes.BUILD_VERSION,
                        "GET " + Routes.FRONT_PAGE,
                        "GET " + Routes.DOCUMENTATION,
                        "GET " + Routes.DOCUMENTATION_INDEX,
                        "GET " + Routes.DOCUMENTATION_PAGE,
                        "GET " + Routes.DOCUMENTATION_PAGE_BELOW,
                        "GET " + Routes.STUDIO,
                        "GET " + Routes.STUDIO_FILE);
        for (Rules.Row route : Rules.all()) {
            boolean administers = route.pattern().contains("/admin/")
                    || route.pattern().startsWith(PlainRoutes.SERVER)
                    || (route.audited() && route.pattern().equals(PlainRoutes.DATABASE));
            Set<String> enough = administers
                    ? Set.of("ADMIN", "OPERATOR")
                    : route.audited()
                            ? Set.of("WRITE")
                            : route.pattern().contains("{db}") ? Set.of("READ") : Set.of("NOTHING", "KNOWN", "READ");
            assertThat(enough).as("%s", route).contains(route.need());
        }
    }

    @Test
    void shouldNotStartWithARouteThatStatesNoClearance(@TempDir Path directory) {
        AccessControl control =
                new AccessControl(new AccessFile(directory), Ticker.wallClock(), new AuditLog(AuditLog.Scope.NONE));

        assertThatThrownBy(() -> control.around("GET", "/new", request -> Reply.empty(204)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("GET /new states no clearance");
    }
}
