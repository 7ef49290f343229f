package io.mintmark.client.exceptions;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/** A node answered something that no server of this protocol says: look at what lies between, or at its version. */
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
