package io.mintmark.storage.group;

import io.mintmark.internal.DaemonThreads;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Makes executors of one daemon thread that is there while it is needed. */
public final class OneThread {
    private static final long IDLE_SECONDS = 10;

    private OneThread() {}

    /**
     * Returns one whose thread has that {@code name}.
     *
     * @param queue what waits while the thread is busy
     * @param refused what becomes of that for which the queue has no room, or which comes after the end
     */
    public static ThreadPoolExecutor named(
            String name, BlockingQueue<Runnable> queue, RejectedExecutionHandler refused) {
        ThreadPoolExecutor made = new ThreadPoolExecutor(
                1, 1, IDLE_SECONDS, TimeUnit.SECONDS, queue, DaemonThreads.named(OneThread.class, name), refused);
        made.allowCoreThreadTimeOut(true);
        return made;
    }
}
