package io.mintmark.web.http;

import org.jspecify.annotations.Nullable;

/** Answers on one open WebSocket; {@link #closed} is its last call. */
public interface SocketReceiver {
    /** Takes a message of the client, a text in UTF-8; one at a time. {@link ApiException} closes the socket. */
    void received(byte[] message);

    /**
     * Returns the next message to send, a text in UTF-8, or null if there is none now; one call at a time. Called when
     * the message before was taken by the connection, so that what waits for a slow client waits here.
     */
    byte @Nullable [] next();

    /** Called once, when nothing is sent or received any more. */
    void closed();
}
