package io.mintmark.client.exceptions;

import org.jspecify.annotations.Nullable;

/** A bulk insert ended before its end; the documents before the one that is to blame are stored, none behind it is. */
public final class BulkInsertException extends MintmarkClientException {
    private static final long serialVersionUID = 1L;

    private final long sent;

    /**
     * Creates an exception.
     *
     * @param sent how many documents were handed over to be sent
     * @param why why it ended, in the server's words if it told
     */
    public BulkInsertException(long sent, String why, @Nullable Throwable cause) {
        super(
                "The bulk insert ended after " + sent + " documents were sent, perhaps not all of them stored: " + why,
                cause);
        this.sent = sent;
    }

    /** Returns how many documents were handed over to be sent; the server's words say how many of them are stored. */
    public long sent() {
        return sent;
    }
}
