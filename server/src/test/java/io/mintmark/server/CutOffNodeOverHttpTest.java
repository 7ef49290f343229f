package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.counter.NumberSlice;
import io.mintmark.protocol.ErrorType;
import io.mintmark.storage.postgresql.DarkWire;
import io.mintmark.storage.postgresql.FaultyEngine;
import io.mintmark.storage.postgresql.TestEngine;
import io.mintmark.storage.postgresql.TestPostgres;
import io.mintmark.storage.postgresql.WireCutter;
import io.mintmark.support.CallerThreads;
import io.mintmark.support.Eventually;
import io.mintmark.support.Opened;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What clients are answered by a node whose wire to PostgreSQL swallows everything. Bounds are those of a busy machine;
 * {@code NightlyCutOffIT} has those of the page on several nodes.
 */
@Timeout(120)
class CutOffNodeOverHttpTest {
    private static final String HOT = "/databases/shop/hilo/next?tag=orders&lastBatchSize=32";
    private static final String IDENTITY = "/databases/shop/identity/next?name=users%7C";

    @AutoClose
    private final Opened opened = new Opened();

    @TempDir
    private Path directory;

    private final String url = TestPostgres.fresh();
    private final DarkWire wire = opened.add(new DarkWire(WireCutter.portOf(url)));

    private static Duration timeOf(Runnable work) {
        long begun = System.nanoTime();
        work.run();
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    /** Returns how long the quickest of three took: a stall of the machine holds up one, a wait holds up each. */
    private static Duration quickestOf(Runnable work) {
        return Stream.generate(() -> timeOf(work))
                .limit(3)
                .min(Duration::compareTo)
                .orElseThrow();
    }

    /** Asks for ranges until {@code done}, and returns how long each took. */
    private static List<Duration> askForRanges(TestServer server, AtomicBoolean done) {
        List<Duration> times = new ArrayList<>();
        while (!done.get()) {
            times.add(timeOf(() -> server.get(HOT).expect(201)));
        }
        Collections.sort(times);
        return times;
    }

    /**
     * Asks until numbers were reserved ahead at the rate that a node has which owns some: the first reservation is
     * about a minute of a slower one.
     */
    private void warmUp(TestServer server) {
        Set<String> reserved = new HashSet<>();
        while (reserved.size() < 3) {
            for (int range = 0; range < 300; range++) {
                server.get(HOT).expect(201);
            }
            reserved.add(TestEngine.ask(url, "SELECT coalesce(max(ahead_end), 0) FROM counter"));
        }
    }

    @Test
    void shouldServeAHotCounterAndLetNothingElseWait() throws Exception {
        TestServer server = opened.add(
                TestServer.start(ServerSettings.builder(directory).store(StoreSettings.of(wire.through(url)))));
        server.createDatabase("shop");
        server.store("shop", "users/ada", "{}");
        server.post(IDENTITY, "").expect(200);
        warmUp(server);
        assertThat(server.metrics()).contains("mintmark_storage_outage{kind=\"vanished\"} 0.0");

        wire.darken();
        AtomicBoolean done = new AtomicBoolean();
        CallerThreads callers = new CallerThreads();
        CompletableFuture<List<Duration>> ranges =
                CompletableFuture.supplyAsync(() -> askForRanges(server, done), callers);
        CompletableFuture<Duration> identity = CompletableFuture.supplyAsync(
                () -> timeOf(
                        () -> assertThat(server.post(IDENTITY, "").expect(408).text("Type"))
                                .isEqualTo(ErrorType.IDENTITY_TIMEOUT.wireName())),
                callers);
        List<String> refused = List.of(
                "/databases/shop/docs?id=users/ada",
                "/databases/shop/stats?failure=check",
                "/databases/shop/healthcheck",
                "/databases/shop/docs?startsWith=users/");
        refused.forEach(each ->
                assertThat(timeOf(() -> server.get(each).expect(503))).as(each).isLessThan(Duration.ofSeconds(9)));
        assertThat(identity.join()).isBetween(Duration.ofMillis(2_500), Duration.ofSeconds(14));

        refused.forEach(each -> assertThat(quickestOf(() -> server.get(each).expect(503)))
                .as(each)
                .isLessThan(Duration.ofMillis(900)));
        assertThat(quickestOf(() -> server.post(IDENTITY, "").expect(408))).isLessThan(Duration.ofMillis(900));
        assertThat(server.metrics()).contains("mintmark_storage_outage{kind=\"vanished\"} 1.0");
        server.get("/healthcheck").expect(204);
        done.set(true);
        List<Duration> times = ranges.join();
        assertThat(times).hasSizeGreaterThan(100);
        assertThat(times.get(times.size() * 9 / 10)).isLessThan(Duration.ofMillis(200));

        wire.lighten();
        Eventually.until(
                "the node is well",
                () -> server.get("/databases/shop/healthcheck").status() == 204);
        server.post(IDENTITY, "").expect(200);
        server.get("/databases/shop/docs?id=users/ada").expect(200);
    }

    @Test
    void shouldHandOutItsSliceAndOrdinaryNumbersAgain() {
        TestServer server = opened.add(
                TestServer.start(ServerSettings.builder(directory).store(StoreSettings.of(wire.through(url)))));
        server.createDatabase("shop");
        String next = "/databases/shop/hilo/next?tag=bills&lastMax=";
        server.get(next + "0").expect(201);
        wire.darken();
        Eventually.until(
                "the node is cut off",
                () -> server.get("/databases/shop/healthcheck").status() == 503);

        TestServer.Answer slice = server.get(next + "32").expect(201);
        long low = slice.number("Low");
        assertThat(low).isGreaterThanOrEqualTo(NumberSlice.FIRST);
        TestServer.Answer plain =
                server.post("/v1/shop/counters/bills/next", "").expect(200);
        assertThat(plain.number("number")).isEqualTo(slice.number("High") + 1);
        assertThat(plain.text("id")).isEqualTo("bills/" + (slice.number("High") + 1) + "-A");
        server.put("/databases/shop/hilo/return?tag=bills&last=" + low + "&end=" + slice.number("High"), "")
                .expect(204);
        TestServer.Answer holder =
                server.get("/v1/shop/counters/bills/numbers/" + low).expect(200);
        assertThat(holder.text("answer")).isEqualTo("slice");
        assertThat(holder.text("reason")).isEqualTo("handed-out");
        assertThat(holder.text("text")).contains("no record says to whom");
        assertThat(server.metric("mintmark_slice_ranges_total")).isEqualTo(2);
        assertThat(server.metric("mintmark_numbers_left{kind=\"hilo\"}")).isEqualTo(NumberSlice.ORDINARY_MAX - 32);

        wire.lighten();
        Eventually.until(
                "the node is well",
                () -> server.get("/databases/shop/healthcheck").status() == 204);
        assertThat(server.get(next + slice.number("High")).expect(201).number("Low"))
                .isEqualTo(33);
        assertThat(server.put("/databases/shop/docs?id=Raven/Hilo/bills", "{\"Max\":" + low + "}")
                        .expect(400)
                        .text("Message"))
                .contains("from 0 to 4503599627370495: Max=" + low, "slices");
        assertThat(server.post("/v1/shop/counters/bills/raise?leap=true&to=" + low, "")
                        .expect(400)
                        .text("detail"))
                .contains("4503599627370495");
    }

    /** As RavenDB waits for a leader. */
    @Test
    void shouldDrawANumberWhereTheEngineIsBackInTime() throws Exception {
        TestServer server = opened.add(
                TestServer.start(ServerSettings.builder(directory).store(StoreSettings.of(wire.through(url)))));
        server.createDatabase("shop");
        server.post(IDENTITY, "").expect(200);
        wire.darken();
        Eventually.until(
                "the node is cut off",
                () -> server.get("/databases/shop/healthcheck").status() == 503);

        CompletableFuture<TestServer.Answer> waiting =
                CompletableFuture.supplyAsync(() -> server.post(IDENTITY, ""), new CallerThreads());
        wire.lighten();

        waiting.join().expect(200);
    }

    /** What holds the tag must end with a start that is refused. */
    @Test
    void shouldLeaveItsTagWhereItsJournalCannotBeOpened() throws Exception {
        Path journal = Files.writeString(directory.resolve("journal.sqlite"), "no database ".repeat(1_000));
        ServerSettings.Builder settings = ServerSettings.builder(directory).store(StoreSettings.of(url));
        assertThatThrownBy(() -> opened.add(TestServer.start(settings)))
                .hasMessageContaining("The journal " + journal + " cannot be opened");
        Files.delete(journal);

        TestServer server = opened.add(TestServer.start(settings));

        server.createDatabase("shop");
    }

    @Test
    void shouldSayThatItsJournalTakesNothing() throws Exception {
        TestServer server =
                opened.add(TestServer.start(ServerSettings.builder(directory).store(StoreSettings.of(url))));
        server.createDatabase("shop");
        server.store("shop", "users/ada", "{}").expect(201);
        Path journal = Files.writeString(directory.resolve("journal.sqlite"), "no database ".repeat(1_000));
        FaultyEngine engine = opened.add(new FaultyEngine(url));
        engine.fail(FaultyEngine.Fault.READ_ONLY);
        Eventually.until("the node is cut off", () -> server.metric("mintmark_storage_outage") > 0);
        assertThat(server.metric("mintmark_journal_failed")).isZero();

        server.put("/databases/shop/docs?id=users/", "{}").expect(503);
        assertThat(server.metric("mintmark_journal_failed")).isEqualTo(1);

        Files.delete(journal);
        server.put("/databases/shop/docs?id=users/", "{}").expect(201);
        assertThat(server.metric("mintmark_journal_failed")).isZero();
    }

    /** Nothing was done, so what is open stays open: nobody could open it again. */
    @Test
    void shouldGoOnWithADatabaseWhoseDeletionIsRefused() {
        TestServer server =
                opened.add(TestServer.start(ServerSettings.builder(directory).store(StoreSettings.of(url))));
        server.createDatabase("shop");
        server.store("shop", "users/ada", "{}").expect(201);
        FaultyEngine engine = opened.add(new FaultyEngine(url));
        engine.fail(FaultyEngine.Fault.READ_ONLY);
        Eventually.until("the node is cut off", () -> server.metric("mintmark_storage_outage") > 0);
        server.put("/databases/shop/docs?id=users/", "{}").expect(201);

        server.delete("/admin/databases", "{\"DatabaseNames\":[\"shop\"],\"HardDelete\":true}")
                .expect(503);

        server.put("/databases/shop/docs?id=users/", "{}").expect(201);
        engine.heal();
        Eventually.until("all has come home", () -> server.metric("mintmark_journal_entries") == 0);
        assertThat(server.ids("shop", "users/")).hasSize(3);
    }
}
