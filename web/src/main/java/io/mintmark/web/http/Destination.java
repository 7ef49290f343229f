package io.mintmark.web.http;

import io.mintmark.internal.Printable;
import io.mintmark.protocol.ErrorType;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The place to which a request leads, known before its body is read. A request that leads nowhere has an endpoint that
 * refuses it, so that the gate is asked before.
 *
 * @param path the path with its percent-encoding decoded once; as sent if that is malformed
 * @param endpoint what answers, unless there is a stream
 * @param stream what takes the body while it arrives
 * @param socket what answers on a WebSocket
 * @param costly tells by a request's query whether it asks for much; empty where none does
 * @param nonBlocking tells whether the endpoint answers this request, or returns a {@link LaterReply}, without waiting
 *     for anything
 * @param changes whether a request changes something here
 * @param route method and pattern of the route; {@link #NO_ROUTE} where there is none
 * @param parts what the path has in the pattern's named places
 */
public record Destination(
        String path,
        Endpoint endpoint,
        Optional<StreamEndpoint> stream,
        Optional<SocketEndpoint> socket,
        Optional<Predicate<Query>> costly,
        Predicate<Destination> nonBlocking,
        boolean changes,
        String route,
        Map<String, String> parts) {
    /** Stands for the route of a request that has none. */
    public static final String NO_ROUTE = "- -";

    static final Destination NOWHERE = of(
            any -> {
                throw new IllegalStateException("a request of which only the head is known must not be answered");
            },
            Optional.empty(),
            false);

    /** Returns the destination of a request to {@code path} that is answered by throwing {@code refusal}. */
    public static Destination refusing(String path, ApiException refusal) {
        Endpoint endpoint = any -> {
            throw refusal;
        };
        return of(endpoint, Optional.empty(), false).at(path, NO_ROUTE, Map.of());
    }

    /** Returns a destination to which no path has led yet. */
    static Destination of(Endpoint endpoint, Optional<Predicate<Query>> costly, boolean changes) {
        return new Destination(
                "", endpoint, Optional.empty(), Optional.empty(), costly, any -> false, changes, NO_ROUTE, Map.of());
    }

    Destination withStream(StreamEndpoint taking) {
        return new Destination(path, endpoint, Optional.of(taking), socket, costly, nonBlocking, changes, route, parts);
    }

    Destination withSocket(SocketEndpoint answering) {
        return new Destination(
                path, endpoint, stream, Optional.of(answering), costly, nonBlocking, changes, route, parts);
    }

    Destination nonBlockingWhere(Predicate<Destination> where) {
        return new Destination(path, endpoint, stream, socket, costly, where, changes, route, parts);
    }

    /** Returns whether the endpoint answers without waiting for anything, so that any thread may ask it. */
    public boolean isNonBlocking() {
        return nonBlocking.test(this);
    }

    /** Returns this destination for a request to {@code there}, to which {@code way} leads. */
    Destination at(String there, String way, Map<String, String> found) {
        return new Destination(there, endpoint, stream, socket, costly, nonBlocking, changes, way, found);
    }

    /** Returns what refuses a path that has no route, or has some for {@code others}, which are methods. */
    static ApiException nothingThere(String method, String path, Set<String> others) {
        String message = "There is no route " + Printable.brief(method) + " " + Printable.brief(path) + ".";
        if (others.isEmpty()) {
            return new ApiException(ErrorType.ROUTE_NOT_FOUND, message);
        }
        String allowed = String.join(", ", others);
        return new ApiException(ErrorType.METHOD_NOT_ALLOWED, message + " This path answers " + allowed + ".")
                .header("Allow", allowed);
    }

    /** Returns what refuses a request inside another one to a route that takes a stream. */
    static Endpoint notAsAStream(String method, String pattern) {
        return any -> {
            throw new ApiException(
                    ErrorType.NOT_SUPPORTED,
                    method + " " + pattern + " takes a stream: send it as a request of its own.");
        };
    }

    /** Returns what refuses a plain request to a route of WebSockets. */
    static Endpoint withoutSocket(String method, String pattern) {
        return any -> {
            throw new ApiException(
                    ErrorType.BAD_REQUEST,
                    method + " " + pattern
                            + " is answered on a WebSocket: send the handshake of RFC 6455, with Upgrade:"
                            + " websocket. A proxy before the server must pass that on.");
        };
    }
}
