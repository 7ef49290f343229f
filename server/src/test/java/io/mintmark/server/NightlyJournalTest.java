package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.protocol.Headers;
import io.mintmark.server.TestServer.Answer;
import io.mintmark.storage.postgresql.DarkWire;
import io.mintmark.storage.postgresql.WireCutter;
import io.mintmark.support.CallerThreads;
import io.mintmark.support.Eventually;
import io.mintmark.support.Opened;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.Seed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What nodes take while they are cut off, under load: cuts of all kinds with writers on all sides, many documents that
 * come home, and how fast they are taken. The long form demands the figures, for which the machine must be quiet.
 */
@Timeout(3_600)
class NightlyJournalTest {
    private static final String DOCS = "/databases/shop/docs?id=";
    private static final long SEED = Seed.fresh("NightlyJournalTest");
    private static final int CUTS = Effort.of("cuts of nodes that take documents", 4, 20, 100);
    private static final int TAKEN_A_CUT = 100;
    private static final int MANY = Effort.of("documents that come home", 5_000, 20_000, 100_000);
    private static final Duration HOME_WITHIN = Duration.ofSeconds(10);
    private static final double OF_SQLITE = 0.8;

    @AutoClose
    private final Opened opened = new Opened();

    private final StoreNodes nodes = opened.add(new StoreNodes());

    /** What was acknowledged: versions by ids. */
    private final Map<String, String> acknowledged = new ConcurrentHashMap<>();

    private final AtomicLong here = new AtomicLong();

    /** The wire of one node, which is cut in several ways. */
    private final class Wire {
        private final WireCutter cutter = opened.add(new WireCutter(WireCutter.portOf(nodes.url())));
        private final DarkWire dark = opened.add(new DarkWire(WireCutter.portOf(cutter.through(nodes.url()))));

        String url() {
            return dark.through(cutter.through(nodes.url()));
        }

        void cut(int kind) {
            switch (kind) {
                case 0 -> cutter.cutAll();
                case 1 -> dark.darken();
                case 2 -> dark.darken(DarkWire.Way.TO_ENGINE);
                default -> dark.darken(DarkWire.Way.TO_NODE);
            }
        }

        void heal() {
            cutter.mend();
            dark.lighten();
        }
    }

    private void write(TestServer node, SplittableRandom random, AtomicBoolean done) {
        List<String> hilo = new ArrayList<>();
        while (!done.get()) {
            if (hilo.isEmpty()) {
                Answer range = node.get("/databases/shop/hilo/next?tag=orders&lastBatchSize=32");
                for (long n = range.number("Low"); range.status() == 201 && n <= range.number("High"); n++) {
                    hilo.add("orders/" + n + "-" + range.text("ServerTag"));
                }
            }
            String id = switch (random.nextInt(hilo.isEmpty() ? 2 : 3)) {
                case 0 -> "users/";
                case 1 -> UUID.randomUUID().toString();
                // One that was refused is not sent again: nobody knows of some whether they were stored.
                default -> hilo.remove(hilo.size() - 1);
            };
            Answer answer = node.put(DOCS + id, "{\"by\":\"" + node.url().getPort() + "\"}");
            if (answer.status() == 201) {
                assertThat(acknowledged.put(answer.text("Id"), answer.text("ChangeVector")))
                        .as("a new document")
                        .isNull();
                here.addAndGet(answer.header(Headers.STORED).isPresent() ? 1 : 0);
            }
        }
    }

    @Test
    void shouldLoseAndOverwriteNothingWithWritersOnAllSides() {
        SplittableRandom random = new SplittableRandom(SEED);
        List<Wire> wires = List.of(new Wire(), new Wire());
        List<TestServer> cut = List.of(
                nodes.serve("A", wires.get(0).url()),
                nodes.serve("B", wires.get(1).url()));
        TestServer whole = nodes.serve("C");
        whole.createDatabase("shop");
        nodes.awaitPeers();
        nodes.await(
                "all know the database",
                node -> node.get("/databases/shop/healthcheck").status() == 204);
        AtomicBoolean done = new AtomicBoolean();
        List<CompletableFuture<Void>> writers = new ArrayList<>();
        for (TestServer node : nodes) {
            for (int i = 0; i < 2; i++) {
                SplittableRandom own = random.split();
                writers.add(CompletableFuture.runAsync(() -> write(node, own, done), new CallerThreads()));
            }
        }
        for (int each = 0; each < CUTS; each++) {
            int which = random.nextInt(2);
            long before = here.get();
            wires.get(which).cut(each % 4);
            Eventually.until("documents are taken", () -> here.get() > before + TAKEN_A_CUT);
            wires.get(which).heal();
            if (random.nextBoolean()) {
                Eventually.until(
                        "all has come home",
                        () -> cut.get(which).metric("mintmark_storage_outage") == 0
                                && cut.get(which).metric("mintmark_journal_entries") == 0);
            }
        }
        done.set(true);
        writers.forEach(CompletableFuture::join);
        cut.forEach(node -> Eventually.until("all has come home", () -> node.metric("mintmark_journal_entries") == 0));

        cut.forEach(
                node -> assertThat(node.metric("mintmark_journal_set_aside")).isZero());
        acknowledged.forEach((id, version) -> assertThat(whole.document("shop", id)
                        .at("/@metadata/@change-vector")
                        .asText())
                .as(id)
                .isEqualTo(version));
        System.out.printf(
                "[report] %d cuts: %,d documents acknowledged, %,d of them by nodes that were cut off; none lost or"
                        + " overwritten%n",
                CUTS, acknowledged.size(), here.get());
    }

    @Test
    void shouldBringManyHomeSoon() {
        Wire wire = new Wire();
        TestServer node = nodes.serve("A", wire.url());
        node.createDatabase("shop");
        Answer ignored = node.store("shop", "users/ada", "{}");
        wire.cut(0);
        Eventually.until(() -> node.metric("mintmark_storage_outage") > 0);
        String[] batch = new String[1_000];
        for (int taken = 0; taken < MANY; taken += batch.length) {
            for (int i = 0; i < batch.length; i++) {
                batch[i] = Bodies.put("notes/", "{\"n\":" + (taken + i) + "}");
            }
            node.batch("shop", batch).expect(201);
        }
        assertThat(node.metric("mintmark_journal_entries")).isEqualTo(MANY);

        wire.heal();
        Eventually.until(() -> node.metric("mintmark_storage_outage") == 0);
        long healed = System.nanoTime();
        Eventually.until("all has come home", () -> node.metric("mintmark_journal_entries") == 0);
        Duration took = Duration.ofNanos(System.nanoTime() - healed);

        System.out.printf("[report] %,d documents came home in %s%n", MANY, took);
        assertThat(node.metric("mintmark_journal_set_aside")).isZero();
        assertThat(node.get("/databases/shop/stats").number("CountOfDocuments")).isEqualTo(MANY + 1L);
        if (Effort.isProof()) {
            assertThat(took).isLessThanOrEqualTo(HOME_WITHIN);
        }
    }

    /** Returns how many documents a second a server takes. */
    private static double rate(TestServer server) {
        AtomicBoolean done = new AtomicBoolean();
        AtomicLong stored = new AtomicLong();
        List<CompletableFuture<Void>> writers = new ArrayList<>();
        for (int i = 0; i < 32; i++) {
            writers.add(CompletableFuture.runAsync(
                    () -> {
                        while (!done.get()) {
                            server.put(DOCS + "notes/", "{\"name\":\"a note of some length\"}")
                                    .expect(201);
                            stored.incrementAndGet();
                        }
                    },
                    new CallerThreads()));
        }
        int warm = Effort.of("documents until a server is warm", 2_000, 20_000);
        Eventually.until(() -> stored.get() > warm);
        long begun = System.nanoTime();
        long before = stored.get();
        int measured = Effort.of("documents by which a rate is measured", 4_000, 40_000);
        Eventually.until(() -> stored.get() > before + measured);
        double rate = (stored.get() - before) / ((System.nanoTime() - begun) / 1e9);
        done.set(true);
        writers.forEach(CompletableFuture::join);
        return rate;
    }

    @Test
    void shouldTakeThemNearlyAsFastAsADirectory(@TempDir Path directory) {
        TestServer alone = opened.add(TestServer.start(directory));
        alone.createDatabase("shop");
        Wire wire = new Wire();
        TestServer node = nodes.serve("A", wire.url());
        node.createDatabase("shop");
        Answer ignored = node.store("shop", "users/ada", "{}");
        wire.cut(0);
        Eventually.until(() -> node.metric("mintmark_storage_outage") > 0);

        double ofDirectory = rate(alone);
        double cutOff = rate(node);
        double again = rate(alone);

        double share = cutOff / Math.max(ofDirectory, again);
        System.out.printf(
                "[report] documents a second: %,.0f and %,.0f in a directory, %,.0f at a node that is cut off (%.2f)%n",
                ofDirectory, again, cutOff, share);
        assertThat(cutOff).isPositive();
        if (Effort.isProof()) {
            assertThat(share).isGreaterThanOrEqualTo(OF_SQLITE);
        }
    }
}
