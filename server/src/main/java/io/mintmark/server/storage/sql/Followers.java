package io.mintmark.server.storage.sql;

import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs what follows a commit, such as the sending of replies, on a thread of its own. The writer goes on with the next
 * group meanwhile, and a group wakes one thread, not one for each of those who wait for it. Thread-safe.
 */
final class Followers implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Followers.class);

    private final ThreadPoolExecutor thread;

    /** Runs on a daemon thread of that {@code name}, which is there while it is needed. */
    Followers(String name) {
        // Its queue is bounded by the requests that may be at work.
        thread = OneThread.named(
                name,
                new LinkedBlockingQueue<>(),
                // After the end there is no writer to be kept from its work.
                (task, executor) -> task.run());
    }

    /** Runs them all, one after the other, behind what was given before. */
    void run(List<Runnable> followers) {
        if (!followers.isEmpty()) {
            thread.execute(() -> followers.forEach(Followers::runOne));
        }
    }

    private static void runOne(Runnable follower) {
        try {
            follower.run();
        } catch (RuntimeException | Error e) {
            LOG.error("what followed a commit failed; the commit stands", e);
        }
    }

    /** Runs what was given, and ends. */
    @Override
    public void close() {
        thread.shutdown();
    }
}
