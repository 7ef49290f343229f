package io.mintmark.server;

import io.mintmark.protocol.PlainRoutes;
import io.mintmark.protocol.Routes;
import io.mintmark.server.TestServer.Answer;
import io.mintmark.web.access.Rules;
import java.util.Map;

/** A request for each route, with what it needs to be about the database {@code shop}, or to be answered at all. */
final class RouteRequests {
    private static final Map<String, String> QUERIES = Map.ofEntries(
            Map.entry(Routes.TOPOLOGY, "name=shop"),
            Map.entry("GET " + Routes.ADMIN_DATABASES, "name=shop"),
            Map.entry("PUT " + Routes.ADMIN_DATABASES, "name=made"),
            Map.entry("PUT " + Routes.ADMIN_ACCESS, "name=added"),
            Map.entry("DELETE " + Routes.ADMIN_ACCESS, "name=added"),
            Map.entry(Routes.ADMIN_ACCESS_ROTATE, "name=rotated"),
            Map.entry("DELETE " + Routes.ADMIN_CERTIFICATES, "thumbprint=" + "0".repeat(40)),
            Map.entry(Routes.HILO_NEXT, "tag=orders"),
            Map.entry(Routes.HILO_RETURN, "tag=orders&end=32&last=1"),
            Map.entry(Routes.IDENTITY_NEXT, "name=bills"),
            Map.entry(Routes.IDENTITY_SEED, "name=bills&value=1"),
            Map.entry(PlainRoutes.RANGES, "count=10"),
            Map.entry(PlainRoutes.LEASE, "last=1"),
            Map.entry(PlainRoutes.COUNTER_RAISE, "to=1"),
            Map.entry(PlainRoutes.IDENTITY_RAISE, "to=1"),
            // The database is needed once more, so this is refused by those who let the caller in.
            Map.entry("DELETE " + PlainRoutes.DATABASE, "erase=perhaps"),
            Map.entry(Routes.OPERATION_STATE, "id=1"),
            Map.entry(Routes.OPERATION_KILL, "id=1"),
            Map.entry(Routes.BULK_INSERT, "id=2"),
            Map.entry("DELETE " + Routes.DOCS, "id=users/2"),
            Map.entry(Routes.DOCS, "id=users/1"));

    private static final Map<String, String> BODIES = Map.of(
            Routes.BULK_INSERT,
            "[]",
            Routes.BULK_DOCS,
            Bodies.batch(),
            Routes.MULTI_GET,
            "{\"Requests\":[]}",
            "POST " + Routes.DOCS,
            "{\"Ids\":[\"users/1\"]}",
            "PUT " + Routes.ADMIN_ACCESS,
            "{\"Permissions\":{}}",
            "DELETE " + Routes.ADMIN_DATABASES,
            "{\"DatabaseNames\":[\"none\"]}");

    private RouteRequests() {}

    /** Returns what a route needs in its query. */
    static String query(Rules.Row route) {
        return of(QUERIES, route, "");
    }

    /** Returns the path with something in each of its places. */
    static String path(String pattern) {
        return pattern.replace("{db}", "shop")
                .replace("{counter}", "orders")
                .replace("{identity}", "bills")
                .replace("{folder}", "pictures")
                .replace("{page}", pattern.contains("{folder}") ? "nodes.svg" : "runbooks")
                .replace("{lease}", "life.1.7.32")
                .replace("{number}", "1")
                .replace("{file}", "app.js");
    }

    /** Returns whether a route is one of the plain API, which refuses what the others pass over. */
    static boolean isPlain(String pattern) {
        return pattern.startsWith(PlainRoutes.PREFIX) || pattern.equals(PlainRoutes.OPENAPI);
    }

    private static String of(Map<String, String> values, Rules.Row route, String otherwise) {
        return values.getOrDefault(route.toString(), values.getOrDefault(route.pattern(), otherwise));
    }

    static Answer ask(TestServer server, Rules.Row route, String... fields) {
        return askWith(query(route), server, route, fields);
    }

    /** Asks with another query. */
    static Answer askWith(String query, TestServer server, Rules.Row route, String... fields) {
        boolean bodiless = route.method().equals("GET") || route.method().equals("HEAD") || isPlain(route.pattern());
        return server.send(
                route.method(), path(route.pattern()) + "?" + query, bodiless ? "" : of(BODIES, route, "{}"), fields);
    }
}
