package io.mintmark.support;

import io.mintmark.testkit.ReturnSchedule;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Threads that run schedules side by side, so that groups of writes form as they do under a server's clients. */
public final class SideBySide implements AutoCloseable {
    private final ExecutorService threads;

    /** Starts that many threads. */
    public SideBySide(int threads) {
        this.threads = Executors.newFixedThreadPool(threads);
    }

    /** Does a part of each schedule, and returns when all are done. */
    public void all(List<ReturnSchedule> schedules, Consumer<ReturnSchedule> part) throws Exception {
        List<Callable<Boolean>> parts = new ArrayList<>();
        for (ReturnSchedule schedule : schedules) {
            parts.add(() -> {
                part.accept(schedule);
                return true;
            });
        }
        for (Future<Boolean> done : threads.invokeAll(parts)) {
            done.get();
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
