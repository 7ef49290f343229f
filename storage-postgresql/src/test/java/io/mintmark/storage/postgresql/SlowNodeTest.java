package io.mintmark.storage.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.document.DocumentId;
import io.mintmark.document.IdTemplate;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.document.DocumentContent;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.write.DocumentBatch;
import io.mintmark.storage.write.IdentityRequest;
import io.mintmark.support.CallerThreads;
import io.mintmark.support.Eventually;
import io.mintmark.support.Opened;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A node that stands still in the middle of a group, or is far away from the engine, holds up nobody: the others draw
 * from the same identities all the while. Where rows were locked from one message to the next, the others drew one or
 * two numbers until it went on; bounds are those of a busy machine.
 */
@Timeout(120)
class SlowNodeTest {
    private static final int NUMBERS = 200;
    private static final int FAR_AWAY = 100;
    private static final int LOOKS_MAX = 5_000;

    /** Some milliseconds on a quiet machine; a second and more where rows stay locked. */
    private static final Duration MEDIAN_MAX = Duration.ofMillis(500);

    @AutoClose
    private final Opened opened = new Opened();

    private final AtomicInteger drawnFarAway = new AtomicInteger();
    private final TestCluster cluster = opened.add(new TestCluster());
    private final DarkWire wire = opened.add(new DarkWire(WireCutter.portOf(cluster.url())));
    private final PostgresStorage slow = opened.add(cluster.open("A", 1, cluster.pool(wire.through(cluster.url()))));
    private final PostgresStorage other = opened.add(cluster.open("B", 2));

    /** Nothing can be closed in the dark. */
    private final AutoCloseable light = opened.add(wire::lighten);

    private static long identity(PostgresStorage storage) {
        return storage.write(new IdentityRequest("users", null));
    }

    private static void putUnderAnIdentity(PostgresStorage storage) {
        DocumentCommand put = new DocumentCommand.Put(
                IdTemplate.parse("users|", IdentityPartsSeparator.DEFAULT),
                Expectation.ANYTHING,
                new DocumentContent(
                        "Users", "{}".getBytes(StandardCharsets.UTF_8), "{}".getBytes(StandardCharsets.UTF_8)));
        var ignored = storage.write(new DocumentBatch(List.of(put), IdentityPartsSeparator.DEFAULT));
    }

    /** Draws numbers and stores documents at the other node, and returns how long it took half of them. */
    private Duration medianOfTheOther() {
        long[] nanos = new long[NUMBERS];
        for (int i = 0; i < NUMBERS; i++) {
            long begun = System.nanoTime();
            if (i % 4 == 0) {
                putUnderAnIdentity(other);
            } else {
                long ignored = identity(other);
            }
            nanos[i] = System.nanoTime() - begun;
        }
        Arrays.sort(nanos);
        return Duration.ofNanos(nanos[NUMBERS / 2]);
    }

    @Test
    void shouldHoldUpNobodyWhereItStandsStillInTheMiddleOfAnIdentity() {
        long first = identity(slow);
        wire.darken(DarkWire.Way.TO_NODE);
        CompletableFuture<Long> standing = CompletableFuture.supplyAsync(() -> identity(slow), new CallerThreads());
        Eventually.until(() -> cluster.number("SELECT value FROM identity") > first);

        assertThat(medianOfTheOther()).isLessThan(MEDIAN_MAX);

        wire.lighten();
        assertThat(standing.join()).isBetween(first + 1, first + 1 + 2 * NUMBERS);
    }

    /** What holds rows that others overwrite is ended by the engine. */
    @Test
    void shouldLoseTheRowsThatItLockedBeforeItStoodStill() throws SQLException {
        put(slow, "shared");
        wire.darken(DarkWire.Way.TO_NODE);
        CompletableFuture<Void> standing = CompletableFuture.runAsync(() -> put(slow, "shared"), new CallerThreads());
        awaitIdleTransaction();

        long begun = System.nanoTime();
        put(other, "shared");

        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(3));
        wire.lighten();
        standing.join();
    }

    /** On one connection, since the engine ends the transaction soon; one that was missed has been ended. */
    private void awaitIdleTransaction() throws SQLException {
        try (Connection connection = cluster.source().getConnection();
                PreparedStatement looks = connection.prepareStatement("SELECT count(*) FROM pg_stat_activity"
                        + " WHERE datname = current_database() AND state = 'idle in transaction'")) {
            for (int look = 0; look < LOOKS_MAX; look++) {
                try (ResultSet row = looks.executeQuery()) {
                    if (row.next() && row.getLong(1) > 0) {
                        return;
                    }
                }
            }
        }
    }

    private static void put(PostgresStorage storage, String id) {
        DocumentCommand put = new DocumentCommand.Put(
                new IdTemplate.Semantic(DocumentId.of(id)),
                Expectation.ANYTHING,
                new DocumentContent(
                        "Users", "{}".getBytes(StandardCharsets.UTF_8), "{}".getBytes(StandardCharsets.UTF_8)));
        var ignored = storage.write(new DocumentBatch(List.of(put), IdentityPartsSeparator.DEFAULT));
    }

    @Test
    void shouldHoldUpNobodyWhereItIsFarAwayAndTakeManyNumbersAtOnce() {
        Set<Long> far = new HashSet<>(List.of(identity(slow)));
        wire.delay(Duration.ofMillis(250));
        AtomicBoolean done = new AtomicBoolean();
        CallerThreads callers = new CallerThreads();
        List<CompletableFuture<List<Long>>> drawing = new ArrayList<>();
        for (int i = 0; i < 32; i++) {
            drawing.add(CompletableFuture.supplyAsync(() -> drawUntil(done), callers));
        }

        long groups = cluster.number("SELECT groups FROM node_state WHERE node = 'A' AND lane = 'counters'");
        Duration median = medianOfTheOther();
        Eventually.until(() -> drawnFarAway.get() > FAR_AWAY);
        done.set(true);
        for (CompletableFuture<List<Long>> numbers : drawing) {
            numbers.join()
                    .forEach(number ->
                            assertThat(far.add(number)).as("drawn once").isTrue());
        }

        assertThat(median).isLessThan(MEDIAN_MAX);
        groups = cluster.number("SELECT groups FROM node_state WHERE node = 'A' AND lane = 'counters'") - groups;
        assertThat(groups).as("groups for " + far.size() + " numbers").isLessThan(far.size() / 4);
    }

    private List<Long> drawUntil(AtomicBoolean done) {
        List<Long> drawn = new ArrayList<>();
        while (!done.get()) {
            drawn.add(identity(slow));
            drawnFarAway.incrementAndGet();
        }
        return drawn;
    }
}
