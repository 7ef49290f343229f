package io.mintmark.storage.row;

import java.util.ArrayDeque;
import java.util.Deque;

/** How to go back to the last mark: the reverse of each change since, latest first. Used by one thread. */
public final class UndoLog {
    private final Deque<Runnable> reverses = new ArrayDeque<>();
    private boolean marked;

    /** From here on {@link #undo} goes back to the present state. */
    void mark() {
        reverses.clear();
        marked = true;
    }

    /** Keeps what was done since the mark. */
    void release() {
        reverses.clear();
        marked = false;
    }

    /** Returns whether a change may be undone; one that is made outside of a mark stays. */
    boolean isMarked() {
        return marked;
    }

    /** Takes note of how a change since the mark is undone. */
    void note(Runnable reverse) {
        if (marked) {
            reverses.push(reverse);
        }
    }

    void undo() {
        while (!reverses.isEmpty()) {
            reverses.pop().run();
        }
        marked = false;
    }
}
