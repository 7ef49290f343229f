package io.mintmark.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A random schedule of one counter, three clients, a network that delays and repeats returns, and perhaps a forger; the
 * same seed repeats it. It covers promises G1 and G3.
 *
 * <p>Every issued number goes to a {@link HistoryChecker}. A wrong rule for returns shows as a duplicate within some
 * hundred schedules; try a broken rule first, so that a search without a finding means something. Used by one thread at
 * a time.
 *
 * <p>A counter may be dropped and created again, see {@link #drops}: it begins a new <em>life</em> and reserves the
 * same numbers again, while clients still issue and return ranges of earlier lives. Each life is a scope of its own.
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
    /** The counter under test, new for each schedule. */
    public interface Counter {
        /**
         * Reserves the next numbers.
         *
         * @param size the count of numbers
         * @param lastMax the highest number that the asking client has, perhaps of an earlier life, or 0
         */
        Lease reserve(int size, long lastMax);

        /**
         * Takes the tail of a range back, and returns whether it did.
         *
         * @param last the last issued number; one below the range if none was
         * @param end the last number of the range
         * @param token the token that {@link #reserve} gave with the range, in whatever life that was, or null from a
         *     client that sends none
         */
        boolean giveBack(long last, long end, @Nullable String token);

        /** Drops the counter and creates one of the same name; needed by a schedule that {@linkplain #drops drops}. */
        default void dropAndCreate() {
            throw new UnsupportedOperationException(
                    "a schedule that drops its counter needs one that can be dropped: override dropAndCreate()");
        }
    }

    /**
     * A reserved range, with its token.
     *
     * @param low the first number
     * @param high the last number
     * @param token the counter's own text, which a schedule sends back unread
     */
    public record Lease(long low, long high, String token) {}

    /** Which clients send the token of their lease. */
    public enum Tokens {
        /** None of them. */
        NONE,
        /** All of them. */
        ALL,
        /** Each of them at random. */
        MIXED
    }

    /** Whether a forger without a range sends returns as well. */
    public enum Forger {
        /** There is none. */
        ABSENT,
        /**
         * There is one, who knows what anyone can know; it names no number inside the latest range without its token,
         * because the rule would believe that.
         */
        PRESENT
    }

    private static final double FORGED = 0.05;

    private final RecordedCounter counter;
    private final HistoryChecker history;
    private final SplittableRandom random;
    private final ForgedReturns forged;
    private final ReturnNetwork network;
    private final List<ScheduledClient> clients = new ArrayList<>();
    private Tokens tokens = Tokens.MIXED;
    private Forger forger = Forger.ABSENT;
    private int smallestRange = 32;
    private double drops;

    private ReturnSchedule(Counter counter, HistoryChecker history, String scope, SplittableRandom random) {
        this.history = history;
        this.random = random;
        this.forged = new ForgedReturns(random);
        this.counter = new RecordedCounter(counter, history, scope, forged);
        this.network = new ReturnNetwork(this.counter::deliver, history, random);
    }

    /** Returns a new schedule for {@code counter}, whose numbers {@code history} remembers under {@code scope}. */
    public static ReturnSchedule of(Counter counter, HistoryChecker history, String scope, SplittableRandom random) {
        return new ReturnSchedule(counter, history, scope, random);
    }

    /** Sets which clients send tokens; default {@link Tokens#MIXED}. */
    public ReturnSchedule tokens(Tokens tokens) {
        this.tokens = tokens;
        return this;
    }

    /** Sets whether returns are forged; default {@link Forger#ABSENT}. */
    public ReturnSchedule forger(Forger forger) {
        this.forger = forger;
        return this;
    }

    /**
     * Sets the size of the first client's ranges, at least 4; the others reserve twice and four times as many numbers.
     */
    public ReturnSchedule smallestRange(int size) {
        if (size < 4) {
            throw new IllegalArgumentException("smallestRange must be >= 4: smallestRange=" + size);
        }
        this.smallestRange = size;
        return this;
    }

    /**
     * Sets the probability that the counter is dropped and created again before a step, 0 to 1; default 0, a single
     * life.
     *
     * <p>Returns on their way, and copies of earlier ones, arrive in a later life. Each client keeps its ranges: it
     * goes on issuing from them, or turns to new ones and returns the old ones with them. It may forget its last
     * number.
     */
    public ReturnSchedule drops(double probability) {
        if (!(probability >= 0 && probability <= 1)) {
            throw new IllegalArgumentException("drops must be from 0 to 1: drops=" + probability);
        }
        this.drops = probability;
        return this;
    }

    /** Takes {@code steps} steps, each by one client; call it again to go on. */
    public void run(int steps) {
        while (clients.size() < 3) {
            boolean sendsToken = tokens == Tokens.ALL || (tokens == Tokens.MIXED && random.nextBoolean());
            clients.add(new ScheduledClient(smallestRange << clients.size(), sendsToken));
        }
        for (int step = 0; step < steps; step++) {
            if (drops > 0 && happens(drops)) {
                endLife();
                counter.dropAndCreate();
                beginLife();
            }
            act(clients.get(random.nextInt(clients.size())));
            network.letTimePass();
            if (forger == Forger.PRESENT && happens(FORGED) && forged.isPossible()) {
                history.fault("forged return");
                counter.deliver(forged.next());
            }
        }
    }

    /**
     * Ends the counter's life right before it is dropped between two runs: perhaps all clients return everything, as
     * users do who close their stores first.
     */
    public void endLife() {
        if (random.nextBoolean()) {
            clients.forEach(this::close);
        }
    }

    /**
     * Begins the counter's next life, right after it was dropped and created again between two runs.
     *
     * <p>With {@link #endLife} it replaces {@link #drops} where counters share a database and are dropped together.
     */
    public void beginLife() {
        counter.beginLife();
        network.outliveCounter();
        for (ScheduledClient client : clients) {
            client.outliveCounter(random.nextBoolean(), random.nextBoolean());
        }
    }

    /**
     * Ends the schedule: late messages arrive, then each client issues once more from a new range, so that late harm
     * shows, too. The history keeps the counts of every life and forgets the numbers.
     */
    public void finish() {
        network.deliverAllThatIsLate();
        for (ScheduledClient client : clients) {
            client.forgetRanges();
            issue(client, 1);
        }
        counter.settle();
    }

    /** Returns whether a number was issued twice in a life. */
    public boolean sawDuplicate() {
        return counter.sawDuplicate();
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
            Lease ignored = counter.reserve(client.capacity, client.lastMax());
        }
    }

    private void reserve(ScheduledClient client) {
        client.hold(counter.reserve(client.capacity, client.lastMax()), counter.scope());
    }

    private void issue(ScheduledClient client, int count) {
        for (int i = 0; i < count; i++) {
            if (client.isEmpty()) {
                reserve(client);
            }
            counter.issued(client.scope(), client.next());
        }
    }

    /** Returns the client's ranges, newest first; the reopened client does not remember them. */
    private void close(ScheduledClient client) {
        client.returnNewestFirst((range, last) ->
                network.send(new ReturnNetwork.Message(last, range.high(), client.sendsToken ? range.token() : null)));
        client.forgetRanges();
    }

    private boolean happens(double probability) {
        return random.nextDouble() < probability;
    }
}
