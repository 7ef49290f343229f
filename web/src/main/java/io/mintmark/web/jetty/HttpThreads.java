package io.mintmark.web.jetty;

import io.mintmark.support.limits.Limits;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.VirtualThreadPool;

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

    private HttpThreads(int threadsMax) {
        super(threadsMax, THREADS_MIN);
    }

    static QueuedThreadPool pool(Limits.Requests requests) {
        // Its queue needs no bound of its own: no connection ever has more than two tasks, and connections are bounded.
        QueuedThreadPool threads = new HttpThreads(requests.max() + requests.max() / 2 + THREADS_SPARE);
        threads.setName("mintmark-http");
        threads.setReservedThreads(1);
        if (VirtualThreads.areSupported()) {
            // With one, Jetty answers on platform threads, too, and wakes one more of them for each request.
            threads.setReservedThreads(0);
            VirtualThreadPool virtual = new VirtualThreadPool();
            virtual.setName("mintmark-http-virtual-");
            virtual.setMaxConcurrentTasks(requests.max() + VIRTUAL_THREADS_SPARE);
            threads.setVirtualThreadsExecutor(virtual);
        }
        return threads;
    }

    /** Returns whether requests are read on virtual threads, apart from the thread that waits for input. */
    static boolean areVirtual() {
        return VirtualThreads.areSupported();
    }

    /** Leaves a task that shall run at once to the end of the slice, if the calling thread reads. */
    @Override
    public boolean tryExecute(Runnable task) {
        return FrontEnd.leave(task) || super.tryExecute(task);
    }
}
