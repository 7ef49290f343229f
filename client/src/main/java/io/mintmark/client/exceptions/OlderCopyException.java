package io.mintmark.client.exceptions;

import java.net.URI;

/**
 * A node serves an older copy of the database than this client has seen: a backup was put back and not raised.
 *
 * <p>Numbers of that copy were issued before, so none is taken from it; numbers that were reserved earlier stay valid.
 * The client goes on by itself once {@code mintmark raise} was run on the copy. If nothing was restored, look for a
 * cache between client and server that answers with old replies, and open a new client when it is gone.
 */
public final class OlderCopyException extends MintmarkClientException {
    private static final long serialVersionUID = 1L;

    private final URI node;

    /**
     * Creates an exception about a reply of {@code node}.
     *
     * @param database the database's name
     * @param came how far the copy has come, such as {@code lease 7 of incarnation 1}
     * @param seen how far the client saw the database come, in the same words
     */
    public OlderCopyException(URI node, String database, String came, String seen) {
        super(
                "An older copy of the database " + database + " was put back: " + node + " answered with " + came
                        + ", after this client had seen " + seen
                        + ". None of its numbers are used: run `mintmark raise` on it, see docs/operating.md",
                (Throwable) null);
        this.node = node;
    }

    /** Returns the node that answered. */
    public URI node() {
        return node;
    }
}
