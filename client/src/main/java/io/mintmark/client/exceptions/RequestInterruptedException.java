package io.mintmark.client.exceptions;

import org.jspecify.annotations.Nullable;

/** The calling thread was interrupted while it waited for a server; its interrupt flag is set. */
public final class RequestInterruptedException extends MintmarkClientException {
    private static final long serialVersionUID = 1L;

    private RequestInterruptedException(String message, @Nullable InterruptedException cause) {
        super(message, cause);
    }

    /** Returns the exception about a {@code request} that was not sent, because the thread was interrupted before. */
    public static RequestInterruptedException beforeSending(String request) {
        return new RequestInterruptedException(
                request + " was not sent because the calling thread is interrupted.", null);
    }

    /** Returns the exception about a {@code request} that was sent, or was about to be sent again. */
    public static RequestInterruptedException whileWaiting(String request, InterruptedException cause) {
        return new RequestInterruptedException(
                request + " was given up because the calling thread was interrupted; it may have taken effect.", cause);
    }
}
