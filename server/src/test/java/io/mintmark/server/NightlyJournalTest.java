package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.server.TestServer.Answer;
import io.mintmark.storage.postgresql.FaultyEngine;
import io.mintmark.storage.postgresql.FaultyWire;
import io.mintmark.support.CallerThreads;
import io.mintmark.support.Eventually;
import io.mintmark.support.Opened;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.Seed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What nodes take while they are cut off, under load: cuts of all kinds with writers on all sides, one of whose nodes has
 * a journal that is soon full; many documents that come home; and how fast they are taken. The long form demands the
 * figures, for which the machine must be quiet.
 */
@Timeout(3_600)
class NightlyJournalTest {
    private static final String DOCS = "/databases/shop/docs?id=";
    private static final long SEED = Seed.fresh("NightlyJournalTest");
    private static final int CUTS = Effort.of("cuts of nodes that take documents", 4, 20, 100);
    private static final int TAKEN_A_CUT = 100;
    private static final long SMALL_JOURNAL = 1 << 14;
    private static final int MANY = Effort.of("documents that come home", 5_000, 20_000, 100_000);
    private static final Duration HOME_WITHIN = Duration.ofSeconds(10);
    private static final int ROUNDS = 3;
    private static final double OF_SQLITE = 0.8;

    @AutoClose
    private final Opened opened = new Opened();

    private final StoreNodes nodes = opened.add(new StoreNodes());

    private FaultyWire wire() {
        return opened.add(new FaultyWire(nodes.url()));
    }

    /**
     * What fails and heals: one node's wire, or the engine for all nodes.
     *
     * @param isLongEnough whether enough happened meanwhile
     */
    private record Cut(
            String kind, Runnable begin, Runnable end, List<TestServer> dark, Supplier<BooleanSupplier> isLongEnough) {}

    /** Returns a cut of each kind, of either node that has a wire of its own. */
    private List<Cut> cuts(List<FaultyWire> wires, FaultyEngine engine, CreatingClients clients) {
        Supplier<BooleanSupplier> taken = () -> {
            long enough = clients.takenByNodesThatAreCutOff() + TAKEN_A_CUT;
            return () -> clients.takenByNodesThatAreCutOff() >= enough;
        };
        Supplier<BooleanSupplier> full = () -> {
            long before = clients.refusedByFullJournals();
            return () -> clients.refusedByFullJournals() > before;
        };
        List<Cut> all = new ArrayList<>();
        for (FaultyWire.Fault fault : FaultyWire.Fault.values()) {
            for (int i = 0; i < wires.size(); i++) {
                FaultyWire wire = wires.get(i);
                List<TestServer> dark = List.of(nodes.get(i));
                all.add(new Cut("wire " + fault, () -> wire.fail(fault), wire::heal, dark, i == 1 ? full : taken));
            }
        }
        List<TestServer> every = List.of(nodes.get(0), nodes.get(1), nodes.get(2));
        for (FaultyEngine.Fault fault : FaultyEngine.Fault.values()) {
            all.add(new Cut("engine " + fault, () -> engine.fail(fault), engine::heal, every, taken));
        }
        return all;
    }

    @Test
    void shouldLoseAndOverwriteNothingWithWritersOnAllSides() {
        SplittableRandom random = new SplittableRandom(SEED);
        List<FaultyWire> wires = List.of(wire(), wire());
        nodes.serve("A", wires.get(0).url());
        nodes.serve(
                nodes.settings("B").journalBytes(SMALL_JOURNAL), wires.get(1).url());
        TestServer whole = nodes.serve("C");
        whole.createDatabase("shop");
        nodes.awaitPeers();
        nodes.await(
                "all know the database",
                node -> node.get("/databases/shop/healthcheck").status() == 204);
        CreatingClients clients = new CreatingClients();
        for (TestServer node : nodes) {
            clients.begin(node, random.split());
            clients.begin(node, random.split());
        }
        List<Cut> all = cuts(wires, opened.add(new FaultyEngine(nodes.url())), clients);
        Map<String, Integer> kinds = new TreeMap<>();
        for (int each = 0; each < CUTS; each++) {
            if (each % all.size() == 0) {
                Collections.shuffle(all, new Random(random.nextLong()));
            }
            Cut cut = all.get(each % all.size());
            kinds.merge(cut.kind(), 1, Integer::sum);
            cutOnce(cut, random.nextBoolean());
        }
        clients.finish();
        nodes.await("all has come home", node -> node.metric("mintmark_journal_entries") == 0);

        CreatingClients.Outcome outcome = clients.judge(whole);
        System.out.printf("[report] %d cuts %s: %s%n", CUTS, kinds, outcome);
        nodes.forEach(
                node -> assertThat(node.metric("mintmark_journal_set_aside")).isZero());
        assertThat(outcome.twice()).isZero();
        assertThat(outcome.lost()).isZero();
        assertThat(outcome.overwritten()).isZero();
        assertThat(outcome.here()).isGreaterThan(CUTS);
    }

    private void cutOnce(Cut cut, boolean awaitHome) {
        BooleanSupplier isLongEnough = cut.isLongEnough().get();
        cut.begin().run();
        Eventually.until("documents are taken, " + cut.kind(), isLongEnough::getAsBoolean);
        cut.end().run();
        if (awaitHome) {
            cut.dark()
                    .forEach(node -> Eventually.until(
                            "all has come home, " + cut.kind(),
                            () -> node.metric("mintmark_storage_outage") == 0
                                    && node.metric("mintmark_journal_entries") == 0));
        }
    }

    @Test
    void shouldBringManyHomeSoon() {
        FaultyWire wire = wire();
        TestServer node = nodes.serve("A", wire.url());
        node.createDatabase("shop");
        Answer ignored = node.store("shop", "users/ada", "{}");
        wire.fail(FaultyWire.Fault.REFUSED);
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
        FaultyWire wire = wire();
        TestServer node = nodes.serve("A", wire.url());
        node.createDatabase("shop");
        Answer ignored = node.store("shop", "users/ada", "{}");
        wire.fail(FaultyWire.Fault.REFUSED);
        Eventually.until(() -> node.metric("mintmark_storage_outage") > 0);

        double[] shares = new double[ROUNDS];
        // The first round warms both up, since both run the same code.
        for (int round = -1; round < ROUNDS; round++) {
            double ofDirectory = rate(alone);
            double cutOff = rate(node);
            System.out.printf(
                    "[report] documents a second: %,.0f in a directory, %,.0f at a node that is cut off (%.2f)%n",
                    ofDirectory, cutOff, cutOff / ofDirectory);
            shares[Math.max(round, 0)] = cutOff / ofDirectory;
        }

        Arrays.sort(shares);
        double share = shares[ROUNDS / 2];
        assertThat(share).isPositive();
        if (Effort.isProof()) {
            assertThat(share).isGreaterThanOrEqualTo(OF_SQLITE);
        }
    }
}
