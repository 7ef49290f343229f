package io.mintmark.lab.attack;

import io.mintmark.lab.http.HttpConnection;
import io.mintmark.lab.http.ServerAddress;
import io.mintmark.lab.measure.LatencyHistogram;
import java.io.IOException;

/**
 * The cost of coming in: ten times a second a new connection, one range on it, and its end. Where thousands connect in the
 * same moment the system's queue of new connections may be full; clients that find it
 * full try again a second later, which clients that keep their connections never feel.
 */
final class Newcomers implements AutoCloseable {
    private static final long PERIOD_NANOS = 100_000_000;

    private final ServerAddress server;
    private final LatencyHistogram times = new LatencyHistogram();
    private final Thread thread = new Thread(this::run, "newcomers");
    private volatile boolean closing;
    private int failed;

    /** Begins. */
    Newcomers(ServerAddress server) {
        this.server = server;
        thread.setDaemon(true);
        thread.start();
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

    private void run() {
        try {
            for (long due = System.nanoTime(); !closing; due += PERIOD_NANOS) {
                long nanos = Math.max(0, due - System.nanoTime());
                Thread.sleep(nanos / 1_000_000, (int) (nanos % 1_000_000));
                come(due);
            }
        } catch (InterruptedException e) {
            closing = true;
        }
    }

    private void come(long due) {
        try (HttpConnection connection = HttpConnection.from(GoodClients.ADDRESS, server)) {
            if (connection.ask("GET /databases/attack/hilo/next?tag=newcomers", "") / 100 == 2) {
                times.record(System.nanoTime() - due);
            } else {
                failed++;
            }
        } catch (IOException e) {
            failed++;
        }
    }

    /** Ends, and returns how they fared. */
    Result result() throws InterruptedException {
        close();
        thread.join(30_000);
        return new Result(Times.of(times), failed);
    }

    @Override
    public void close() {
        closing = true;
    }
}
