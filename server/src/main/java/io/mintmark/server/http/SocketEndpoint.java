package io.mintmark.server.http;

import java.util.function.UnaryOperator;

/** Answers WebSockets of one route. Called by many threads at once. */
@FunctionalInterface
public interface SocketEndpoint {
    /**
     * Returns what will open the socket, or throws {@link ApiException} to refuse the handshake. Takes no resources: the
     * connection may end before the socket is open.
     */
    Opening accept(Request handshake);

    /** Returns this endpoint; {@code translation} applies to the failures of handshakes. */
    default SocketEndpoint translatingFailures(UnaryOperator<RuntimeException> translation) {
        return handshake -> {
            try {
                return accept(handshake);
            } catch (RuntimeException e) {
                throw translation.apply(e);
            }
        };
    }

    /** Begins to answer when the handshake is done. */
    @FunctionalInterface
    interface Opening {
        /** Returns what answers on {@code socket}, whose messages may be sent from now on. */
        SocketReceiver open(Socket socket);
    }
}
