package io.mintmark.server;

import io.mintmark.web.access.AccessControl;
import io.mintmark.web.http.Answer;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.Endpoint;
import io.mintmark.web.http.EndpointDecorator;
import io.mintmark.web.http.LaterReply;
import io.mintmark.web.http.Request;
import io.mintmark.web.http.SocketEndpoint;
import io.mintmark.web.http.StreamEndpoint;

/**
 * Goes around every endpoint: its caller is judged first, its failures get {@linkplain Refusals words} that clients
 * understand, and all of it is counted and timed under the endpoint's method and route.
 */
record ServedEndpoints(Metrics metrics, AccessControl access) implements EndpointDecorator {
    @Override
    public Endpoint around(String method, String pattern, Endpoint endpoint) {
        Endpoint guarded = access.around(method, pattern, request -> translated(endpoint, request));
        Metrics.Route route = metrics.of(method, pattern);
        return request -> measured(route, guarded, request);
    }

    static Answer translated(Endpoint endpoint, Request request) {
        try {
            return endpoint.answer(request).translatingFailures(Refusals::translate);
        } catch (RuntimeException e) {
            throw Refusals.translate(e);
        }
    }

    private static Answer measured(Metrics.Route route, Endpoint guarded, Request request) {
        long began = System.nanoTime();
        Answer answer;
        try {
            answer = guarded.answer(request);
        } catch (RuntimeException | Error e) {
            route.ended(began, e instanceof ApiException);
            throw e;
        }
        if (answer instanceof LaterReply later) {
            return later.whenEnded(failure -> route.ended(began, failure instanceof ApiException));
        }
        route.ended(began, false);
        return answer;
    }

    /** Measures streams from their head to their answer. */
    @Override
    public StreamEndpoint aroundStream(String method, String pattern, StreamEndpoint endpoint) {
        StreamEndpoint guarded = access.aroundStream(
                method, pattern, (request, stop) -> Refusals.translating(() -> endpoint.open(request, stop)));
        Metrics.Route route = metrics.of(method, pattern);
        return (request, stop) -> {
            long began = System.nanoTime();
            try {
                return new ServedReceiver(guarded.open(request, stop), route, began);
            } catch (ApiException e) {
                route.ended(began, true);
                throw e;
            }
        };
    }

    /** Measures handshakes, without what follows them. */
    @Override
    public SocketEndpoint aroundSocket(String method, String pattern, SocketEndpoint endpoint) {
        SocketEndpoint guarded = access.aroundSocket(
                method, pattern, handshake -> Refusals.translating(() -> endpoint.accept(handshake)));
        Metrics.Route route = metrics.of(method, pattern);
        return handshake -> {
            long began = System.nanoTime();
            try {
                SocketEndpoint.Opening opening = guarded.accept(handshake);
                route.ended(began, false);
                return opening;
            } catch (RuntimeException | Error e) {
                route.ended(began, e instanceof ApiException);
                throw e;
            }
        };
    }
}
