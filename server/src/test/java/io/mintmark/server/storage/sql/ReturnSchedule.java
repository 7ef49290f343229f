package io.mintmark.server.storage.sql;

import io.mintmark.server.storage.CounterName;
import io.mintmark.server.storage.Lease;
import io.mintmark.server.storage.RangeRequest;
import io.mintmark.server.storage.RangeReturn;
import io.mintmark.testkit.HistoryChecker;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** One counter's life: three clients, a forger, and a network that delays and repeats returns. Used by one thread. */
final class ReturnSchedule {
    private static final int[] CAPACITIES = {32, 64, 128};
    private static final double DELAYED = 0.4;
    private static final double REPEATED = 0.4;
    private static final int LATE_MAX = 8;

    /** A range in a client's hands, and the last number issued of it. */
    private static final class Held {
        final Lease lease;
        long last;

        Held(Lease lease) {
            this.lease = lease;
            this.last = lease.low() - 1;
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

    private final StorageUnderReturns storage;
    private final HistoryChecker history;
    private final String scope;
    private final CounterName counter;
    private final SplittableRandom random;
    private final List<Client> clients = new ArrayList<>();
    private final List<RangeReturn> late = new ArrayList<>();

    /** Leases not returned yet, newest first: what a forger may know. */
    private final Deque<Lease> open = new ArrayDeque<>();

    private final boolean forged;
    private boolean sawDuplicate;

    ReturnSchedule(
            StorageUnderReturns storage,
            HistoryChecker history,
            String scope,
            SplittableRandom random,
            boolean forged) {
        this.storage = storage;
        this.history = history;
        this.scope = scope;
        this.counter = CounterName.ofTag(scope);
        this.random = random;
        this.forged = forged;
        for (int capacity : CAPACITIES) {
            clients.add(new Client(capacity, random.nextBoolean()));
        }
    }

    void run(int steps) {
        for (int step = 0; step < steps; step++) {
            act(clients.get(random.nextInt(clients.size())));
            if (late.size() > LATE_MAX || (!late.isEmpty() && happens(0.3))) {
                deliver(late.remove(random.nextInt(late.size())));
            }
            if (forged && happens(0.05)) {
                forge();
            }
        }
    }

    /** All that was late arrives, then everyone issues once more from a new range: late harm shows, too. */
    void finish() {
        while (!late.isEmpty()) {
            deliver(late.remove(random.nextInt(late.size())));
        }
        for (Client client : clients) {
            client.held.clear();
            issue(client, 1);
        }
        history.settle(scope);
    }

    boolean sawDuplicate() {
        return sawDuplicate;
    }

    private void act(Client client) {
        double roll = random.nextDouble();
        if (roll < 0.55) {
            issue(client, 1 + random.nextInt(client.capacity / 2));
        } else if (roll < 0.70) {
            // Only a client with tokens fetches ahead; the others hold one range at a time.
            if (client.held.isEmpty() || (client.sendsToken && client.held.size() < 3)) {
                reserve(client);
            }
        } else if (roll < 0.96) {
            close(client);
        } else if (roll < 0.98) {
            history.fault("client killed");
            client.held.clear();
            client.lastMax = 0;
        } else {
            history.fault("reserve without reply");
            reserve(client.capacity, client.lastMax);
        }
    }

    private Lease reserve(int size, long lastMax) {
        Lease lease = storage.reserve(new RangeRequest(counter, lastMax, size, null));
        history.reserved(scope, lease.low(), lease.high());
        open.push(lease);
        return lease;
    }

    private void reserve(Client client) {
        Held range = new Held(reserve(client.capacity, client.lastMax));
        client.held.addLast(range);
        client.lastMax = range.lease.high();
    }

    private void issue(Client client, int count) {
        for (int i = 0; i < count; i++) {
            while (!client.held.isEmpty()
                    && client.held.getFirst().last
                            == client.held.getFirst().lease.high()) {
                client.held.removeFirst();
            }
            if (client.held.isEmpty()) {
                reserve(client);
            }
            sawDuplicate |= !history.issued(scope, ++client.held.getFirst().last);
        }
    }

    /** Returns newest first; a reopened client knows nothing of what it held. */
    private void close(Client client) {
        while (!client.held.isEmpty()) {
            Held range = client.held.removeLast();
            @Nullable Long token = client.sendsToken ? range.lease.serial() : null;
            send(new RangeReturn(counter, range.last, range.lease.high(), token));
        }
        client.lastMax = 0;
    }

    private void send(RangeReturn message) {
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

    private void deliver(RangeReturn message) {
        if (storage.giveBack(message)) {
            history.givenBack(scope, message.last(), message.end());
            open.removeIf(lease -> lease.high() == message.end());
        }
    }

    /** Names the end that anyone can see, with a number below the latest range or with another lease's token. */
    private void forge() {
        if (open.isEmpty()) {
            return;
        }
        history.fault("forged return");
        Lease latest = open.getFirst();
        boolean low = happens(0.5);
        long last = low ? random.nextLong(latest.low()) : latest.low() + random.nextLong(latest.size());
        @Nullable Long token = low ? null : latest.serial() + (random.nextBoolean() ? 1 : -1);
        deliver(new RangeReturn(counter, last, latest.high(), token));
    }

    private boolean happens(double probability) {
        return random.nextDouble() < probability;
    }
}
