package io.mintmark.web.http;

/** Answers WebSockets of one route. Called by many threads at once. */
@FunctionalInterface
public interface SocketEndpoint {
    /**
     * Returns what will open the socket, or throws {@link ApiException} to refuse the handshake. Takes no resources:
     * the connection may end before the socket is open.
     */
    Opening accept(Request handshake);

    /** Begins to answer when the handshake is done. */
    @FunctionalInterface
    interface Opening {
        /** Returns what answers on {@code socket}, whose messages may be sent from now on. */
        SocketReceiver open(Socket socket);
    }
}
