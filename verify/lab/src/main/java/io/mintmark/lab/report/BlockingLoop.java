package io.mintmark.lab.report;

import io.mintmark.lab.instrument.ClosedLoop;
import io.mintmark.lab.instrument.LatencyHistogram;
import io.mintmark.lab.process.Child;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Threads that each do their work on a connection of their own, again and again; the twin of {@link ClosedLoop} for
 * what blocks.
 */
public final class BlockingLoop implements AutoCloseable {
    private final List<Work> works = new ArrayList<>();
    private final ExecutorService threads;

    /** Work of one thread; one commit each time. */
    public interface Work extends AutoCloseable {
        void once() throws IOException, SQLException;

        @Override
        void close() throws IOException, SQLException;
    }

    /** Opens the work of one thread, counted from 0. */
    @FunctionalInterface
    public interface Opener {
        Work open(int thread) throws IOException, SQLException;
    }

    private BlockingLoop(int threadCount) {
        threads = Executors.newFixedThreadPool(threadCount);
    }

    public static BlockingLoop open(int threadCount, Opener opener) throws IOException {
        BlockingLoop loop = new BlockingLoop(threadCount);
        try {
            for (int i = 0; i < threadCount; i++) {
                loop.works.add(opener.open(i));
            }
            return loop;
        } catch (IOException | SQLException e) {
            loop.close();
            throw new IOException(e);
        }
    }

    public ClosedLoop.Flow run(Duration time) throws IOException {
        long start = System.nanoTime();
        long deadline = start + time.toNanos();
        List<Future<LatencyHistogram>> running = works.stream()
                .map(work -> threads.submit(() -> repeat(work, deadline)))
                .toList();
        LatencyHistogram all = new LatencyHistogram();
        try {
            for (Future<LatencyHistogram> each : running) {
                all.add(each.get());
            }
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        } catch (InterruptedException e) {
            throw Child.interrupted(e);
        }
        return new ClosedLoop.Flow(all.total(), (System.nanoTime() - start) / 1e9, all);
    }

    private static LatencyHistogram repeat(Work work, long deadlineNanos) throws IOException, SQLException {
        LatencyHistogram latencies = new LatencyHistogram();
        long now = System.nanoTime();
        while (now - deadlineNanos < 0) {
            long start = now;
            work.once();
            now = System.nanoTime();
            latencies.record(now - start);
        }
        return latencies;
    }

    @Override
    public void close() throws IOException {
        threads.shutdownNow();
        try {
            for (Work work : works) {
                work.close();
            }
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }
}
