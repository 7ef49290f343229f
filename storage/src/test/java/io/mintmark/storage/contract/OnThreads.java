package io.mintmark.storage.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/** Does the same on several threads at once. */
public final class OnThreads {
    private OnThreads() {}

    /** Returns all that the threads found. */
    public static <T> List<T> collect(int threads, IntFunction<List<T>> work) throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            List<Callable<List<T>>> tasks = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int thread = i;
                tasks.add(() -> work.apply(thread));
            }
            List<T> all = new ArrayList<>();
            for (Future<List<T>> done : executor.invokeAll(tasks)) {
                all.addAll(done.get());
            }
            return all;
        } finally {
            executor.shutdownNow();
        }
    }
}
