package io.mintmark.server.storage.postgresql;

import static io.mintmark.server.storage.contract.OpenedStorage.content;
import static io.mintmark.server.storage.contract.OpenedStorage.putting;

import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.server.storage.counter.CounterName;
import io.mintmark.server.storage.document.Expectation;
import io.mintmark.server.storage.write.DocumentBatch;
import io.mintmark.server.storage.write.RangeRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/** Prints how many writes 64 threads get done at one node, and at two; a figure to look at, not a test. */
final class WriteRates {
    private static final int THREADS = 64;
    private static final long NANOS = 3_000_000_000L;
    private static final String BODY = "{\"text\":\"" + "x".repeat(230) + "\"}";

    private WriteRates() {}

    private interface Write {
        void on(PostgresStorage node, int thread, long i);
    }

    static void print() throws InterruptedException {
        try (TestCluster cluster = new TestCluster()) {
            List<PostgresStorage> nodes = List.of(cluster.open("A", 1), cluster.open("B", 2));
            Write range = (node, thread, i) ->
                    node.write(new RangeRequest(CounterName.ofTag("tag" + thread % 16), 0, 32, "test"));
            Write document = (node, thread, i) -> node.write(new DocumentBatch(
                    List.of(putting("d/" + thread + "/" + i, Expectation.ANYTHING, content("Things", BODY))),
                    IdentityPartsSeparator.DEFAULT));
            for (int round = 0; round < 2; round++) {
                measure("ranges, 1 node", nodes.subList(0, 1), range);
                measure("documents, 1 node", nodes.subList(0, 1), document);
                measure("ranges, 2 nodes, the same 16 counters", nodes, range);
                measure("documents, 2 nodes", nodes, document);
            }
            nodes.forEach(PostgresStorage::close);
        }
    }

    private static final AtomicLong MADE = new AtomicLong();

    private static void measure(String what, List<PostgresStorage> nodes, Write write) throws InterruptedException {
        List<long[]> latencies = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        AtomicLong refused = new AtomicLong();
        long begun = System.nanoTime();
        for (int i = 0; i < THREADS; i++) {
            int number = i;
            Thread thread = new Thread(() -> {
                long[] mine = new long[200_000];
                int done = 0;
                long last = System.nanoTime();
                while (last - begun < NANOS && done < mine.length) {
                    try {
                        write.on(nodes.get(number % nodes.size()), number, MADE.incrementAndGet());
                    } catch (io.mintmark.MintmarkException e) {
                        refused.incrementAndGet();
                    }
                    long now = System.nanoTime();
                    mine[done++] = now - last;
                    last = now;
                }
                synchronized (latencies) {
                    latencies.add(Arrays.copyOf(mine, done));
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        double seconds = (System.nanoTime() - begun) / 1e9;
        long[] all = latencies.stream().flatMapToLong(Arrays::stream).sorted().toArray();
        System.out.printf(
                Locale.ROOT,
                "[rate] %s: %.0f/s, p50 %.1f ms, p99 %.1f ms, refused %d%n",
                what,
                all.length / seconds,
                all[all.length / 2] / 1e6,
                all[(int) (all.length * 0.99)] / 1e6,
                refused.get());
    }
}
