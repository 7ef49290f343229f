package io.mintmark.lab.attack;

import io.mintmark.internal.DaemonThreads;
import io.mintmark.lab.http.HttpConnection;
import io.mintmark.lab.http.ServerAddress;
import io.mintmark.lab.measure.LatencyHistogram;
import java.io.IOException;

/** A good client that inserts documents in bulk: five times a second a hundred of them, timed from when it was due. */
final class GoodInserts implements AutoCloseable {
    private static final long PERIOD_NANOS = 200_000_000;
    private static final int DOCUMENTS = 100;
    /** Above those of all attackers. */
    private static final int FIRST_OPERATION = 1_000_000_000;

    private final HttpConnection connection;
    private final String body = body();
    private final LatencyHistogram times = new LatencyHistogram();
    private final Thread thread = DaemonThreads.thread(GoodInserts.class, "inserts", this::run);
    private volatile boolean closing;
    private int failed;
    private int operation = FIRST_OPERATION;

    /** Begins. */
    GoodInserts(ServerAddress server) {
        this.connection = HttpConnection.from(GoodClients.ADDRESS, server);
        thread.start();
    }

    private static String body() {
        StringBuilder body = new StringBuilder("[");
        for (int i = 0; i < DOCUMENTS; i++) {
            body.append(i == 0 ? "" : ",")
                    .append("{\"Id\":\"inserted/")
                    .append(i)
                    .append("\",\"Type\":\"PUT\",\"Document\":{\"name\":\"")
                    .append("Ada ".repeat(50))
                    .append("\"}}");
        }
        return body.append(']').toString();
    }

    private void run() {
        try {
            for (long due = System.nanoTime(); !closing; due += PERIOD_NANOS) {
                long nanos = Math.max(0, due - System.nanoTime());
                Thread.sleep(nanos / 1_000_000, (int) (nanos % 1_000_000));
                insert(due);
            }
        } catch (InterruptedException e) {
            closing = true;
        } finally {
            connection.close();
        }
    }

    private void insert(long due) {
        try {
            int status = connection.ask("POST /databases/attack/bulk_insert?id=" + operation++, body);
            if (status == 201) {
                times.record(System.nanoTime() - due);
            } else {
                failed++;
                System.err.println("[attack] a good bulk insert was answered " + status + ": " + connection.body());
                connection.close();
            }
        } catch (IOException e) {
            failed++;
            connection.close();
        }
    }

    /** Ends, and returns how they fared. */
    Newcomers.Result result() throws InterruptedException {
        close();
        thread.join(30_000);
        return new Newcomers.Result(Times.of(times), failed);
    }

    @Override
    public void close() {
        closing = true;
    }
}
