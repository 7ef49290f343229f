package io.mintmark.testkit;

import io.mintmark.range.OpenLease;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * One counter's life among three clients, a network that delays and repeats returns, and perhaps a forger: made of random
 * numbers, the same again for the same ones. Bears promises G1 and G3.
 *
 * <p>Every number issued goes to a {@link HistoryChecker}. A rule of returns that is wrong shows there as a duplicate
 * within some hundred schedules; try a broken rule first, so that a search which finds nothing means something. Used by
 * one thread at a time.
 *
 * <pre>{@code
 * ReturnSchedule schedule = ReturnSchedule.of(counter, history, "orders", random).tokens(Tokens.MIXED);
 * schedule.run(60);
 * // restart the store behind the counter, say
 * schedule.run(60);
 * schedule.finish();
 * }</pre>
 */
public final class ReturnSchedule {
    /** The counter that is tried, fresh for each schedule. */
    public interface Counter {
        /**
         * Reserves the next numbers.
         *
         * @param size how many
         * @param lastMax the highest number that the asking client has, or 0
         */
        OpenLease reserve(int size, long lastMax);

        /**
         * Takes the tail of a range back, and tells whether it did.
         *
         * @param last the last number issued, one below the range if none was
         * @param end the last number of the range
         * @param token the serial of the range's lease, or null from a client that sends none
         */
        boolean giveBack(long last, long end, @Nullable Long token);
    }

    /** Which clients send the token of their lease. */
    public enum Tokens {
        /** None of them. */
        NONE,
        /** All of them. */
        ALL,
        /** Each as a coin falls. */
        MIXED
    }

    /** Whether someone without a range sends returns as well. */
    public enum Forger {
        /** Nobody does. */
        ABSENT,
        /**
         * Somebody does, by what anyone can know; but names no number inside the latest range without its token, which the
         * rule would believe.
         */
        PRESENT
    }

    private static final double DELAYED = 0.4;
    private static final double REPEATED = 0.4;
    private static final double ARRIVES = 0.3;
    private static final double FORGED = 0.05;
    private static final int LATE_MAX = 8;

    private final Counter counter;
    private final HistoryChecker history;
    private final String scope;
    private final SplittableRandom random;
    private final List<ScheduledClient> clients = new ArrayList<>();
    private final List<Message> late = new ArrayList<>();

    /** Leases not returned yet, newest first: what a forger may know. */
    private final Deque<OpenLease> open = new ArrayDeque<>();

    private Tokens tokens = Tokens.MIXED;
    private Forger forger = Forger.ABSENT;
    private int smallestRange = 32;
    private boolean sawDuplicate;

    /** A return on its way. */
    private record Message(long last, long end, @Nullable Long token) {}

    private ReturnSchedule(Counter counter, HistoryChecker history, String scope, SplittableRandom random) {
        this.counter = counter;
        this.history = history;
        this.scope = scope;
        this.random = random;
    }

    /** Returns a schedule of its own for {@code counter}, whose numbers {@code history} remembers under {@code scope}. */
    public static ReturnSchedule of(Counter counter, HistoryChecker history, String scope, SplittableRandom random) {
        return new ReturnSchedule(counter, history, scope, random);
    }

    /** Sets who sends tokens; default {@link Tokens#MIXED}. */
    public ReturnSchedule tokens(Tokens tokens) {
        this.tokens = tokens;
        return this;
    }

    /** Sets whether returns are forged; default {@link Forger#ABSENT}. */
    public ReturnSchedule forger(Forger forger) {
        this.forger = forger;
        return this;
    }

    /** Sets how many numbers the first client reserves at once, at least 4; the others twice and four times as many. */
    public ReturnSchedule smallestRange(int size) {
        if (size < 4) {
            throw new IllegalArgumentException("smallestRange must be >= 4: smallestRange=" + size);
        }
        this.smallestRange = size;
        return this;
    }

    /** Lets {@code steps} things happen, one to one client each; call it again to go on. */
    public void run(int steps) {
        while (clients.size() < 3) {
            boolean sendsToken = tokens == Tokens.ALL || (tokens == Tokens.MIXED && random.nextBoolean());
            clients.add(new ScheduledClient(smallestRange << clients.size(), sendsToken));
        }
        for (int step = 0; step < steps; step++) {
            act(clients.get(random.nextInt(clients.size())));
            if (late.size() > LATE_MAX || (!late.isEmpty() && happens(ARRIVES))) {
                deliverOneThatIsLate();
            }
            if (forger == Forger.PRESENT && happens(FORGED)) {
                forge();
            }
        }
    }

    /**
     * Ends the schedule: all that was late arrives, then everyone issues once more from a new range, so that late harm
     * shows, too. The history forgets the scope's numbers, having counted them.
     */
    public void finish() {
        while (!late.isEmpty()) {
            deliverOneThatIsLate();
        }
        for (ScheduledClient client : clients) {
            client.forgetRanges();
            issue(client, 1);
        }
        history.settle(scope);
    }

    /** Tells whether a number was issued twice. */
    public boolean sawDuplicate() {
        return sawDuplicate;
    }

    private void act(ScheduledClient client) {
        double roll = random.nextDouble();
        if (roll < 0.55) {
            issue(client, 1 + random.nextInt(Math.max(1, client.capacity / 4)));
        } else if (roll < 0.70) {
            if (client.mayFetchAhead()) {
                reserve(client);
            }
        } else if (roll < 0.96) {
            close(client);
        } else if (roll < 0.98) {
            history.fault("client killed");
            client.forgetRanges();
        } else {
            history.fault("reserve without reply");
            OpenLease ignored = reserve(client.capacity, client.lastMax());
        }
    }

    private OpenLease reserve(int size, long lastMax) {
        OpenLease lease = counter.reserve(size, lastMax);
        history.reserved(scope, lease.low(), lease.high());
        open.push(lease);
        return lease;
    }

    private void reserve(ScheduledClient client) {
        client.hold(reserve(client.capacity, client.lastMax()));
    }

    private void issue(ScheduledClient client, int count) {
        for (int i = 0; i < count; i++) {
            if (client.isEmpty()) {
                reserve(client);
            }
            sawDuplicate |= !history.issued(scope, client.next());
        }
    }

    /** Returns newest first; a reopened client knows nothing of what it held. */
    private void close(ScheduledClient client) {
        client.returnNewestFirst(
                (range, last) -> send(new Message(last, range.high(), client.sendsToken ? range.serial() : null)));
        client.forgetRanges();
    }

    private void send(Message message) {
        if (happens(DELAYED)) {
            history.fault("delayed return");
            late.add(message);
        } else {
            deliver(message);
        }
        if (happens(REPEATED)) {
            history.fault("repeated return");
            late.add(message);
        }
    }

    private void deliverOneThatIsLate() {
        deliver(late.remove(random.nextInt(late.size())));
    }

    private void deliver(Message message) {
        if (counter.giveBack(message.last, message.end, message.token)) {
            history.givenBack(scope, message.last, message.end);
            open.removeIf(lease -> lease.high() == message.end);
        }
    }

    /** Names the end that anyone can see, with a number below the latest range or with another lease's token. */
    private void forge() {
        if (open.isEmpty()) {
            return;
        }
        history.fault("forged return");
        OpenLease latest = open.getFirst();
        boolean below = happens(0.5);
        long size = latest.high() - latest.low() + 1;
        long last = below ? random.nextLong(latest.low()) : latest.low() + random.nextLong(size);
        Long token = below ? null : (Long) (latest.serial() + (random.nextBoolean() ? 1 : -1));
        deliver(new Message(last, latest.high(), token));
    }

    private boolean happens(double probability) {
        return random.nextDouble() < probability;
    }
}
