package io.mintmark.testkit;

import io.mintmark.range.OpenLease;
import io.mintmark.range.Reservation;
import io.mintmark.range.ReturnRule;
import io.mintmark.range.ReturnRule.Verdict;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A world small enough to search: one counter, three clients, a network that delays and repeats returns.
 *
 * <p>Single-threaded, and a function of its random numbers: a server is a counter, its serials and its open leases; one
 * step is one thing that happens to one client. What a client issues goes to a {@link HistoryChecker}.
 */
final class ReturnModel {
    private static final int[] CAPACITIES = {4, 8, 16};
    private static final int STEPS_PER_CLIENT = 40;
    private static final double DELAYED = 0.4;
    private static final double REPEATED = 0.4;

    private ReturnModel() {}

    /** Which clients send the token of their lease. */
    enum Tokens {
        NONE,
        ALL,
        MIXED
    }

    /** A return on its way; {@code token} is null from a client that sends none. */
    record Message(long last, long end, @Nullable Long token) {}

    /** How a server takes returns: ours, and the broken twins which show that the search finds what it looks for. */
    enum Rule {
        /** {@link ReturnRule}, the newest open lease being the latest. */
        OURS {
            @Override
            boolean take(Counter counter, Message message) {
                Verdict verdict =
                        ReturnRule.judge(counter.max, counter.open.peek(), message.last, message.end, message.token);
                if (verdict instanceof Verdict.Accepted accepted) {
                    counter.max = accepted.newMax();
                    counter.open.pop();
                    return true;
                }
                return false;
            }
        },
        /** What RavenDB's server does: it compares with the counter and remembers no lease. */
        RAVENDB {
            @Override
            boolean take(Counter counter, Message message) {
                if (message.end == counter.max && message.last <= counter.max) {
                    counter.max = message.last;
                    return true;
                }
                return false;
            }
        },
        /** Our rule, but the token finds its lease among all that ever were, and acceptance does not close it. */
        TOKEN_NEVER_CLOSED {
            @Override
            boolean take(Counter counter, Message message) {
                if (message.token == null) {
                    return OURS.take(counter, message);
                }
                OpenLease named = counter.ever.get(message.token);
                Verdict verdict = ReturnRule.judge(counter.max, named, message.last, message.end, message.token);
                if (verdict instanceof Verdict.Accepted accepted) {
                    counter.max = accepted.newMax();
                    return true;
                }
                return false;
            }
        },
        /** Our rule, but a wholly unused range needs no token. */
        UNUSED_WITHOUT_TOKEN {
            @Override
            boolean take(Counter counter, Message message) {
                OpenLease latest = counter.open.peek();
                boolean unused = latest != null && message.token == null && message.last == latest.low() - 1;
                Message believed = unused ? new Message(message.last, message.end, latest.serial()) : message;
                return OURS.take(counter, believed);
            }
        };

        /** Changes the counter if the rule accepts the message, and tells whether it did. */
        abstract boolean take(Counter counter, Message message);
    }

    /** The server's side. */
    static final class Counter {
        private final Rule rule;
        private final HistoryChecker history;
        private final String scope;
        private final Deque<OpenLease> open = new ArrayDeque<>();
        private final Map<Long, OpenLease> ever = new HashMap<>();
        private long max;
        private long serial;

        Counter(Rule rule, HistoryChecker history, String scope) {
            this.rule = rule;
            this.history = history;
            this.scope = scope;
        }

        long max() {
            return max;
        }

        OpenLease reserve(int size, long lastMax) {
            Reservation next = Reservation.of(max, lastMax, size, Reservation.CEILING_JS_SAFE);
            OpenLease lease = new OpenLease(++serial, next.low(), next.high());
            max = next.high();
            open.push(lease);
            ever.put(lease.serial(), lease);
            history.reserved(scope, lease.low(), lease.high());
            return lease;
        }

        boolean giveBack(Message message) {
            boolean taken = rule.take(this, message);
            if (taken) {
                history.givenBack(scope, message.last, message.end);
            }
            return taken;
        }

        void forgetLeases() {
            open.clear();
            ever.clear();
        }
    }

    /** A range in a client's hands. */
    private static final class Held {
        final OpenLease lease;
        long last;

        Held(OpenLease lease) {
            this.lease = lease;
            this.last = lease.low() - 1;
        }

        boolean isUsedUp() {
            return last == lease.high();
        }
    }

    /** One client: the range it issues from first, what it prefetched behind it. */
    private static final class Client {
        final int capacity;
        final boolean sendsToken;
        final Deque<Held> held = new ArrayDeque<>();
        long lastMax;

        Client(int capacity, boolean sendsToken) {
            this.capacity = capacity;
            this.sendsToken = sendsToken;
        }
    }

    /** One schedule from beginning to end. */
    static void run(Rule rule, Tokens tokens, Forger forger, HistoryChecker history, String scope, long seed) {
        new Schedule(rule, tokens, forger, history, scope, seed).run();
    }

    /** Whether someone without a range sends returns as well. */
    enum Forger {
        ABSENT,
        PRESENT
    }

    private static final class Schedule {
        private final SplittableRandom random;
        private final HistoryChecker history;
        private final String scope;
        private final Counter counter;
        private final Forger forger;
        private final List<Client> clients = new ArrayList<>();
        private final List<Message> delayed = new ArrayList<>();

        Schedule(Rule rule, Tokens tokens, Forger forger, HistoryChecker history, String scope, long seed) {
            this.random = new SplittableRandom(seed);
            this.history = history;
            this.scope = scope;
            this.counter = new Counter(rule, history, scope);
            this.forger = forger;
            for (int index = 0; index < CAPACITIES.length; index++) {
                boolean sendsToken = tokens == Tokens.ALL || (tokens == Tokens.MIXED && random.nextBoolean());
                clients.add(new Client(CAPACITIES[index], sendsToken));
            }
        }

        void run() {
            for (int step = 0; step < STEPS_PER_CLIENT * CAPACITIES.length; step++) {
                act(clients.get(random.nextInt(CAPACITIES.length)));
                if (happens(0.3)) {
                    deliverOneDelayed();
                }
                if (forger == Forger.PRESENT && happens(0.05)) {
                    forge();
                }
                if (happens(0.005)) {
                    history.fault("restart in doubt");
                    counter.forgetLeases();
                }
            }
            // All that was late arrives, then everyone issues once more from new ranges: late harm shows, too.
            while (!delayed.isEmpty()) {
                deliverOneDelayed();
            }
            for (Client client : clients) {
                client.held.clear();
                issue(client);
            }
        }

        private void act(Client client) {
            double roll = random.nextDouble();
            if (roll < 0.6) {
                issue(client);
            } else if (roll < 0.72) {
                // Only a client with tokens fetches ahead; the others hold one range at a time.
                if (client.held.isEmpty() || (client.sendsToken && client.held.size() < 3)) {
                    reserve(client);
                }
            } else if (roll < 0.97) {
                close(client);
            } else if (roll < 0.985) {
                history.fault("client killed");
                client.held.clear();
                client.lastMax = 0;
            } else {
                history.fault("reserve without reply");
                counter.reserve(client.capacity, client.lastMax);
            }
        }

        private void reserve(Client client) {
            Held range = new Held(counter.reserve(client.capacity, client.lastMax));
            client.held.addLast(range);
            client.lastMax = range.lease.high();
        }

        private void issue(Client client) {
            while (!client.held.isEmpty() && client.held.getFirst().isUsedUp()) {
                client.held.removeFirst();
            }
            if (client.held.isEmpty()) {
                reserve(client);
            }
            history.issued(scope, ++client.held.getFirst().last);
        }

        /** Returns newest first, as the design asks; a reopened client knows nothing of what it held. */
        private void close(Client client) {
            while (!client.held.isEmpty()) {
                Held range = client.held.removeLast();
                Long token = client.sendsToken ? range.lease.serial() : null;
                send(new Message(range.last, range.lease.high(), token));
            }
            client.lastMax = 0;
        }

        private void send(Message message) {
            if (happens(DELAYED)) {
                history.fault("delayed return");
                delayed.add(message);
            } else {
                counter.giveBack(message);
            }
            if (happens(REPEATED)) {
                history.fault("repeated return");
                delayed.add(message);
            }
        }

        private void deliverOneDelayed() {
            if (!delayed.isEmpty()) {
                counter.giveBack(delayed.remove(random.nextInt(delayed.size())));
            }
        }

        /**
         * Sends a return of the range that ends at the counter, which anyone can see, with a number below that range, or
         * with the token of a lease that is not the latest. (A forger that names a number inside the latest range, with
         * no token, is believed: that is the stated limit of the rule.)
         */
        private void forge() {
            history.fault("forged return");
            OpenLease latest = counter.open.peek();
            long low = latest == null ? 1 : latest.low();
            long below = (long) (random.nextDouble() * low);
            if (happens(0.5)) {
                counter.giveBack(new Message(below, counter.max, null));
            } else {
                long otherSerial = 1 + (long) (random.nextDouble() * (counter.serial + 2));
                boolean isLatest = latest != null && otherSerial == latest.serial();
                counter.giveBack(new Message(below, counter.max, isLatest ? otherSerial + 1 : otherSerial));
            }
        }

        private boolean happens(double probability) {
            return random.nextDouble() < probability;
        }
    }
}
