package io.mintmark.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.client.hilo.RangeServer;
import io.mintmark.hilo.HiLo;
import io.mintmark.hilo.StrictHiLo;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.HistoryChecker;
import io.mintmark.testkit.Seed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;
import net.ravendb.client.documents.DocumentStore;
import net.ravendb.client.documents.identity.HiLoIdGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Our generator and RavenDB's official one share a counter: many threads of both, opened and closed at random, draw no id
 * twice.
 */
class SharedWithOfficialClientTest {
    private static final int THREADS = 8;
    private static final String TAG = "orders";

    @TempDir
    Path directory;

    private final HistoryChecker history = new HistoryChecker();
    private final LongAdder ours = new LongAdder();
    private final LongAdder theirs = new LongAdder();

    @Test
    void shouldDrawNoIdTwiceFromOneCounterWithTheOfficialClient() throws Exception {
        long seed = Seed.fresh("a counter shared with the official client");
        int rounds = Effort.of("generators opened and closed by each of " + THREADS + " threads", 12, 500);
        SplittableRandom seeds = new SplittableRandom(seed);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);

        try (RangeServer server = RangeServer.start(directory);
                DocumentStore store = new DocumentStore(server.url().toString(), RangeServer.DATABASE)) {
            store.initialize();
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                SplittableRandom random = seeds.split();
                boolean official = i % 2 == 0;
                running.add(threads.submit(() -> {
                    for (int round = 0; round < rounds; round++) {
                        int count = random.nextInt(1, 150);
                        if (official) {
                            drawTheirs(store, count, random.nextDouble() < 0.9);
                        } else {
                            drawOurs(server, count, random);
                        }
                    }
                }));
            }
            for (Future<?> one : running) {
                one.get();
            }
        } finally {
            threads.shutdownNow();
        }

        System.out.printf(
                "[shared counter] %,d ids of ours, %,d of the official client, %,d duplicates%n",
                ours.sum(), theirs.sum(), history.duplicateCount());
        history.requireNoDuplicates();
        assertThat(ours.sum()).isPositive();
        assertThat(theirs.sum()).isPositive();
    }

    private void drawTheirs(DocumentStore store, int count, boolean closes) {
        HiLoIdGenerator generator = new HiLoIdGenerator(TAG, store, RangeServer.DATABASE, '/');
        for (int i = 0; i < count; i++) {
            history.issued(TAG, generator.generateDocumentId(this));
            theirs.increment();
        }
        if (closes) {
            generator.returnUnusedRange();
        }
    }

    private void drawOurs(RangeServer server, int count, SplittableRandom random) {
        try (RemoteRanges ranges = server.ranges(TAG).open()) {
            StrictHiLo numbers = HiLo.over(ranges)
                    .name(TAG)
                    .rangeSize(random.nextInt(1, 100))
                    .strict();
            for (int i = 0; i < count; i++) {
                history.issued(
                        TAG, numbers.nextBlock(1, (range, number) -> range.prefix() + number + "-" + range.nodeTag()));
                ours.increment();
            }
            if (random.nextDouble() < 0.9) {
                numbers.close();
            }
        }
    }
}
