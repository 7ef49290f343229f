package io.mintmark.server.plain;

import io.mintmark.internal.Printable;
import io.mintmark.protocol.ErrorType;
import io.mintmark.protocol.Headers;
import io.mintmark.storage.write.RequestKey;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.Query;
import io.mintmark.web.http.Request;
import java.util.List;
import java.util.stream.Collectors;

/** A request that has nothing but what its route takes: whatever else it says is refused by name, and not ignored. */
final class CheckedRequest {
    private final Request request;
    private final PlainRoute route;
    private final Query query;

    /** Checks {@code request}; refuses what {@code route} does not take. */
    CheckedRequest(Request request, PlainRoute route) {
        this.request = request;
        this.route = route;
        this.query = request.query();
        IdempotencyKey.require(request, route);
        requireNoBody();
        requireNoPipe(CommonParameters.COUNTER.name());
        for (PlainParameter parameter : route.parameters()) {
            parameter.require(query);
        }
        query.forEach((name, value) -> requireKnown(name, route.parameters()));
    }

    /** The document that shows such a counter would ask for an identity; identities have a rule of their own. */
    private void requireNoPipe(String part) {
        String name = request.pathPart(part, "");
        if (name.endsWith("|")) {
            throw new ApiException(
                    ErrorType.ARGUMENT,
                    part + " must not end with '|': leave that out. " + part + "=" + Printable.brief(name));
        }
    }

    private void requireNoBody() {
        if (request.body().length > 0) {
            throw new ApiException(
                    ErrorType.ARGUMENT,
                    "This route takes no body, but " + request.body().length
                            + " bytes were sent: say what you want in the query.");
        }
    }

    private static void requireKnown(String name, List<PlainParameter> parameters) {
        if (parameters.stream().noneMatch(parameter -> parameter.isCalled(name))) {
            String known = parameters.stream()
                    .filter(PlainParameter::isInQuery)
                    .map(PlainParameter::name)
                    .collect(Collectors.joining(", "));
            throw new ApiException(
                    ErrorType.ARGUMENT,
                    "This route has no parameter '" + Printable.brief(name) + "': "
                            + (known.isEmpty() ? "it takes none." : "it takes " + known + "."));
        }
    }

    Request request() {
        return request;
    }

    /** Returns whether it may be sent again, by its key. */
    boolean hasKey() {
        return request.header(Headers.IDEMPOTENCY_KEY).isPresent();
    }

    /** Returns its key, with {@code note} to be found beside the answer. */
    RequestKey key(String note) {
        return IdempotencyKey.of(this, route, note);
    }

    /** Returns whether the client likes plain text better than JSON. */
    boolean wantsText() {
        return request.prefers("text/plain", "application/json");
    }

    /** Returns what the path has in a place. */
    String part(String name) {
        return request.pathPart(name);
    }

    boolean has(String name) {
        return query.has(name);
    }

    String text(String name, String otherwise) {
        return query.first(name).orElse(otherwise);
    }

    /** Returns a number, which is within its bounds. */
    long number(String name, long otherwise) {
        return query.number(name, otherwise);
    }

    boolean flag(String name) {
        return query.flag(name);
    }
}
