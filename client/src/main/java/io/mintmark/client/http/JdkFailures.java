package io.mintmark.client.http;

import io.mintmark.client.exceptions.InvalidReplyException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** Interprets what the JDK's client throws. */
final class JdkFailures {
    private static final int CAUSES_MAX = 10;

    private JdkFailures() {}

    /** Returns the outcome of the attempt at {@code node}; rethrows what is wrong with a reply that did come. */
    static ExchangeOutcome read(URI node, Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof ExecutionException || cause instanceof CompletionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        rethrowInvalidReply(cause);
        return new ExchangeOutcome.Failed(!nothingWasSent(cause), reason(node, cause), cause);
    }

    private static boolean hasCause(Throwable failure, Class<? extends Throwable> kind) {
        Throwable cause = failure;
        for (int i = 0; i < CAUSES_MAX && cause != null; i++) {
            if (kind.isInstance(cause)) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }

    private static void rethrowInvalidReply(Throwable failure) {
        Throwable cause = failure;
        for (int i = 0; i < CAUSES_MAX && cause != null; i++) {
            if (cause instanceof InvalidReplyException invalid) {
                throw invalid;
            }
            cause = cause.getCause();
        }
    }

    /** Before the handshake ends nothing was sent that could have an effect. */
    private static boolean nothingWasSent(Throwable cause) {
        return cause instanceof ConnectException
                || cause instanceof HttpConnectTimeoutException
                || TlsFailures.isBeforeTheRequest(cause);
    }

    private static String reason(URI node, Throwable cause) {
        if (cause instanceof ConnectException && cause.getMessage() == null) {
            return hasCause(cause, UnresolvedAddressException.class)
                    ? "unknown host, no address is found for its name"
                    : "connection refused, nothing listens there";
        }
        return TlsFailures.reason(node, cause).orElseGet(() -> plainReason(cause));
    }

    private static String plainReason(Throwable cause) {
        String message = cause.getMessage();
        return cause.getClass().getSimpleName() + (message == null ? "" : " (" + message + ")");
    }
}
