package io.mintmark.server.ravendb;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/** Tasks that start at the same moment, each in a thread of its own. */
final class Together {
    private static final int SECONDS_MAX = 60;

    private Together() {}

    /** Runs {@code tasks} tasks, the i-th made by {@code task}, and returns their results in that order. */
    static <T> List<T> run(int tasks, IntFunction<Callable<T>> task) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(tasks);
        try {
            CyclicBarrier start = new CyclicBarrier(tasks);
            List<Future<T>> running = new ArrayList<>();
            for (int i = 0; i < tasks; i++) {
                Callable<T> one = task.apply(i);
                running.add(threads.submit(() -> {
                    start.await(SECONDS_MAX, TimeUnit.SECONDS);
                    return one.call();
                }));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> result : running) {
                results.add(result.get(SECONDS_MAX, TimeUnit.SECONDS));
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }
}
