package io.mintmark.lab.hostile;

import io.mintmark.lab.instrument.DocumentText;
import io.mintmark.lab.instrument.HttpConnection;
import io.mintmark.lab.instrument.LatencyHistogram;
import io.mintmark.lab.instrument.SteadyThread;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Clients of another database and another address, who behave: each asks 25 times a second, in turns for a range,
 * a write and a read. A request's time begins when it was due; one that fails counts as ten seconds, which no
 * target forgives.
 */
final class Tenants implements AutoCloseable {
    private static final int CLIENTS = 8;
    private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(40);
    private static final long FAILED_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final String DATABASE = " /databases/" + Victims.TENANT + "/";

    private final List<Client> clients = new ArrayList<>();
    private final List<SteadyThread> threads = new ArrayList<>();

    /** Begins with clients spread over all servers, each after its first request. */
    Tenants(List<URI> servers) throws IOException {
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(new Client(i, Victims.connection(servers.get(i % servers.size()))));
        }
        for (Client client : clients) {
            client.store();
            long delay = PERIOD_NANOS * client.number / CLIENTS;
            // A request that took very long is one, and not also all that could not be sent meanwhile.
            threads.add(SteadyThread.start("tenant-" + client.number, delay, PERIOD_NANOS, FAILED_NANOS, client::ask));
        }
    }

    /**
     * How they fared for a while.
     *
     * @param times of all requests
     * @param late how late tenants themselves awoke, which is part of these times though no server had a hand in it
     * @param failed how many were not answered as they should
     * @param firstFailure what the first of these got; empty if there was none
     */
    record Result(LatencyHistogram times, LatencyHistogram late, int failed, String firstFailure) {
        double p99Millis() {
            return times.millis(0.99);
        }

        double lateP99Millis() {
            return late.millis(0.99);
        }

        double maxMillis() {
            return times.max() / 1e6;
        }
    }

    /** Returns how they fared since the last call. */
    Result take() {
        LatencyHistogram times = new LatencyHistogram();
        LatencyHistogram late = new LatencyHistogram();
        int failed = 0;
        String first = "";
        for (Client client : clients) {
            Result part = client.take();
            times.add(part.times);
            failed += part.failed;
            first = first.isEmpty() ? part.firstFailure : first;
        }
        threads.forEach(thread -> late.add(thread.takeLate()));
        return new Result(times, late, failed, first);
    }

    private final class Client {
        private final int number;
        private final HttpConnection connection;
        private LatencyHistogram times = new LatencyHistogram();
        private int failed;
        private String firstFailure = "";
        private int turn;

        Client(int number, HttpConnection connection) {
            this.number = number;
            this.connection = connection;
        }

        private String id() {
            return "docs?id=" + DocumentText.id(number);
        }

        void store() throws IOException {
            String ignored = connection.require(201, "PUT" + DATABASE + id(), DocumentText.body(0));
        }

        private void ask(long due) {
            int kind = turn++ % 3;
            try {
                int status = switch (kind) {
                    case 0 -> connection.ask("GET" + DATABASE + "hilo/next?tag=tag" + number, "");
                    case 1 -> connection.ask("PUT" + DATABASE + id(), DocumentText.body(turn));
                    default -> connection.ask("GET" + DATABASE + id(), "");
                };
                boolean isGood = status == (kind == 2 ? 200 : 201);
                record(due, isGood ? "" : "status " + status + ": " + connection.body());
            } catch (IOException e) {
                connection.close();
                record(due, e.toString());
            }
        }

        private synchronized void record(long due, String failure) {
            if (!failure.isEmpty()) {
                failed++;
                firstFailure = firstFailure.isEmpty() ? failure : firstFailure;
            }
            times.record(failure.isEmpty() ? System.nanoTime() - due : FAILED_NANOS);
        }

        private synchronized Result take() {
            Result result = new Result(times, new LatencyHistogram(), failed, firstFailure);
            times = new LatencyHistogram();
            failed = 0;
            firstFailure = "";
            return result;
        }
    }

    @Override
    public void close() {
        threads.forEach(SteadyThread::close);
        clients.forEach(client -> client.connection.close());
    }
}
