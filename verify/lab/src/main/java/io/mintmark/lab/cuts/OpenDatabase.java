package io.mintmark.lab.cuts;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.mintmark.counter.LeaseToken;
import io.mintmark.counter.ReturnRule;
import io.mintmark.document.DocumentId;
import io.mintmark.document.IdTemplate;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.storage.Storage;
import io.mintmark.storage.document.CommandResult;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.document.DocumentContent;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.CounterRaise;
import io.mintmark.storage.write.DocumentBatch;
import io.mintmark.storage.write.IdentityRequest;
import io.mintmark.storage.write.IdentitySeed;
import io.mintmark.storage.write.Lease;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.storage.write.RangeReturn;
import io.mintmark.support.Party;
import io.mintmark.support.Pending;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The verbs of one database, drawn at random, with what was told of them written into its history. */
final class OpenDatabase {
    static final IdentityPartsSeparator SEPARATOR = IdentityPartsSeparator.DEFAULT;

    private static final String[] COUNTERS = {"orders", "bills", "x"};
    private static final String[] IDENTITIES = {"clients", "Users"};
    private static final int DOCUMENTS = 6;
    /** A dozen ranges in two seconds are a busy counter. */
    private static final int RUSH = 30;

    private static final Duration RUSH_EVERY = Duration.ofMillis(150);
    private static final int SMALL_BYTES = 300;
    private static final int LARGE_BYTES = 9_000;
    private static final int PAGES_BYTES = 4_096_000;
    private static final int LARGE_DOCUMENTS = 8;
    private static final byte[] METADATA = "{\"@collection\":\"Things\"}".getBytes(UTF_8);

    final Storage storage;
    final DatabaseHistory history;
    private final Attempts attempts;
    private final GatedClock clock;
    private final SplittableRandom random;

    OpenDatabase(
            Storage storage, DatabaseHistory history, Attempts attempts, GatedClock clock, SplittableRandom random) {
        this.storage = storage;
        this.history = history;
        this.attempts = attempts;
        this.clock = clock;
        this.random = random;
    }

    /** Does one write of any kind. */
    void write() {
        any().run();
    }

    private Runnable any() {
        return switch (random.nextInt(4)) {
            case 0 -> reserving();
            case 1 -> drawing();
            default -> committing();
        };
    }

    /** A batch of a thousand pages, after which the engine copies the log by itself. */
    void commitLarge() {
        Effect effect = attempts.begin();
        List<DocumentCommand> commands = new ArrayList<>();
        List<String> bodies = new ArrayList<>();
        for (int i = 0; i < LARGE_DOCUMENTS; i++) {
            bodies.add(body(PAGES_BYTES / LARGE_DOCUMENTS));
            commands.add(put(effect, "large/" + i, bodies.get(i)));
        }
        DocumentBatch batch = new DocumentBatch(commands, SEPARATOR);
        submitted(effect, () -> storage.submit(batch, Party.NOBODY), (acknowledged, results) -> stored(bodies, results))
                .run();
    }

    /** Commits several requests together. */
    void group() {
        List<Runnable> rest = new ArrayList<>();
        clock.hold();
        try {
            for (int i = 2 + random.nextInt(4); i > 0; i--) {
                rest.add(any());
            }
        } finally {
            clock.release();
        }
        rest.forEach(Runnable::run);
    }

    /** Asks for ranges of one counter so fast that the last ones are cut from numbers reserved ahead. */
    void rush() {
        String counter = COUNTERS[random.nextInt(COUNTERS.length)];
        for (int range = 0; range < RUSH; range++) {
            clock.pass(RUSH_EVERY);
            reserving(counter, 1 + random.nextInt(64), 0).run();
        }
    }

    private Runnable reserving() {
        String counter = COUNTERS[random.nextInt(COUNTERS.length)];
        int size = random.nextInt(4) == 0 ? 1 + random.nextInt(1_000_000) : 1 + random.nextInt(64);
        long lastMax = random.nextInt(5) == 0 ? random.nextInt(1_000) : 0;
        return reserving(counter, size, lastMax);
    }

    private Runnable reserving(String counter, int size, long lastMax) {
        RangeRequest request = new RangeRequest(CounterName.ofTag(counter), lastMax, size, "lab");
        return submitted(() -> storage.submit(request, Party.NOBODY), (effect, lease) -> told(effect, counter, lease));
    }

    private void told(Effect effect, String counter, Lease lease) {
        history.ranges.add(new DatabaseHistory.Ranges(effect, counter, lease.low(), lease.high(), lease.serial()));
    }

    private Runnable drawing() {
        String name = IDENTITIES[random.nextInt(IDENTITIES.length)];
        String requestId = random.nextBoolean() ? null : "request-" + random.nextInt(20);
        IdentityRequest request = new IdentityRequest(name, requestId);
        return submitted(
                () -> storage.submit(request, Party.NOBODY),
                (effect, value) -> history.identities.add(new DatabaseHistory.Drawn(effect, name, requestId, value)));
    }

    /** Receiver of a result. */
    @FunctionalInterface
    private interface Told<T> {
        void by(Effect effect, T result);
    }

    private <T> Runnable submitted(Supplier<Pending<T>> submission, Told<T> told) {
        return submitted(attempts.begin(), submission, told);
    }

    private <T> Runnable submitted(Effect effect, Supplier<Pending<T>> submission, Told<T> told) {
        Optional<Pending<T>> pending = attempts.attempt(new Effect(0), submission);
        return () -> pending.flatMap(waiting -> attempts.attempt(effect, waiting::await))
                .ifPresent(result -> told.by(effect, result));
    }

    /** Gives the tail of a counter's latest lease back, or claims to for an older one. */
    void giveBack() {
        List<DatabaseHistory.Ranges> leases =
                history.ranges.stream().filter(range -> range.token != 0).toList();
        if (leases.isEmpty()) {
            return;
        }
        int newest = leases.size() - 1;
        DatabaseHistory.Ranges lease = leases.get(Math.max(0, newest - random.nextInt(4)));
        LeaseToken token = random.nextBoolean() ? new LeaseToken(storage.life(), lease.token) : null;
        long lowest = token == null ? lease.low : lease.low - 1;
        long last = lowest + random.nextLong(lease.high - lowest + 1);
        Effect effect = attempts.begin();
        if (lease.wasGivenBack()) {
            last = lease.high;
        } else {
            lease.giveBack(effect, last);
        }
        RangeReturn request = new RangeReturn(CounterName.ofTag(lease.counter), last, lease.high, token);
        Optional<Boolean> accepted =
                attempts.attempt(effect, () -> storage.write(request) instanceof ReturnRule.Verdict.Accepted);
        if (accepted.isPresent() && accepted.get()) {
            history.returns.add(new DatabaseHistory.Return(effect, request));
        } else if (accepted.isPresent() && lease.isReturnedBy(effect)) {
            lease.keepAll();
        }
    }

    void raise() {
        String counter = COUNTERS[random.nextInt(COUNTERS.length)];
        long above = history.countersAt(Long.MAX_VALUE - 1).getOrDefault(counter, 0L) + 1 + random.nextInt(2_000_000);
        Effect effect = attempts.begin();
        attempts.attempt(effect, () -> storage.write(new CounterRaise(CounterName.ofTag(counter), above)))
                .ifPresent(now -> history.ranges.add(new DatabaseHistory.Ranges(effect, counter, above, above, 0)));
    }

    void seedIdentity() {
        String name = IDENTITIES[random.nextInt(IDENTITIES.length)];
        long value = random.nextInt(500);
        Effect effect = attempts.begin();
        IdentitySeed seed = new IdentitySeed(name, value, IdentitySeed.Direction.UP_ONLY, null);
        attempts.attempt(effect, () -> storage.write(seed))
                .ifPresent(now -> history.identities.add(new DatabaseHistory.Drawn(effect, name, null, now.last())));
    }

    /** A batch of puts and deletions, each of another document. */
    private Runnable committing() {
        Effect effect = attempts.begin();
        List<DocumentCommand> commands = new ArrayList<>();
        List<String> bodies = new ArrayList<>();
        Set<String> ids = new LinkedHashSet<>();
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            String id = id();
            boolean isNew = id.endsWith("/") || id.endsWith("|") || ids.add(id);
            if (isNew && id.startsWith("docs/") && random.nextInt(4) == 0) {
                commands.add(delete(effect, id));
                bodies.add("");
            } else if (isNew) {
                bodies.add(body());
                commands.add(put(effect, id, bodies.get(bodies.size() - 1)));
            }
        }
        DocumentBatch batch = new DocumentBatch(commands, SEPARATOR);
        return submitted(
                effect, () -> storage.submit(batch, Party.NOBODY), (acknowledged, results) -> stored(bodies, results));
    }

    private String id() {
        return switch (random.nextInt(4)) {
            case 0 -> "users/";
            case 1 -> "users|";
            default -> "docs/" + random.nextInt(DOCUMENTS);
        };
    }

    private String body() {
        return body(random.nextInt(6) == 0 ? LARGE_BYTES : random.nextInt(SMALL_BYTES));
    }

    private String body(int pad) {
        return "{\"of\":\"" + history.label + "\",\"n\":" + history.puts.size() + ",\"pad\":\"" + "x".repeat(pad)
                + "\"}";
    }

    private DocumentCommand delete(Effect effect, String id) {
        DocumentId document = DocumentId.of(id);
        history.document(effect, document.key(), null);
        return new DocumentCommand.Delete(document, Expectation.ANYTHING);
    }

    private DocumentCommand put(Effect effect, String id, String body) {
        IdTemplate template = IdTemplate.parse(id, SEPARATOR);
        String key =
                template instanceof IdTemplate.Semantic semantic ? semantic.id().key() : null;
        history.puts.put(body, new DatabaseHistory.Put(effect, key));
        if (key != null) {
            history.document(effect, key, body);
        }
        return new DocumentCommand.Put(template, Expectation.ANYTHING, content(body));
    }

    static DocumentContent content(String body) {
        return new DocumentContent("Things", body.getBytes(UTF_8), METADATA);
    }

    private void stored(List<String> bodies, List<CommandResult> results) {
        for (int i = 0; i < results.size(); i++) {
            DatabaseHistory.@Nullable Put put = history.puts.get(bodies.get(i));
            if (put != null && results.get(i) instanceof CommandResult.Stored stored) {
                if (put.key() == null) {
                    history.document(put.effect, stored.id().key(), bodies.get(i));
                }
                put.stored(stored.id().key(), stored.changeVector());
            }
        }
    }
}
