package io.mintmark.client.exceptions;

import org.jspecify.annotations.Nullable;

/** A bulk insert failed: the documents before the one to blame are stored, and none after it. */
public final class BulkInsertException extends MintmarkClientException {
    private static final long serialVersionUID = 1L;

    private final long sent;

    /**
     * Creates an exception.
     *
     * @param sent the number of documents that were handed over to be sent
     * @param why why it ended, in the server's words if there are any
     */
    public BulkInsertException(long sent, String why, @Nullable Throwable cause) {
        super(
                "The bulk insert ended after " + sent + " documents were sent, perhaps not all of them stored: " + why,
                cause);
        this.sent = sent;
    }

    /** Returns the number of documents that were handed over to be sent; the message may say how many are stored. */
    public long sent() {
        return sent;
    }
}
