package io.mintmark.server.storage.index;

import io.mintmark.MintmarkException;

/** Another thread, or another server, went on with an index; the commit had no effect, and its thread is to stop. */
public final class IndexReplacedException extends MintmarkException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception of a commit that builds on {@code builtOn} commits where there are {@code made}. */
    public IndexReplacedException(long builtOn, long made) {
        super("A commit of an index builds on " + builtOn + " commits, but " + made
                + " were made: somebody else goes on with it. Read its progress again before the next one.");
    }
}
