package io.mintmark.client.exceptions;

import java.time.Duration;

/** The server has more to do than it can, and did not start this (503): ask again later, or less often. */
public final class ServerOverloadedException extends MintmarkClientException {
    private static final long serialVersionUID = 1L;

    private final transient Duration retryAfter;

    /** Creates an exception from what the server said, and how long it wants to be left alone. */
    public ServerOverloadedException(ServerError error, Duration retryAfter) {
        super(error);
        this.retryAfter = retryAfter;
    }

    /** Returns how long the server wants to be left alone. */
    public Duration retryAfter() {
        return retryAfter;
    }
}
