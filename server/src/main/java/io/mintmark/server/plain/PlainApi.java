package io.mintmark.server.plain;

import io.mintmark.protocol.PlainRoutes;
import io.mintmark.server.databases.Databases;
import io.mintmark.server.numbers.DatabaseNumbers;
import io.mintmark.support.Json;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Request;
import io.mintmark.web.http.Router;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The table of the plain API's routes: what it serves is what it describes. Immutable, but for its description. */
public final class PlainApi {
    private final List<PlainRoute> routes = new ArrayList<>();
    private final OpenApiDocument document = new OpenApiDocument(routes);
    private final Databases databases;

    /**
     * The routes to {@code databases}.
     *
     * @param nameCharsMax how many characters the name of a database has at most
     * @param visible finds the sorted key forms of the databases that a request may hear of; empty for all
     * @param server writes what an operator is shown of the server
     * @param audit shows an operator who changed what
     */
    public PlainApi(
            Databases databases,
            DatabaseNumbers numbers,
            int nameCharsMax,
            Function<Request, ? extends Optional<? extends Collection<String>>> visible,
            Function<Request, Json.Writing> server,
            PlainAudit audit) {
        this.databases = databases;
        PlainTarget target = new PlainTarget(databases);
        routes.addAll(new PlainCounters(target, numbers).routes());
        routes.addAll(new PlainIdentities(target, numbers).routes());
        routes.addAll(new PlainLists(target).routes());
        routes.addAll(new PlainNumbers(target).routes());
        routes.add(new PlainJournal(target).route());
        routes.addAll(new PlainDatabases(databases, nameCharsMax, visible).routes());
        routes.add(PlainRoute.of("GET", PlainRoutes.SERVER, "getServer", "Shows how the server is, to its operators.")
                .giving(200, "The server.", "Server")
                .by(asked -> PlainReplies.json(200, server.apply(asked.request()))));
        routes.add(audit.route());
        routes.add(PlainRoute.of("GET", PlainRoutes.OPENAPI, "describe", "Describes these routes, in OpenAPI 3.1.")
                .giving(200, "The description.", "Description")
                .by(asked -> Reply.json(200, document.bytes())));
    }

    /** Adds the routes to {@code router}. */
    public void addTo(Router router) {
        routes.forEach(route -> route.addTo(router));
        router.nonBlocking("POST", PlainRoutes.COUNTER_NEXT, databases::takesAtOnce)
                .nonBlocking("POST", PlainRoutes.RANGES, databases::takesAtOnce)
                .nonBlocking("DELETE", PlainRoutes.LEASE, databases::takesAtOnce)
                .nonBlocking("POST", PlainRoutes.IDENTITY_NEXT, databases::takesAtOnce);
    }
}
