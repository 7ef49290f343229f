package io.mintmark.server.jetty;

import io.mintmark.server.admission.AdmissionLimits;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.VirtualThreadPool;
import org.jspecify.annotations.Nullable;

/**
 * The threads of a server: platform threads and, where the JVM has them, a virtual one for each piece of input, which
 * reads it and answers a small request at once.
 *
 * <p>Work that had to wait for its permit, and work that takes long, runs on platform threads: virtual ones share the
 * processors out in the order of arrival and without time slices, so that long work among thousands of heads keeps them
 * all waiting.
 *
 * <p>There are more platform threads than requests at work, so that a thread is left to read heads and to shed what is
 * too much. Requests at work are the small ones, and half as many that are costly.
 */
final class HttpThreads extends QueuedThreadPool {
    private static final int THREADS_MIN = 8;
    /** How many threads accept, select, read heads and bodies, and do what is vital. */
    private static final int THREADS_SPARE = 40;

    private static final int VIRTUAL_THREADS_SPARE = 768;

    /** How much is read in one slice. A longer head will be refused, most of the time. */
    private static final int PORTION_BYTES = 8 << 10;

    private static final ThreadLocal<@Nullable Slice> PRESENT = new ThreadLocal<>();

    /** What the present thread has read in its slice, and the tasks that it left. */
    private static final class Slice {
        private @Nullable List<Runnable> left;
        private int bytes;
    }

    private HttpThreads(int threadsMax) {
        super(threadsMax, THREADS_MIN);
    }

    static QueuedThreadPool pool(AdmissionLimits limits) {
        // Its queue needs no bound of its own: no connection ever has more than two tasks, and connections are bounded.
        QueuedThreadPool threads = new HttpThreads(limits.requestsMax() + limits.requestsMax() / 2 + THREADS_SPARE);
        threads.setName("mintmark-http");
        threads.setReservedThreads(1);
        if (VirtualThreads.areSupported()) {
            // With one, Jetty answers on platform threads, too, and wakes one more of them for each request.
            threads.setReservedThreads(0);
            VirtualThreadPool virtual = new VirtualThreadPool();
            virtual.setName("mintmark-http-virtual-");
            virtual.setMaxConcurrentTasks(limits.requestsMax() + VIRTUAL_THREADS_SPARE);
            threads.setVirtualThreadsExecutor(virtual);
        }
        return threads;
    }

    /** Returns whether requests are read on virtual threads, apart from the thread that waits for input. */
    static boolean areVirtual() {
        return VirtualThreads.areSupported();
    }

    /**
     * Returns whether the calling thread is virtual. Where there are none, Jetty's own answer is thrown and caught each
     * time.
     */
    static boolean isVirtual() {
        return VirtualThreads.areSupported() && VirtualThreads.isVirtualThread();
    }

    /** Runs {@code read} within a slice, then the tasks that were left. */
    static void read(Runnable read) {
        if (PRESENT.get() != null) {
            read.run();
            return;
        }
        Slice slice = new Slice();
        PRESENT.set(slice);
        try {
            read.run();
        } finally {
            PRESENT.remove();
        }
        if (slice.left != null) {
            slice.left.forEach(Runnable::run);
        }
    }

    /** Returns whether the present thread may read on, as far as its connection is concerned. */
    static boolean mayReadMore() {
        Slice slice = PRESENT.get();
        return slice == null || slice.bytes < PORTION_BYTES;
    }

    /** Counts bytes that the present thread read. */
    static void hasRead(int count) {
        Slice slice = PRESENT.get();
        if (slice != null) {
            slice.bytes += count;
        }
    }

    /** Leaves {@code task} for the end of the present thread's slice; returns false if it does not read. */
    static boolean leave(Runnable task) {
        Slice slice = PRESENT.get();
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

    /** Reads a connection, which Jetty hands in to go on with it, within a slice. */
    @Override
    protected void runJob(Runnable job) {
        if (job instanceof Connection) {
            read(job);
        } else {
            super.runJob(job);
        }
    }

    /** Leaves a task that shall run at once to the end of the slice, if the calling thread reads. */
    @Override
    public boolean tryExecute(Runnable task) {
        return leave(task) || super.tryExecute(task);
    }
}
