package io.mintmark.web.jetty;

import io.mintmark.support.limits.Limits;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * The threads of a server, which are the platform's on every Java. Virtual ones share the processors out without time
 * slices, so that long work keeps small requests waiting; they also cost more here, since a request that waits for a
 * commit waits without a thread.
 *
 * <p>There are more platform threads than requests at work, so that a thread is left to read heads and to shed what is
 * too much. Requests at work are the small ones, and half as many that are costly.
 */
final class HttpThreads extends QueuedThreadPool {
    private static final int THREADS_MIN = 8;
    /** How many threads accept, select, read heads and bodies, and do what is vital. */
    private static final int THREADS_SPARE = 40;

    private HttpThreads(int threadsMax) {
        super(threadsMax, THREADS_MIN);
    }

    static QueuedThreadPool pool(Limits.Requests requests) {
        // Its queue needs no bound of its own: no connection ever has more than two tasks, and connections are bounded.
        QueuedThreadPool threads = new HttpThreads(requests.max() + requests.max() / 2 + THREADS_SPARE);
        threads.setName("mintmark-http");
        threads.setReservedThreads(1);
        return threads;
    }

    /** Leaves a task that shall run at once to the end of the slice, if the calling thread reads. */
    @Override
    public boolean tryExecute(Runnable task) {
        return ReadSlice.leave(task) || super.tryExecute(task);
    }
}
