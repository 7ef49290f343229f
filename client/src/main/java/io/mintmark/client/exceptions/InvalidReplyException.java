package io.mintmark.client.exceptions;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/** A node's answer is not one of this protocol: look at what stands between client and server, or at its version. */
public final class InvalidReplyException extends MintmarkClientException {
    private static final long serialVersionUID = 1L;

    private final URI node;

    /** Creates an exception about a reply of {@code node}; {@code what} says what is wrong with it. */
    public InvalidReplyException(URI node, String what, @Nullable Throwable cause) {
        super("The reply of " + node + " is not one of this protocol: " + what, cause);
        this.node = node;
    }

    /** Returns the node that answered. */
    public URI node() {
        return node;
    }
}
