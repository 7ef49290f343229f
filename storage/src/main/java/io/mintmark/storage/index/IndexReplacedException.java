package io.mintmark.storage.index;

import io.mintmark.MintmarkException;

/** Another thread, or another server, went on with an index; the commit had no effect, and its thread is to stop. */
public final class IndexReplacedException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    private IndexReplacedException(String message) {
        super(message);
    }

    /** Returns an exception of a commit by a node that does not compute the index, but {@code holder} does. */
    public static IndexReplacedException heldBy(String holder) {
        return new IndexReplacedException("A commit of an index comes from a node that does not compute it (" + holder
                + " does): claim it, and read its progress again before the next one.");
    }

    /** Creates an exception of a commit that builds on {@code builtOn} commits where there are {@code made}. */
    public IndexReplacedException(long builtOn, long made) {
        super("A commit of an index builds on " + builtOn + " commits, but " + made
                + " were made: somebody else goes on with it. Read its progress again before the next one.");
    }
}
