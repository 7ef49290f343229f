package io.mintmark.client.exceptions;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * A request was sent and its reply never came: it may have taken effect or not, and was not sent again.
 *
 * <p>Look at what is stored before you repeat it.
 */
public final class UnknownOutcomeException extends MintmarkClientException {
    private static final long serialVersionUID = 1L;

    private final URI node;

    /** Creates an exception about {@code request}, which {@code node} did not answer because of {@code reason}. */
    public UnknownOutcomeException(String request, URI node, String reason, @Nullable Throwable cause) {
        super(
                request + " was sent to " + node + " and may have taken effect: " + reason
                        + ". It was not sent again; look at what is stored before you repeat it.",
                cause);
        this.node = node;
    }

    /** Returns the node that the request was sent to. */
    public URI node() {
        return node;
    }
}
