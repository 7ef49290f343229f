package io.mintmark.indexes.reduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.indexes.reduce.OrdersModel.Order;
import io.mintmark.indexes.rows.OutputDocuments;
import io.mintmark.indexes.rows.OutputIds;
import io.mintmark.storage.index.RowKey;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.Seed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Random documents, changes and crashes: in the end the outputs are those of a plain loop over all documents. */
final class MapReduceModelTest {
    private static final int BATCH = 37;

    /** One in so many commits crashes before it, and as many after it. */
    private static final int CRASH_ODDS = 12;

    private final long seed = Seed.fresh("MapReduceModelTest");
    private final SplittableRandom random = new SplittableRandom(seed);
    private final MemoryDatabase database = new MemoryDatabase();
    private final Map<String, Order> orders = new HashMap<>();
    private int crashes;

    @Test
    void shouldMissNothingAndDoubleNothingOverCrashes() {
        MemoryIndexStore store = new MemoryIndexStore(database, this::crashesNow);

        change(store, Effort.of("changes of documents", 4_000, 100_000));

        System.out.printf("[model] %,d commits, %,d crashes%n", store.commits(), crashes);
        assertThat(crashes).isPositive();
        assertThat(database.documents(OrdersModel.SUMS).values())
                .as("seed %d", seed)
                .containsExactlyInAnyOrderElementsOf(
                        OrdersModel.expected(orders.values()).values());
    }

    @Test
    void shouldLoseAnUpdateAtACrashIfThePositionWereStoredApart() {
        MemoryIndexStore broken = new MemoryIndexStore.PositionApart(database, this::crashesNow);

        change(broken, 4_000);

        List<String> outputs =
                new ArrayList<>(database.documents(OrdersModel.SUMS).values());
        List<String> wanted =
                new ArrayList<>(OrdersModel.expected(orders.values()).values());
        Collections.sort(outputs);
        Collections.sort(wanted);
        assertThat(outputs).as("seed %d", seed).isNotEqualTo(wanted);
    }

    @Test
    void shouldComeToTheSameOutputsHoweverDocumentsCame() {
        MemoryIndexStore changed = new MemoryIndexStore(database, () -> false);
        change(changed, 3_000);
        MemoryDatabase other = new MemoryDatabase();
        List<String> ids = new ArrayList<>(orders.keySet());
        while (!ids.isEmpty()) {
            String id = ids.remove(random.nextInt(ids.size()));
            other.put(
                    id,
                    OrdersModel.ORDERS,
                    Objects.requireNonNull(orders.get(id)).json());
        }
        MemoryIndexStore rebuilt = new MemoryIndexStore(other, () -> false);
        catchUp(rebuilt, other);

        assertThat(other.documents(OrdersModel.SUMS))
                .as("seed %d", seed)
                .isEqualTo(database.documents(OrdersModel.SUMS));
        assertThat(rebuilt.rows().keySet()).anyMatch(key -> key.kind() == RowKey.Kind.NODE);
    }

    @Test
    void shouldKeepEachEntryWhereItsDocumentSaysAndNoNodeBesides() {
        MemoryIndexStore store = new MemoryIndexStore(database, this::crashesNow);

        change(store, 6_000);

        StoredTrees trees = new StoredTrees(store);
        assertThat(trees.lost()).as("seed %d", seed).isEmpty();
        assertThat(trees.entries()).as("seed %d", seed).isEqualTo(trees.places());
        assertThat(trees.nodes())
                .as("seed %d", seed)
                .isEqualTo(store.rows().keySet().stream()
                        .filter(key -> key.kind() == RowKey.Kind.NODE)
                        .collect(Collectors.toSet()));
        assertThat(trees.nodes()).isNotEmpty();
        assertThat(trees.tails()).isPositive();
    }

    @Test
    void shouldHaveEntriesThatNoDocumentTellsOfIfRowsOfDocumentsWereLost() {
        MemoryIndexStore broken = new MemoryIndexStore.DocumentsLost(database);

        change(broken, 2_000);

        StoredTrees trees = new StoredTrees(broken);
        assertThat(trees.entries()).as("seed %d", seed).isNotEqualTo(trees.places());
    }

    @Test
    void shouldKeepFewNodesWhereOnlySomeOfManyEntriesStayed() {
        MemoryIndexStore changed = new MemoryIndexStore(database, () -> false);
        for (int i = 0; i < 20_000; i++) {
            database.put("orders/" + i, OrdersModel.ORDERS, new Order("c", Integer.toString(i)).json());
            if (i >= 40 && i % 50 != 0) {
                database.delete("orders/" + (i - 40));
            }
            if (i % 100 == 0) {
                catchUp(changed, database);
            }
        }
        catchUp(changed, database);

        long nodes = changed.rows().keySet().stream()
                .filter(key -> key.kind() == RowKey.Kind.NODE)
                .count();
        long entries = changed.rows().keySet().stream()
                .filter(key -> key.kind() == RowKey.Kind.DOCUMENT)
                .count();
        System.out.printf("[model] %,d entries in %,d nodes%n", entries, nodes);
        assertThat(entries).isEqualTo(database.documents(OrdersModel.ORDERS).size());
        assertThat(2 * nodes).isLessThan(entries);
    }

    @Test
    void shouldLeaveNothingBehindWhenAllDocumentsAreGone() {
        MemoryIndexStore store = new MemoryIndexStore(database, this::crashesNow);
        change(store, 2_000);
        orders.keySet().forEach(database::delete);

        catchUp(store, database);

        assertThat(store.rows()).as("seed %d", seed).isEmpty();
        assertThat(database.documents(OrdersModel.SUMS)).isEmpty();
    }

    @Test
    void shouldBeginAnewAfterItWasCleared() {
        MemoryIndexStore store = new MemoryIndexStore(database, this::crashesNow);
        change(store, 1_000);
        OutputDocuments documents = documents();

        surviving(() -> {
            while (new Clearing(store, documents, 10).step()) {
                assertThat(store.progress().clearing()).isTrue();
            }
        });

        assertThat(store.rows()).isEmpty();
        assertThat(database.documents(OrdersModel.SUMS)).isEmpty();
        assertThat(store.progress().clearing()).isFalse();
        catchUp(store, database);
        assertThat(database.documents(OrdersModel.SUMS).values())
                .as("seed %d", seed)
                .containsExactlyInAnyOrderElementsOf(
                        OrdersModel.expected(orders.values()).values());
    }

    private boolean crashesNow() {
        boolean crashes = random.nextInt(CRASH_ODDS) == 0;
        this.crashes += crashes ? 1 : 0;
        return crashes;
    }

    private static OutputDocuments documents() {
        return new OutputDocuments(new OutputIds(OrdersModel.SUMS, null));
    }

    private void change(MemoryIndexStore store, int changes) {
        for (int i = 0; i < changes; i++) {
            changeOne();
            if (random.nextInt(50) == 0) {
                surviving(() -> index(store, database).step());
            }
        }
        catchUp(store, database);
    }

    /** Some customers have hundreds of orders, most a few; some come back after they had none. */
    private void changeOne() {
        String id = "orders/" + random.nextInt(1_500);
        int kind = random.nextInt(10);
        if (kind < 2) {
            orders.remove(id);
            database.delete(id);
            return;
        }
        if (kind == 2) {
            orders.remove(id);
            database.delete(id);
            database.put(id, "Drafts", "{}");
            return;
        }
        Order order = new Order("c" + (random.nextBoolean() ? random.nextInt(3) : random.nextInt(200)), price());
        if (!orders.containsKey(id)) {
            database.delete(id);
        }
        orders.put(id, order);
        database.put(id, OrdersModel.ORDERS, order.json());
    }

    private String price() {
        return switch (random.nextInt(12)) {
            case 0 -> "null";
            case 1 -> "\"much\"";
            case 2 -> "0.1";
            case 3 -> random.nextLong(Long.MAX_VALUE) + "0" + random.nextInt(10);
            case 4 -> "-" + random.nextInt(100) + "." + random.nextInt(1, 1_000) + "0";
            default -> Integer.toString(random.nextInt(1_000));
        };
    }

    private void catchUp(MemoryIndexStore store, MemoryDatabase from) {
        surviving(() -> {
            MapReduce index = index(store, from);
            while (index.step()) {
                assertThat(index.progress()).isNotNull();
            }
        });
    }

    private static MapReduce index(MemoryIndexStore store, MemoryDatabase from) {
        return new MapReduce(
                store,
                from,
                new PlanMapping(OrdersModel.plan()),
                new PlanReduction(OrdersModel.plan()),
                documents(),
                BATCH);
    }

    /** Begins anew after each crash, with nothing but the store. */
    private void surviving(Runnable life) {
        boolean done = false;
        while (!done) {
            try {
                life.run();
                done = true;
            } catch (MemoryIndexStore.Crash crash) {
                assertThat(crashes).isPositive();
            }
        }
    }
}
