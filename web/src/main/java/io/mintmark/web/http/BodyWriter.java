package io.mintmark.web.http;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes a reply's body part by part, so that it never has to be in memory as a whole, and no thread waits while the
 * client does not read: the next part is asked for when the last one was sent. One thread at a time, not always the
 * same one.
 */
@FunctionalInterface
public interface BodyWriter {
    /**
     * Writes the next part, some ten kilobytes if there are as many, and returns whether more follows.
     *
     * @param out memory; closed by the caller
     */
    boolean writePart(OutputStream out) throws IOException;

    /**
     * Takes note, at most once and before {@link #release}, that the client's connection took all of it. A client that
     * hangs up before its end has no such moment.
     */
    default void sent() {}

    /**
     * Frees what it holds, whether all was written or not; called once or more often, on any thread, when nobody asks
     * any more.
     */
    default void release() {}

    /** Writes everything that is left. */
    default void writeTo(OutputStream out) throws IOException {
        boolean more = true;
        while (more) {
            more = writePart(out);
        }
    }
}
