package io.mintmark.number;

import java.util.HashSet;
import java.util.Set;

/**
 * Which ids a search has seen, which was the highest, and whether issuing was ended.
 *
 * <p>No business of a search: it runs one thread at a time, and does not switch threads in here.
 */
final class IssuedIds {
    private final Set<Long> issued = new HashSet<>();
    private long highest;
    private boolean closing;
    private boolean closed;

    /** Enters an id and returns whether nobody had it before. */
    boolean enter(long id) {
        highest = Math.max(highest, id);
        return issued.add(id);
    }

    long highest() {
        return highest;
    }

    void enterClosing() {
        closing = true;
    }

    void enterClosed() {
        closed = true;
    }

    boolean isClosing() {
        return closing;
    }

    boolean isClosed() {
        return closed;
    }
}
