package io.mintmark.server.http;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The time in which a thread reads and parses what a connection sent: one portion of it, then others have their turn. What
 * others are to do at once about it is left for the end of this time, and done by the same thread.
 *
 * <p>Left to itself, Jetty has another thread answer a malformed request, and a third one go on with the connection as soon as
 * the answer is sent, while the first may not yet have let go of the buffer that all of them use. It is then given back twice,
 * the second time perhaps after another connection got it from the pool; from there on two connections share a buffer, and
 * a good client's body is taken for the beginning of a request. Who leaves the answer for later has let go of everything
 * before anybody else begins.
 */
final class ReadSlice {
    /** As much as is read at once. A longer head is one that will be refused, most of the time. */
    private static final int PORTION_BYTES = 8 << 10;

    private static final ThreadLocal<@Nullable ReadSlice> PRESENT = new ThreadLocal<>();

    private @Nullable List<Runnable> left;
    private int bytes;

    private ReadSlice() {}

    /** Reads, then does what was left. */
    static void during(Runnable read) {
        if (PRESENT.get() != null) {
            read.run();
            return;
        }
        ReadSlice reading = new ReadSlice();
        PRESENT.set(reading);
        try {
            read.run();
        } finally {
            PRESENT.remove();
        }
        reading.doWhatWasLeft();
    }

    /** Leaves {@code task} for the end of the present thread's reading; returns false if it does not read. */
    static boolean leave(Runnable task) {
        ReadSlice reading = PRESENT.get();
        if (reading == null) {
            return false;
        }
        List<Runnable> tasks = reading.left;
        if (tasks == null) {
            tasks = new ArrayList<>();
            reading.left = tasks;
        }
        return tasks.add(task);
    }

    /** Tells whether the present thread may read on, as far as this connection is concerned. */
    static boolean mayTakeMore() {
        ReadSlice reading = PRESENT.get();
        return reading == null || reading.bytes < PORTION_BYTES;
    }

    static void took(int count) {
        ReadSlice reading = PRESENT.get();
        if (reading != null) {
            reading.bytes += count;
        }
    }

    private void doWhatWasLeft() {
        if (left != null) {
            left.forEach(Runnable::run);
        }
    }
}
