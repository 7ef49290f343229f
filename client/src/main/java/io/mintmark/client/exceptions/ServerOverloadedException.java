package io.mintmark.client.exceptions;

import java.time.Duration;

/** The server has too much to do and did not start this (503): ask again later, or less often. */
public final class ServerOverloadedException extends MintmarkClientException {
    private static final long serialVersionUID = 1L;

    private final transient Duration retryAfter;

    /** Creates an exception from what the server said, and the time after which it may be asked again. */
    public ServerOverloadedException(ServerError error, Duration retryAfter) {
        super(error);
        this.retryAfter = retryAfter;
    }

    /** Returns the time after which the server may be asked again. */
    public Duration retryAfter() {
        return retryAfter;
    }
}
