package io.mintmark.lab.attack;

import io.mintmark.lab.instrument.HttpConnection;
import io.mintmark.lab.instrument.LatencyHistogram;
import io.mintmark.lab.instrument.ServerAddress;
import io.mintmark.lab.instrument.SteadyThread;
import java.io.IOException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The cost of coming in: ten times a second a new connection, one range on it, and its end, also while earlier ones
 * still wait for theirs. Where thousands connect in the
 * same moment the system's queue of new connections may be full; clients that find it
 * full try again a second later, which clients that keep their connections never feel.
 */
final class Newcomers implements AutoCloseable {
    private static final long PERIOD_NANOS = 100_000_000;
    /** More of them at once would be more than the server grants one address beside the good clients. */
    private static final int AT_ONCE = 500;

    private final ServerAddress server;
    private final LatencyHistogram times = new LatencyHistogram();
    private final ThreadPoolExecutor coming =
            new ThreadPoolExecutor(0, AT_ONCE, 1, TimeUnit.SECONDS, new SynchronousQueue<>());
    private final SteadyThread thread;
    /** Guarded by {@link #times}, which several threads fill. */
    private int failed;

    /** Begins. */
    Newcomers(ServerAddress server) {
        this.server = server;
        thread = SteadyThread.start("newcomers", 0, PERIOD_NANOS, SteadyThread.ANY_LAG, this::send);
    }

    /**
     * How they fared.
     *
     * @param times of those that got their range
     * @param failed how many got none
     */
    record Result(Times times, int failed) {
        @Override
        public String toString() {
            return failed == 0 ? times.toString() : times + " (" + failed + " failed)";
        }
    }

    private void send(long due) {
        try {
            coming.execute(() -> come(due));
        } catch (RejectedExecutionException e) {
            note(false, due);
        }
    }

    private void come(long due) {
        try (HttpConnection connection = HttpConnection.from(GoodClients.ADDRESS, server)) {
            note(connection.ask("GET /databases/attack/hilo/next?tag=newcomers", "") / 100 == 2, due);
        } catch (IOException e) {
            note(false, due);
        }
    }

    private void note(boolean answered, long due) {
        long nanos = System.nanoTime() - due;
        synchronized (times) {
            if (answered) {
                times.record(nanos);
            } else {
                failed++;
            }
        }
    }

    /** Ends, and returns how they fared. */
    Result result() throws InterruptedException {
        close();
        boolean ended = coming.awaitTermination(30, TimeUnit.SECONDS);
        synchronized (times) {
            return new Result(Times.of(times), failed + (ended ? 0 : coming.getActiveCount()));
        }
    }

    @Override
    public void close() {
        thread.end(30);
        coming.shutdown();
    }
}
