package io.mintmark.server.indexes.reduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.document.DocumentId;
import io.mintmark.server.indexes.output.OutputDocuments;
import io.mintmark.server.indexes.output.OutputNames;
import io.mintmark.server.indexes.plan.PlanMapping;
import io.mintmark.server.indexes.plan.PlanReduction;
import io.mintmark.server.indexes.reduce.OrdersModel.Order;
import io.mintmark.server.storage.document.Expectation;
import io.mintmark.server.storage.document.Listing;
import io.mintmark.server.storage.document.StoredDocument;
import io.mintmark.server.storage.index.IndexStorage;
import io.mintmark.server.storage.sqlite.TestStore;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.Seed;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same as {@link MapReduceModelTest} over rows in SQLite, which is closed and opened again now and then. */
final class SqliteMapReduceTest {
    @TempDir
    Path directory;

    private final long seed = Seed.fresh("SqliteMapReduceTest");
    private final SplittableRandom random = new SplittableRandom(seed);
    private final Map<String, Order> orders = new HashMap<>();
    private TestStore store;

    @BeforeEach
    void open() {
        store = TestStore.open(directory);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private IndexStorage indexes() {
        return store.storage.indexes().orElseThrow();
    }

    private MapReduce index() {
        return new MapReduce(
                indexes().store(1),
                indexes(),
                new PlanMapping(OrdersModel.plan()),
                new PlanReduction(OrdersModel.plan()),
                new OutputDocuments(new OutputNames(OrdersModel.SUMS, null)),
                37);
    }

    private void catchUp() {
        MapReduce index = index();
        while (index.step()) {
            assertThat(index.progress().clearing()).isFalse();
        }
    }

    private List<String> sums() {
        return store.storage.list(new Listing.ByPrefix("customersums/", null), 10_000).documents().stream()
                .map(StoredDocument::content)
                .map(content -> new String(content.body(), StandardCharsets.UTF_8))
                .toList();
    }

    private void changeOne() {
        String id = "orders/" + random.nextInt(200);
        if (random.nextInt(4) == 0) {
            orders.remove(id);
            boolean ignored = store.delete(id);
            return;
        }
        Order order = new Order("c" + random.nextInt(random.nextBoolean() ? 2 : 40), price());
        orders.put(id, order);
        List<?> ignored = store.commit(
                TestStore.putting(id, Expectation.ANYTHING, TestStore.content(OrdersModel.ORDERS, order.json())));
    }

    private String price() {
        return random.nextInt(10) == 0 ? "null" : random.nextInt(1_000) + "." + random.nextInt(10);
    }

    @Test
    void shouldFollowAllChangesOverRestarts() {
        indexes().putList(new byte[] {1}, Set.of(1L));

        int changes = Effort.of("changes of documents in SQLite", 600, 20_000);
        for (int i = 0; i < changes; i++) {
            changeOne();
            if (random.nextInt(20) == 0) {
                boolean ignored = index().step();
            }
            if (random.nextInt(100) == 0) {
                close();
                open();
            }
        }
        catchUp();

        assertThat(sums())
                .as("seed %d", seed)
                .containsExactlyInAnyOrderElementsOf(
                        OrdersModel.expected(orders.values()).values());
        assertThat(store.storage.read(DocumentId.of("CustomerSums/1"))).isEmpty();
    }

    @Test
    void shouldRemoveEverythingThatItWrote() {
        indexes().putList(new byte[] {1}, Set.of(1L));
        for (int i = 0; i < 300; i++) {
            changeOne();
        }
        catchUp();
        assertThat(sums()).as("seed %d", seed).isNotEmpty();

        Clearing clearing =
                new Clearing(indexes().store(1), new OutputDocuments(new OutputNames(OrdersModel.SUMS, null)), 50);
        while (clearing.step()) {
            assertThat(indexes().store(1).progress().clearing()).isTrue();
        }

        assertThat(sums()).as("seed %d", seed).isEmpty();
    }
}
