package io.mintmark.server.storage.row;

import java.util.ArrayDeque;
import java.util.Deque;

/** How to go back to the last mark: the reverse of each change since, latest first. Used by one thread. */
public final class UndoLog {
    private final Deque<Runnable> reverses = new ArrayDeque<>();

    void mark() {
        reverses.clear();
    }

    void note(Runnable reverse) {
        reverses.push(reverse);
    }

    void undo() {
        while (!reverses.isEmpty()) {
            reverses.pop().run();
        }
    }
}
