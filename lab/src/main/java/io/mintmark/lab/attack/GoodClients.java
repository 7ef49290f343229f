package io.mintmark.lab.attack;

import io.mintmark.lab.http.HttpConnection;
import io.mintmark.lab.http.ServerAddress;
import io.mintmark.lab.measure.LatencyHistogram;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Clients as they should be: each keeps one connection, also from one phase to the next, from an address that attacks nobody,
 * and asks a few times a second for a range, a write or a read. A request counts as answered when its first attempt got the status it should; how long
 * that took is counted from when it was due, not from when it could be sent.
 */
final class GoodClients implements AutoCloseable {
    static final String ADDRESS = "127.0.0.1";

    private final long beginNanos = System.nanoTime();
    private final long periodNanos;
    private final List<Client> clients = new ArrayList<>();
    private final Set<Integer> told = ConcurrentHashMap.newKeySet();
    private volatile boolean closing;

    /** Begins with a client for each of {@code connections}, which stay open, and asks {@code perSecond} times a second on each. */
    GoodClients(List<HttpConnection> connections, int perSecond) {
        this.periodNanos = 1_000_000_000L / perSecond;
        for (HttpConnection connection : connections) {
            clients.add(new Client(clients.size(), connection));
        }
        clients.forEach(client -> client.thread.start());
    }

    /** Returns the connections of {@code count} clients, which are opened when they are first used. */
    static List<HttpConnection> connections(ServerAddress server, int count) {
        return Stream.generate(() -> HttpConnection.from(ADDRESS, server))
                .limit(count)
                .toList();
    }

    /**
     * Their answers.
     *
     * @param asked requests that were due
     * @param answered requests that got what they should
     * @param failures all others, by status or kind of failure
     * @param p50Millis median time of those that were answered, in milliseconds
     * @param p99Millis 99th percentile
     * @param maxMillis the longest
     * @param lateP99Millis 99th percentile of how late a client itself awoke for a request that was due, which is part of
     *     the request's time though no server had a hand in it
     * @param longestOfSecond the longest of the requests that were due in each second, in milliseconds
     */
    record Result(
            long asked,
            long answered,
            Map<String, Integer> failures,
            double p50Millis,
            double p99Millis,
            double maxMillis,
            double lateP99Millis,
            List<Long> longestOfSecond) {
        double answeredPercent() {
            return asked == 0 ? 0 : 100.0 * answered / asked;
        }
    }

    /** One client with a thread of its own. */
    private final class Client {
        private final Thread thread = new Thread(this::run);
        private final int number;
        private final HttpConnection connection;
        private final List<Long> nanos = new ArrayList<>();
        private final List<Long> longestOfSecond = new ArrayList<>();
        private final LatencyHistogram late = new LatencyHistogram();
        private final Map<String, Integer> failures = new TreeMap<>();
        private long asked;

        Client(int number, HttpConnection connection) {
            this.number = number;
            this.connection = connection;
            thread.setName("good-" + number);
        }

        private void run() {
            long due = System.nanoTime() + periodNanos * number / Math.max(1, clients.size());
            while (!closing) {
                sleepUntil(due);
                ask(due);
                due += periodNanos;
            }
        }

        private void sleepUntil(long due) {
            long left = due - System.nanoTime();
            if (left > 0) {
                try {
                    Thread.sleep(left / 1_000_000, (int) (left % 1_000_000));
                } catch (InterruptedException e) {
                    closing = true;
                }
                late.record(System.nanoTime() - due);
            }
        }

        private void ask(long due) {
            long n = asked++;
            try {
                int status = switch ((int) (n % 3)) {
                    case 0 -> connection.ask("GET /databases/attack/hilo/next?tag=orders", "");
                    case 1 ->
                        connection.ask("PUT /databases/attack/docs?id=good/" + number + "-" + n, "{\"name\":\"Ada\"}");
                    default -> connection.ask("GET /databases/attack/docs?id=good/" + number + "-" + (n - 1), "");
                };
                if (status / 100 == 2) {
                    note(due, System.nanoTime() - due);
                } else {
                    fail(Integer.toString(status));
                    tell(status, connection.body());
                }
            } catch (IOException e) {
                connection.close();
                fail(e.getClass().getSimpleName());
            }
        }

        private void note(long due, long took) {
            nanos.add(took);
            int second = (int) ((due - beginNanos) / 1_000_000_000L);
            while (longestOfSecond.size() <= second) {
                longestOfSecond.add(0L);
            }
            longestOfSecond.set(second, Math.max(took, longestOfSecond.get(second)));
        }

        /** Prints each status once, since thousands may come in the same second. */
        private void tell(int status, String body) {
            if (told.add(status)) {
                System.err.println("[attack] a good client was answered " + status + ": " + body);
            }
        }

        private void fail(String why) {
            failures.merge(why, 1, Integer::sum);
        }
    }

    /** Ends, and returns the answers that they got. */
    Result result() {
        close();
        long[] nanos = clients.stream()
                .flatMapToLong(client -> client.nanos.stream().mapToLong(Long::longValue))
                .toArray();
        Arrays.sort(nanos);
        Map<String, Integer> failures = new TreeMap<>();
        clients.forEach(client -> client.failures.forEach((why, count) -> failures.merge(why, count, Integer::sum)));
        LatencyHistogram late = new LatencyHistogram();
        clients.forEach(client -> late.add(client.late));
        long asked = clients.stream().mapToLong(client -> client.asked).sum();
        return new Result(
                asked,
                nanos.length,
                failures,
                quantile(nanos, 0.5),
                quantile(nanos, 0.99),
                LongStream.of(nanos).max().orElse(0) / 1e6,
                late.quantile(0.99) / 1e6,
                longestOfSecond());
    }

    private List<Long> longestOfSecond() {
        int seconds = clients.stream()
                .mapToInt(client -> client.longestOfSecond.size())
                .max()
                .orElse(0);
        return IntStream.range(0, seconds)
                .mapToObj(second -> clients.stream()
                                .filter(client -> second < client.longestOfSecond.size())
                                .mapToLong(client -> client.longestOfSecond.get(second))
                                .max()
                                .orElse(0)
                        / 1_000_000)
                .toList();
    }

    private static double quantile(long[] sorted, double q) {
        return sorted.length == 0 ? Double.NaN : sorted[(int) Math.min(sorted.length - 1, q * sorted.length)] / 1e6;
    }

    @Override
    public void close() {
        closing = true;
        for (Client client : clients) {
            try {
                client.thread.join(30_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
