package io.mintmark.web.http;

/** One open WebSocket, as what answers on it sees it. Thread-safe; every call returns at once. */
public interface Socket {
    /** Close code: what the socket is about is gone, or the server is. */
    int GONE = 1001;
    /** Close code: the client broke a rule. */
    int RULE_BROKEN = 1008;
    /** Close code: the server failed. */
    int FAILED = 1011;
    /** Close code: there is too much to do; the client may connect again. */
    int OVERLOADED = 1013;

    /** Says that {@link SocketReceiver#next} has something to send. */
    void ready();

    /**
     * Sends {@code reason}, and ends the connection soon after, whatever the client does; the first call counts.
     *
     * @param code a close code of RFC 6455
     */
    void close(int code, String reason);

    /** Accounts for {@code bytes} more that the socket keeps in memory, or refuses; a negative number gives back. */
    void keepInMemory(long bytes);
}
