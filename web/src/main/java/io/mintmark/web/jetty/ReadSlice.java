package io.mintmark.web.jetty;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the present thread has read in its slice, if it has begun one, and the tasks that it left for the end. */
final class ReadSlice {
    /** Each thread keeps one for all its slices: to set and remove it would cost more than what it counts. */
    private static final ThreadLocal<ReadSlice> SLICE = ThreadLocal.withInitial(ReadSlice::new);

    private boolean begun;
    private @Nullable List<Runnable> left;
    private int bytes;

    private ReadSlice() {}

    /** Returns that of the present thread. */
    static ReadSlice ofThread() {
        return SLICE.get();
    }

    /** Runs {@code read} within a slice, then the tasks that were left. */
    static void run(Runnable read) {
        ReadSlice slice = SLICE.get();
        if (slice.begun) {
            read.run();
            return;
        }
        slice.begun = true;
        List<Runnable> left;
        try {
            read.run();
        } finally {
            left = slice.end();
        }
        if (left != null) {
            left.forEach(Runnable::run);
        }
    }

    private @Nullable List<Runnable> end() {
        List<Runnable> tasks = left;
        begun = false;
        left = null;
        bytes = 0;
        return tasks;
    }

    /** Leaves {@code task} for the end of the present thread's slice; returns false if it has none. */
    static boolean leave(Runnable task) {
        ReadSlice slice = SLICE.get();
        if (!slice.begun) {
            return false;
        }
        List<Runnable> tasks = slice.left;
        if (tasks == null) {
            tasks = new ArrayList<>();
            slice.left = tasks;
        }
        return tasks.add(task);
    }

    /** Returns whether the thread is within a slice. */
    boolean hasBegun() {
        return begun;
    }

    /** Counts bytes that were read, within a slice. */
    void hasRead(int count) {
        if (begun) {
            bytes += count;
        }
    }

    /** Returns how many bytes were read in the slice; 0 outside of one. */
    int bytes() {
        return bytes;
    }
}
