package io.mintmark.server.jetty;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The time in which one thread reads and parses a portion of a connection's bytes; other connections come next. Tasks
 * that Jetty wants done at once by other threads are left for the end of the slice, and the same thread runs them.
 *
 * <p><b>Why tasks are left.</b> By itself, Jetty lets another thread answer a malformed request, and a third one go on
 * with the connection as soon as the answer is sent, while the first may not yet have let go of the buffer that all of
 * them use. The buffer is then given back twice, the second time perhaps after another connection got it from the pool.
 * From there on two connections share a buffer, and a good client's body is taken for the beginning of a request. A
 * thread that leaves the answer for the end of its slice has let go of everything before anybody else begins.
 *
 * <p>The slice belongs to its thread; no other package sees it.
 */
final class ReadSlice {
    /** How much is read in one slice. A longer head will be refused, most of the time. */
    private static final int PORTION_BYTES = 8 << 10;

    private static final ThreadLocal<@Nullable ReadSlice> PRESENT = new ThreadLocal<>();

    private @Nullable List<Runnable> left;
    private int bytes;

    private ReadSlice() {}

    /** Runs {@code read} within a slice, then the tasks that were left. */
    static void during(Runnable read) {
        if (PRESENT.get() != null) {
            read.run();
            return;
        }
        ReadSlice slice = new ReadSlice();
        PRESENT.set(slice);
        try {
            read.run();
        } finally {
            PRESENT.remove();
        }
        slice.runTasks();
    }

    /** Leaves {@code task} for the end of the present thread's reading; returns false if it does not read. */
    static boolean leave(Runnable task) {
        ReadSlice slice = PRESENT.get();
        if (slice == null) {
            return false;
        }
        List<Runnable> tasks = slice.left;
        if (tasks == null) {
            tasks = new ArrayList<>();
            slice.left = tasks;
        }
        return tasks.add(task);
    }

    /** Returns whether the present thread may read on, as far as this connection is concerned. */
    static boolean mayTakeMore() {
        ReadSlice slice = PRESENT.get();
        return slice == null || slice.bytes < PORTION_BYTES;
    }

    /** Counts bytes that the present thread read. */
    static void took(int count) {
        ReadSlice slice = PRESENT.get();
        if (slice != null) {
            slice.bytes += count;
        }
    }

    private void runTasks() {
        if (left != null) {
            left.forEach(Runnable::run);
        }
    }
}
