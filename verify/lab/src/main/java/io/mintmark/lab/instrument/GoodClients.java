package io.mintmark.lab.instrument;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Clients as they should be: each has a connection of its own, and asks at a steady pace, in turns for a range, a write
 * and a read. A request counts as answered when its first attempt got the status it should; how long that took is
 * counted from when it was due, not from when it could be sent.
 */
public final class GoodClients implements AutoCloseable {
    private static final long SECOND_NANOS = 1_000_000_000;
    private static final int PATIENCE_SECONDS = 30;

    private final Habits habits;
    private final long beginNanos = System.nanoTime();
    private final List<SteadyThread> threads = new ArrayList<>();
    private final AtomicLong asked = new AtomicLong();
    private final TreeMap<Integer, Long> longestOfSecond = new TreeMap<>();
    private LatencyHistogram times = new LatencyHistogram();
    private Map<String, Integer> failures = new TreeMap<>();
    private String firstFailure = "";

    /**
     * What clients ask for, and how often.
     *
     * @param database where it is
     * @param hasItsOwn whether each has a counter and a document of its own; otherwise they share one counter and each
     *     stores many documents
     * @param perSecond how often each asks
     * @param lagNanosMax how far behind their pace they are kept; what would be later than that is left out
     * @param failedNanos how long a request counts that was not answered; 0 if it does not
     */
    public record Habits(String database, boolean hasItsOwn, int perSecond, long lagNanosMax, long failedNanos) {
        private String tag(int client) {
            return hasItsOwn ? "tag" + client : "orders";
        }

        private String id(int client, long turn) {
            return hasItsOwn ? DocumentText.id(client) : "good/" + client + "-" + turn / 3;
        }

        private String body(long turn) {
            return hasItsOwn ? DocumentText.body(turn) : "{\"name\":\"Ada\"}";
        }
    }

    /** Begins with a client for each of {@code connections}, which stay open. */
    public GoodClients(List<HttpConnection> connections, Habits habits) {
        this.habits = habits;
        long period = SECOND_NANOS / habits.perSecond;
        for (HttpConnection connection : connections) {
            Client client = new Client(threads.size(), connection);
            long delay = period * client.number / connections.size();
            threads.add(SteadyThread.start("good-" + client.number, delay, period, habits.lagNanosMax, client::ask));
        }
    }

    /**
     * How they fared.
     *
     * @param asked requests that were due
     * @param times of those that got what they should
     * @param late how late clients themselves awoke, which is part of these times though no server had a hand in it
     * @param failures the others, by status or kind of failure
     * @param firstFailure what the first of these got; empty if there was none
     * @param longestOfSecond the longest of the requests that were due in each second, in milliseconds
     */
    public record Result(
            long asked,
            LatencyHistogram times,
            LatencyHistogram late,
            Map<String, Integer> failures,
            String firstFailure,
            List<Long> longestOfSecond) {
        /** Returns how many were not answered as they should. */
        public int failed() {
            return failures.values().stream().mapToInt(Integer::intValue).sum();
        }

        /** Returns the part of a hundred that was answered as it should. */
        public double answeredPercent() {
            return asked == 0 ? 0 : 100.0 * (asked - failed()) / asked;
        }
    }

    /** One client with a thread of its own. */
    private final class Client {
        private final int number;
        private final HttpConnection connection;
        private long turns;

        Client(int number, HttpConnection connection) {
            this.number = number;
            this.connection = connection;
        }

        private void ask(long due) {
            long turn = turns++;
            asked.incrementAndGet();
            int kind = (int) (turn % 3);
            String database = "/databases/" + habits.database;
            String document = database + "/docs?id=" + habits.id(number, turn);
            try {
                int status = switch (kind) {
                    case 0 -> connection.ask("GET " + database + "/hilo/next?tag=" + habits.tag(number), "");
                    case 1 -> connection.ask("PUT " + document, habits.body(turn));
                    default -> connection.ask("GET " + document, "");
                };
                if (status == (kind == 2 ? 200 : 201)) {
                    answered(due, System.nanoTime() - due);
                } else {
                    failed(due, Integer.toString(status), "status " + status + ": " + connection.body());
                }
            } catch (IOException e) {
                connection.close();
                failed(due, e.getClass().getSimpleName(), e.toString());
            }
        }
    }

    private synchronized void answered(long due, long nanos) {
        times.record(nanos);
        long ignored = longestOfSecond.merge((int) ((due - beginNanos) / SECOND_NANOS), nanos, Math::max);
    }

    /** Prints the first of each kind, since thousands may come in the same second. */
    private synchronized void failed(long due, String kind, String failure) {
        if (failures.merge(kind, 1, Integer::sum) == 1) {
            Progress.say("a good client failed: %s", failure);
        }
        firstFailure = firstFailure.isEmpty() ? failure : firstFailure;
        if (habits.failedNanos > 0) {
            answered(due, habits.failedNanos);
        }
    }

    /** Returns how many requests they have sent so far. */
    public long asked() {
        return asked.get();
    }

    /** Returns how they fared since the last call. */
    public synchronized Result take() {
        LatencyHistogram late = new LatencyHistogram();
        threads.forEach(thread -> late.add(thread.takeLate()));
        Result result = new Result(asked(), times, late, failures, firstFailure, millisOfSecond(longestOfSecond));
        times = new LatencyHistogram();
        failures = new TreeMap<>();
        firstFailure = "";
        longestOfSecond.clear();
        return result;
    }

    /** Ends after the requests under way, and returns how they fared. */
    public Result result() {
        close();
        threads.forEach(thread -> thread.end(PATIENCE_SECONDS));
        return take();
    }

    /** Returns milliseconds second by second, 0 for one without an answer. */
    private static List<Long> millisOfSecond(TreeMap<Integer, Long> nanos) {
        List<Long> millis = new ArrayList<>();
        for (int second = 0; !nanos.isEmpty() && second <= nanos.lastKey(); second++) {
            millis.add(nanos.getOrDefault(second, 0L) / 1_000_000);
        }
        return millis;
    }

    /** Ends after the requests under way, without waiting for them. */
    @Override
    public void close() {
        threads.forEach(SteadyThread::close);
    }
}
