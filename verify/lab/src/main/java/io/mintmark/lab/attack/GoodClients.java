package io.mintmark.lab.attack;

import io.mintmark.lab.instrument.HttpConnection;
import io.mintmark.lab.instrument.LatencyHistogram;
import io.mintmark.lab.instrument.ServerAddress;
import io.mintmark.lab.instrument.SteadyThread;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * Clients as they should be: each keeps one connection, also from one phase to the next, from an address that attacks
 * nobody, and asks a few times a second for a range, a write or a read. A request counts as answered when its first
 * attempt got the status it should; how long that took is counted from when it was due, not from when it could be sent.
 */
final class GoodClients implements AutoCloseable {
    static final String ADDRESS = "127.0.0.1";
    private static final long SECOND_NANOS = 1_000_000_000;
    private static final int PATIENCE_SECONDS = 30;

    private final long beginNanos = System.nanoTime();
    private final List<Client> clients = new ArrayList<>();
    private final List<SteadyThread> threads = new ArrayList<>();
    private final Set<Integer> told = ConcurrentHashMap.newKeySet();

    /**
     * Begins with a client for each of {@code connections}, which stay open, and asks {@code perSecond} times a second
     * on each.
     */
    GoodClients(List<HttpConnection> connections, int perSecond) {
        long period = SECOND_NANOS / perSecond;
        for (HttpConnection connection : connections) {
            Client client = new Client(clients.size(), connection);
            long delay = period * client.number / connections.size();
            clients.add(client);
            threads.add(SteadyThread.start("good-" + client.number, delay, period, SteadyThread.ANY_LAG, client::ask));
        }
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
     * @param failures those that did not get what they should, by status or kind of failure
     * @param times of those that did, in milliseconds
     * @param lateP99Millis 99th percentile of how late a client itself awoke for a request that was due, which is part
     *     of the request's time though no server had a hand in it
     * @param longestOfSecond the longest of the requests that were due in each second, in milliseconds
     */
    record Result(
            long asked, Map<String, Integer> failures, Times times, double lateP99Millis, List<Long> longestOfSecond) {
        double answeredPercent() {
            int failed = failures.values().stream().mapToInt(Integer::intValue).sum();
            return asked == 0 ? 0 : 100.0 * (asked - failed) / asked;
        }
    }

    /** One client with a thread of its own. */
    private final class Client {
        private final int number;
        private final HttpConnection connection;
        private final LatencyHistogram times = new LatencyHistogram();
        private final TreeMap<Integer, Long> longestOfSecond = new TreeMap<>();
        private final Map<String, Integer> failures = new TreeMap<>();
        private final AtomicLong asked = new AtomicLong();

        Client(int number, HttpConnection connection) {
            this.number = number;
            this.connection = connection;
        }

        private void ask(long due) {
            long n = asked.getAndIncrement();
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
            times.record(took);
            int second = (int) ((due - beginNanos) / SECOND_NANOS);
            long ignored = longestOfSecond.merge(second, took, Math::max);
        }

        /** Prints each status once, since thousands may come in the same second. */
        private void tell(int status, String body) {
            if (told.add(status)) {
                System.err.println("[attack] a good client was answered " + status + ": " + body);
            }
        }

        private void fail(String why) {
            int ignored = failures.merge(why, 1, Integer::sum);
        }
    }

    /** Returns how many requests they have sent so far. */
    long asked() {
        return clients.stream().mapToLong(client -> client.asked.get()).sum();
    }

    /** Ends, and returns the answers that they got. */
    Result result() {
        close();
        LatencyHistogram times = new LatencyHistogram();
        LatencyHistogram late = new LatencyHistogram();
        Map<String, Integer> failures = new TreeMap<>();
        TreeMap<Integer, Long> longest = new TreeMap<>();
        for (Client client : clients) {
            times.add(client.times);
            client.failures.forEach((why, count) -> failures.merge(why, count, Integer::sum));
            client.longestOfSecond.forEach((second, nanos) -> longest.merge(second, nanos, Math::max));
        }
        threads.forEach(thread -> late.add(thread.takeLate()));
        return new Result(asked(), failures, Times.of(times), late.millis(0.99), millisOfSecond(longest));
    }

    /** Returns milliseconds second by second, 0 for one without an answer. */
    private static List<Long> millisOfSecond(TreeMap<Integer, Long> nanos) {
        List<Long> millis = new ArrayList<>();
        for (int second = 0; !nanos.isEmpty() && second <= nanos.lastKey(); second++) {
            millis.add(nanos.getOrDefault(second, 0L) / 1_000_000);
        }
        return millis;
    }

    @Override
    public void close() {
        threads.forEach(thread -> thread.end(PATIENCE_SECONDS));
    }
}
