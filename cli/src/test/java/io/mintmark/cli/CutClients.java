package io.mintmark.cli;

import io.mintmark.cli.Calls.Range;
import io.mintmark.cli.Calls.RefusedException;
import io.mintmark.client.RemoteRanges;
import io.mintmark.counter.NumberSlice;
import io.mintmark.hilo.HiLo;
import io.mintmark.hilo.StrictHiLo;
import io.mintmark.range.RangeUnavailableException;
import io.mintmark.testkit.HistoryChecker;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import net.ravendb.client.documents.DocumentStore;

/**
 * Clients of nodes that are cut off now and then: ours and RavenDB's, which find other nodes; and three that stay, of which one
 * takes ranges and gives a part of each back, one takes large ranges whole, and one stores new documents. Each records what
 * it was given.
 */
final class CutClients implements AutoCloseable {
    private static final Duration REST = Duration.ofMillis(5);
    private static final Duration LONG_REST = Duration.ofMillis(50);
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int LARGE = 16_384;

    final HistoryChecker checker = new HistoryChecker();
    /** Stamps by ids. */
    final Map<String, String> documents = new ConcurrentHashMap<>();

    private final AtomicLong ofSlices = new AtomicLong();
    private final AtomicLong stamps = new AtomicLong();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpClient http = HttpClient.newHttpClient();
    private final AtomicBoolean done = new AtomicBoolean();
    private final List<Future<Long>> running = new ArrayList<>();

    /** One call of a client; false if the node refused it, or did not answer. */
    private interface Step {
        boolean goOn() throws IOException, InterruptedException;
    }

    /** Sends all to work at that node. */
    void begin(URI node, SplittableRandom random) {
        Calls calls = new Calls(http, node, PATIENCE);
        SplittableRandom own = random.split();
        running.add(threads.submit(ours(node)));
        running.add(threads.submit(official(node)));
        running.add(threads.submit(repeating(REST, () -> takeAndGiveBack(calls, own))));
        running.add(threads.submit(repeating(LONG_REST, () -> takeLarge(calls))));
        running.add(threads.submit(creating(calls, random.split())));
    }

    private Callable<Long> repeating(Duration rest, Step step) {
        return () -> {
            long refused = 0;
            while (!done.get()) {
                boolean answered = answered(step);
                refused += answered ? 0 : 1;
                RealTime.pass(answered ? rest : LONG_REST);
            }
            return refused;
        };
    }

    private static boolean answered(Step step) throws InterruptedException {
        try {
            return step.goOn();
        } catch (RefusedException e) {
            if (!NodesClient.GO_ELSEWHERE.contains(e.status())) {
                throw e;
            }
            return false;
        } catch (IOException e) {
            return false;
        }
    }

    private void issued(String counter, long low, long high) {
        boolean ignored = checker.issued(counter, low, high);
        if (NumberSlice.has(high)) {
            ofSlices.addAndGet(high - low + 1);
        }
    }

    private Callable<Long> ours(URI node) {
        return () -> {
            try (RemoteRanges ranges = RemoteRanges.builder(node.toString())
                            .database(Calls.DATABASE)
                            .tag("orders")
                            .attemptTimeout(Duration.ofSeconds(1))
                            .deadline(Duration.ofSeconds(4))
                            .open();
                    StrictHiLo ids = HiLo.over(ranges).name("orders").strict()) {
                return repeating(REST, () -> {
                            try {
                                long number = ids.next();
                                issued("orders", number, number);
                                return true;
                            } catch (RangeUnavailableException e) {
                                return false;
                            }
                        })
                        .call();
            }
        };
    }

    private Callable<Long> official(URI node) {
        return () -> {
            try (DocumentStore store = new DocumentStore(node.toString(), Calls.DATABASE)) {
                store.getConventions().setRequestTimeout(Duration.ofSeconds(2));
                store.initialize();
                return repeating(REST, () -> drawOf(store)).call();
            }
        };
    }

    /** It has many ways to say that no node answered. */
    private boolean drawOf(DocumentStore store) {
        String id;
        try {
            id = store.getConventions().generateDocumentId(Calls.DATABASE, new Note("any"));
        } catch (RuntimeException e) {
            return false;
        }
        long number = Long.parseLong(id.replaceFirst(".*/(\\d+)-[A-Z]+$", "$1"));
        issued("notes", number, number);
        return true;
    }

    private boolean takeAndGiveBack(Calls calls, SplittableRandom random) throws IOException, InterruptedException {
        Range range = calls.next("orders", 32);
        long last = random.nextLong(range.low(), range.high() + 1);
        issued("orders", range.low(), last);
        boolean ignored = calls.giveBack("orders", range, last, random.nextBoolean());
        return true;
    }

    private boolean takeLarge(Calls calls) throws IOException, InterruptedException {
        Range range = calls.next("large", LARGE);
        issued("large", range.low(), range.high());
        return true;
    }

    private Callable<Long> creating(Calls calls, SplittableRandom random) {
        List<String> hilo = new ArrayList<>();
        return repeating(REST, () -> {
            if (hilo.isEmpty()) {
                Range range = calls.next("papers", 32);
                for (long number = range.low(); number <= range.high(); number++) {
                    hilo.add("papers/" + number + "-" + range.serverTag());
                }
            }
            String stamp = "stamp-" + stamps.incrementAndGet();
            String asked = switch (random.nextInt(3)) {
                case 0 -> "users/";
                case 1 -> UUID.randomUUID().toString();
                // One that was refused is not sent again: nobody knows of some whether they were stored.
                default -> hilo.remove(hilo.size() - 1);
            };
            String id = calls.put(asked, stamp);
            boolean ignored = checker.issued("documents", id);
            documents.putIfAbsent(id, stamp);
            return true;
        });
    }

    /** Returns how many numbers were of slices. */
    long ofSlices() {
        return ofSlices.get();
    }

    /** Lets all end their calls; returns how many were refused or not answered. */
    long finish() throws Exception {
        done.set(true);
        long refused = 0;
        for (Future<Long> client : running) {
            refused += client.get(2, TimeUnit.MINUTES);
        }
        return refused;
    }

    @Override
    public void close() {
        done.set(true);
        List<Runnable> ignored = threads.shutdownNow();
    }
}
