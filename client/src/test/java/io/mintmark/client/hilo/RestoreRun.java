package io.mintmark.client.hilo;

import io.mintmark.client.cluster.OlderCopyDetector;
import io.mintmark.client.exceptions.OlderCopyException;
import io.mintmark.range.Range;
import io.mintmark.range.RangeSourceException;
import io.mintmark.testkit.HistoryChecker;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * One random schedule of clients that draw numbers and give some back, on a database that may be put back as it was. Each
 * answer is held against what was to be expected: a refusal if, and only if, the client saw as much before.
 */
final class RestoreRun {
    private static final List<String> TAGS = List.of("orders", "users");
    private static final int SIZE_MAX = 16;
    private static final double RETURNS = 0.2;

    private final SplittableRandom random;
    private final Habit habit;
    private final ScriptedDatabase database = new ScriptedDatabase();
    private final HistoryChecker history = new HistoryChecker();
    private final List<Client> clients = new ArrayList<>();
    private ScriptedDatabase.Copy backup = database.copy();
    private int refusals;

    /** The clients' use of tokens. */
    enum Habit {
        /** Ours. */
        COMPARING,
        /** They do not look at them, as clients that know none. */
        TOKENLESS
    }

    RestoreRun(SplittableRandom random, Habit habit) {
        this.random = random;
        this.habit = habit;
        int count = random.nextInt(2, 8);
        for (int i = 0; i < count; i++) {
            clients.add(new Client());
        }
    }

    int clients() {
        return clients.size();
    }

    int refusals() {
        return refusals;
    }

    HistoryChecker history() {
        return history;
    }

    void workCopyAndWork() {
        work();
        backup = database.copy();
        work();
    }

    /** Lets each client reserve so often that the copy cannot reach any client's last lease before all have asked it. */
    void everyoneSeesMoreThanTheCopyCanMakeUpFor() {
        for (int round = 0; round < 2; round++) {
            clients.forEach(client -> client.ask(TAGS.get(0)));
        }
    }

    void putBack() {
        database.putBack(backup);
    }

    void raise() {
        database.raise(1_000_000);
        clients.forEach(client -> client.knowsACopy = false);
    }

    /** Lets clients draw and give back in random order. */
    void work() {
        int steps = random.nextInt(1, 60);
        for (int i = 0; i < steps; i++) {
            Client client = clients.get(random.nextInt(clients.size()));
            String tag = TAGS.get(random.nextInt(TAGS.size()));
            if (random.nextDouble() < RETURNS) {
                client.giveBack(tag);
            } else {
                client.draw(tag, random.nextInt(1, SIZE_MAX));
            }
        }
    }

    /** Lets each client ask for a range, and returns the number of those that got one. */
    long askAll() {
        return clients.stream()
                .filter(client -> client.ask(TAGS.get(random.nextInt(TAGS.size()))))
                .count();
    }

    /** A range, and the number issued last. */
    private record Holding(Range range, long last) {}

    private final class Client {
        private final OlderCopyDetector olderCopies = new OlderCopyDetector("shop");
        private final Map<String, RemoteCounter> counters = new HashMap<>();
        private final Map<String, Holding> holdings = new HashMap<>();
        private RangeOrigin seenAt = new RangeOrigin(ScriptedHiLo.NODE, database.life());
        private long seen;
        private boolean knowsACopy;

        private RemoteCounter open(String tag) {
            HiLoExchange exchange = new ChangedReplies(database.counter(tag), this::note);
            return new RemoteCounter(exchange, RangeRequestSize.byGenerator(), tag, olderCopies);
        }

        /** Notes whether a client that remembers all it saw has to refuse a reply. */
        private NextRange note(NextRange reply) {
            boolean isNew = !reply.origin().equals(seenAt) || reply.range().token() > seen;
            knowsACopy |= !isNew;
            if (isNew && !knowsACopy) {
                seenAt = reply.origin();
                seen = reply.range().token();
            }
            return habit == Habit.COMPARING ? reply : withoutToken(reply);
        }

        void draw(String tag, int count) {
            for (int i = 0; i < count; i++) {
                Holding holding = holdings.get(tag);
                if ((holding == null || holding.last == holding.range.high()) && !ask(tag)) {
                    return;
                }
                Holding now = holdings.get(tag);
                history.issued(tag, now.last + 1);
                holdings.put(tag, new Holding(now.range, now.last + 1));
            }
        }

        /** Asks for a range to hold in place of what it holds of a counter, and returns whether it got one. */
        boolean ask(String tag) {
            boolean got = reserve(tag);
            if (habit == Habit.COMPARING && got == knowsACopy) {
                throw new AssertionError(got ? "took a range of an older copy" : "refused a range that is new");
            }
            return got;
        }

        private boolean reserve(String tag) {
            try {
                Range range = counters.computeIfAbsent(tag, this::open).reserve(random.nextInt(1, SIZE_MAX));
                history.reserved(tag, range.low(), range.high());
                holdings.put(tag, new Holding(range, range.low() - 1));
                return true;
            } catch (RangeSourceException e) {
                if (!(e.getCause() instanceof OlderCopyException)) {
                    throw e;
                }
                refusals++;
                return false;
            }
        }

        void giveBack(String tag) {
            Holding holding = holdings.remove(tag);
            if (holding != null && counters.get(tag).giveBack(holding.range, holding.last)) {
                history.givenBack(tag, holding.last, holding.range.high());
            }
        }
    }

    private static NextRange withoutToken(NextRange reply) {
        Range range = reply.range();
        Range bare = new Range(range.low(), range.high(), range.prefix(), range.nodeTag(), Range.NO_TOKEN);
        return new NextRange(
                bare,
                reply.lastSize(),
                reply.lastRangeAt(),
                new RangeOrigin(reply.origin().node(), null));
    }
}
