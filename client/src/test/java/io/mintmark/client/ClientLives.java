package io.mintmark.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.client.Model.User;
import io.mintmark.testkit.HistoryChecker;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/**
 * Clients of several makes that number one collection: each is opened, makes some ids, and is closed, again and again. Every
 * id is noted as it is made. Safe for any number of threads.
 */
final class ClientLives {
    private static final int IDS_MAX = 300;
    private static final long MINUTES_MAX = 30;

    private final Shop shop;
    private final HistoryChecker history = new HistoryChecker();
    private final AtomicLong highest = new AtomicLong();
    private final LongAdder ours = new LongAdder();
    private final LongAdder official = new LongAdder();
    private final LongAdder node = new LongAdder();
    private final LongAdder stores = new LongAdder();

    /** The work of one thread from its start to its end. */
    interface Life {
        void live(SplittableRandom random) throws Exception;
    }

    ClientLives(Shop shop) {
        this.shop = shop;
    }

    /** Runs all threads at once until they end. */
    void run(long seed, List<Life> lives) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(lives.size());
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < lives.size(); i++) {
                Life life = lives.get(i);
                SplittableRandom random = new SplittableRandom(seed + i);
                running.add(pool.submit(() -> {
                    life.live(random);
                    return null;
                }));
            }
            for (Future<?> one : running) {
                one.get(MINUTES_MAX, TimeUnit.MINUTES);
            }
        } finally {
            pool.shutdownNow();
        }
    }

    /** Opens and closes so many stores of ours, which number by their generator, by sessions and by bulk inserts. */
    Life ours(int lives) {
        return random -> {
            for (int i = 0; i < lives; i++) {
                liveOurs(random);
            }
        };
    }

    private void liveOurs(SplittableRandom random) {
        stores.increment();
        int count = count(random);
        ours.add(count);
        try (DocumentStore store =
                DocumentStore.builder(shop.url()).database(shop.database()).open()) {
            switch (random.nextInt(3)) {
                case 0 -> times(count, () -> note(store.ids().nextId(new User())));
                case 1 -> {
                    try (BulkInsert bulk = store.bulkInsert()) {
                        times(count, () -> note(bulk.store(new User("bulk"))));
                    }
                }
                default -> {
                    try (Session session = store.openSession()) {
                        times(
                                count,
                                () -> note(session.store(new User("session")).id()));
                        assertThat(session.saveChanges()).isEqualTo(count);
                    }
                }
            }
        }
    }

    /** Opens and closes so many stores of RavenDB's Java client, unmodified. */
    Life official(int lives) {
        return random -> {
            for (int i = 0; i < lives; i++) {
                liveOfficial(count(random));
            }
        };
    }

    private void liveOfficial(int count) {
        stores.increment();
        official.add(count);
        try (net.ravendb.client.documents.DocumentStore store =
                new net.ravendb.client.documents.DocumentStore(shop.url(), shop.database())) {
            store.initialize();
            times(count, () -> note(store.getConventions().generateDocumentId(shop.database(), new User())));
        }
    }

    /** Opens and closes {@code lives} stores of RavenDB's npm client, unmodified, in a process of its own. */
    Life node(NodeProcess process, int lives) {
        return random -> {
            int[] counts = IntStream.range(0, lives).map(i -> count(random)).toArray();
            stores.add(lives);
            int printed = process.number(shop.url(), shop.database(), counts, this::note);
            node.add(printed);
            assertThat(printed).isEqualTo(IntStream.of(counts).sum());
        };
    }

    private static int count(SplittableRandom random) {
        return random.nextInt(1, IDS_MAX);
    }

    private static void times(int count, Runnable one) {
        IntStream.range(0, count).forEach(i -> one.run());
    }

    /** Notes an id that somebody made. */
    void note(String id) {
        assertThat(id).startsWith("users/").endsWith("-A");
        history.issued("users", id);
        long number = Long.parseLong(id.substring("users/".length(), id.length() - "-A".length()));
        highest.accumulateAndGet(number, Math::max);
    }

    HistoryChecker history() {
        return history;
    }

    /** Requires that no id came twice, and that the HiLo document is where the next range begins. */
    void requireAllInOrder() {
        System.out.printf(
                "[clients] %,d stores opened and closed; ids of ours %,d, of the Java client %,d, of the Node client %,d;"
                        + " highest %,d; %,d duplicates%n",
                stores.sum(), ours.sum(), official.sum(), node.sum(), highest.get(), history.duplicateCount());
        history.requireNoDuplicates();
        long max = shop.hiloMax("users");
        assertThat(max).isGreaterThanOrEqualTo(highest.get());
        assertThat(shop.store().ids().nextId(new User())).isEqualTo("users/" + (max + 1) + "-A");
        assertThat(shop.hiloMax("users")).isEqualTo(max + 32);
    }
}
