package io.mintmark.internal;

import java.time.Duration;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads for work that waits for others' answers, which may not come. Stateless.
 *
 * <p>Work goes to a thread that idles, else to a new one, and waits for its turn only where there are as many as may
 * be. Java's own pools keep either few threads, so that few pieces of work that hang hold up all others, or a new one
 * for each piece of work until they are as many as may be.
 */
public final class ElasticThreads {
    private ElasticThreads() {}

    /** Returns at most {@code most} threads, each of which ends after {@code idle} without work. */
    public static ThreadPoolExecutor upTo(int most, Duration idle, ThreadFactory factory) {
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                1, most, idle.toNanos(), TimeUnit.NANOSECONDS, new HandOver(), factory, ElasticThreads::queue);
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    /** Called where each thread is busy and no other one may be made. */
    private static void queue(Runnable work, ThreadPoolExecutor threads) {
        if (threads.isShutdown()) {
            throw new RejectedExecutionException("these threads take no work any more");
        }
        ((HandOver) threads.getQueue()).await(work);
        threads.prestartCoreThread(); // all may have ended by now
    }

    /** Refuses work that no thread waits for, so that the pool makes one. */
    private static final class HandOver extends LinkedTransferQueue<Runnable> {
        private static final long serialVersionUID = 1L;

        @Override
        public boolean offer(Runnable work) {
            return tryTransfer(work);
        }

        void await(Runnable work) {
            boolean always = super.offer(work);
        }
    }
}
