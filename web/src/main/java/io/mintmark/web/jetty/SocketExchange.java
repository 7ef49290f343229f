package io.mintmark.web.jetty;

import io.mintmark.internal.Printable;
import io.mintmark.protocol.ErrorType;
import io.mintmark.web.admission.Permit;
import io.mintmark.web.admission.RequestResources;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.Destination;
import io.mintmark.web.http.ErrorBody;
import io.mintmark.web.http.Overload;
import io.mintmark.web.http.Request;
import io.mintmark.web.http.SocketEndpoint;
import io.mintmark.web.jetty.input.SocketConnection;
import java.util.List;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.websocket.core.WebSocketComponents;
import org.eclipse.jetty.websocket.core.server.Handshaker;
import org.jspecify.annotations.Nullable;

/**
 * One WebSocket handshake: gate, endpoint, upgrade, in this order. A refused one is answered like any request.
 *
 * <p>Extensions are never agreed on, compression least of all: what a client sends is as small as it looks.
 */
final class SocketExchange {
    private static final String VERSION = "13";

    /** Sixteen random bytes in base64. */
    private static final String KEY = "[A-Za-z0-9+/]{22}==";

    private final Exchange exchange;
    private final RequestResources resources;

    /** Takes {@code exchange} over. */
    SocketExchange(Exchange exchange) {
        this.exchange = exchange;
        this.resources = exchange.resources;
    }

    /** Jetty's part, which is loaded when the first socket opens. */
    private static final class Upgrade {
        static final Handshaker HANDSHAKER = Handshaker.newInstance();
        static final WebSocketComponents COMPONENTS = new WebSocketComponents();
    }

    /** Answers under a permit, or is refused before anything was done. */
    void enter(Destination destination, SocketEndpoint endpoint) {
        resources.permits().enter(resources.party(), permit -> answer(destination, endpoint, permit), this::shed);
    }

    private void shed() {
        exchange.send(exchange.head(), Overload.tooManyWait(exchange.target()));
    }

    private void answer(Destination destination, SocketEndpoint endpoint, Permit permit) {
        resources.worksUnder(permit);
        try {
            Request request = new Request(exchange, destination, Exchange.NOTHING);
            exchange.handler.gate().check(request, destination.changes());
            requireHandshake();
            upgrade(endpoint.accept(request), () -> exchange.handler.gate().check(request, destination.changes()));
            if (RequestLog.isOn()) {
                RequestLog.tell(request, exchange);
            }
        } catch (Throwable t) {
            exchange.send(exchange.head(), ErrorBody.reply(exchange.target(), t));
        }
    }

    private void requireHandshake() {
        if (RequestHeads.hasBody(exchange.raw)) {
            throw refusal("have no body");
        }
        if (!VERSION.equals(exchange.raw.getHeaders().get(HttpHeader.SEC_WEBSOCKET_VERSION))) {
            throw refusal("have Sec-WebSocket-Version: " + VERSION).header("Sec-WebSocket-Version", VERSION);
        }
        @Nullable String key = exchange.raw.getHeaders().get(HttpHeader.SEC_WEBSOCKET_KEY);
        if (key == null || !key.matches(KEY)) {
            throw refusal("have a Sec-WebSocket-Key of 16 bytes in base64, and not '"
                    + Printable.brief(String.valueOf(key)) + "'");
        }
    }

    private static ApiException refusal(String rule) {
        return new ApiException(
                ErrorType.BAD_REQUEST,
                "A WebSocket handshake must be a GET of HTTP/1.1 with Upgrade: websocket and Connection: Upgrade, and "
                        + rule + ".");
    }

    private void upgrade(SocketEndpoint.Opening opening, Runnable gate) {
        SocketConnection connection = new SocketConnection(
                opening, resources.ofSocket(), exchange.raw.getComponents().getScheduler(), gate);
        if (!isUpgraded(connection)) {
            throw refusal("be well-formed");
        }
        FrontEnd.below(exchange.raw.getConnectionMetaData().getConnection().getEndPoint())
                .readOnlyPortions();
    }

    private boolean isUpgraded(SocketConnection connection) {
        try {
            return upgrade(connection);
        } catch (HttpException.RuntimeException | IllegalArgumentException malformed) {
            throw refusal("be well-formed: " + Printable.brief(String.valueOf(malformed.getMessage())));
        }
    }

    private boolean upgrade(SocketConnection connection) {
        return Upgrade.HANDSHAKER.upgradeRequest(
                (request, response, ignored) -> {
                    response.setExtensions(List.of());
                    return connection;
                },
                exchange.raw,
                exchange.response,
                exchange.callback,
                Upgrade.COMPONENTS,
                connection);
    }
}
