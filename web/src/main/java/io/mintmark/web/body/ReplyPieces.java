package io.mintmark.web.body;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A long body in pieces that are sent one after the other. One thread at a time. */
public interface ReplyPieces {
    /** Returns the next piece; empty if there is none yet. */
    ByteBuffer next() throws IOException;

    /** Returns whether there are more pieces after the last one returned. */
    boolean hasMore();

    /** Takes note that all of them were sent. */
    default void sent() {}

    /** Frees what the pieces hold, whether all were sent or not. */
    void release();
}
