package io.mintmark.indexes.reduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.document.DocumentId;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.indexes.reduce.OrdersModel.Order;
import io.mintmark.indexes.rows.OutputDocuments;
import io.mintmark.indexes.rows.OutputIds;
import io.mintmark.storage.Storage;
import io.mintmark.storage.contract.OpenedStorage;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.document.Listing;
import io.mintmark.storage.document.Page;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.storage.index.IndexStorage;
import io.mintmark.storage.write.DocumentBatch;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.Seed;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The same as {@link MapReduceModelTest} over rows in an engine, which is closed and opened again now and then. */
abstract class MapReduceOverStorage {
    private final long seed = Seed.fresh(getClass().getSimpleName());
    private final SplittableRandom random = new SplittableRandom(seed);
    private final Map<String, Order> orders = new HashMap<>();

    /** Returns the database as it is open now. */
    abstract Storage storage();

    /** Returns how many documents are changed in an ordinary build. */
    int changes() {
        return 600;
    }

    /** Opens it. */
    abstract void open();

    /** Closes it. */
    abstract void close();

    private IndexStorage indexes() {
        return storage().indexes().orElseThrow();
    }

    private MapReduce index() {
        claim();
        return new MapReduce(
                indexes().store(1),
                indexes().reads(),
                new PlanMapping(OrdersModel.plan()),
                new PlanReduction(OrdersModel.plan()),
                documents(),
                37);
    }

    private void claim() {
        indexes().shared().ifPresent(shared -> assertThat(shared.claim(1)).isTrue());
    }

    private static OutputDocuments documents() {
        return new OutputDocuments(new OutputIds(OrdersModel.SUMS, null));
    }

    private void catchUp() {
        MapReduce index = index();
        while (index.step()) {
            assertThat(index.progress().clearing()).isFalse();
        }
    }

    private List<String> sums() {
        return bodies(storage(), "customersums/");
    }

    static List<String> bodies(Storage storage, String prefix) {
        List<String> bodies = new ArrayList<>();
        Optional<Listing> rest = Optional.of(new Listing.ByPrefix(prefix, null));
        while (rest.isPresent()) {
            Page page = storage.reads().list(rest.get(), 1_000);
            page.documents().stream()
                    .map(StoredDocument::content)
                    .forEach(content -> bodies.add(new String(content.body(), StandardCharsets.UTF_8)));
            rest = page.next();
        }
        return bodies;
    }

    private void changeOne() {
        String id = "orders/" + random.nextInt(200);
        if (random.nextInt(4) == 0) {
            orders.remove(id);
            commit(storage(), OpenedStorage.deleting(id));
            return;
        }
        Order order = new Order("c" + random.nextInt(random.nextBoolean() ? 2 : 40), price());
        orders.put(id, order);
        commit(storage(), storing(id, order));
    }

    static DocumentCommand storing(String id, Order order) {
        return OpenedStorage.putting(id, Expectation.ANYTHING, OpenedStorage.content(OrdersModel.ORDERS, order.json()));
    }

    static void commit(Storage storage, DocumentCommand... commands) {
        List<?> ignored = storage.write(new DocumentBatch(List.of(commands), IdentityPartsSeparator.DEFAULT));
    }

    private String price() {
        return random.nextInt(10) == 0 ? "null" : random.nextInt(1_000) + "." + random.nextInt(10);
    }

    @Test
    void shouldFollowAllChangesOverRestarts() {
        indexes().putList(new byte[] {1}, Set.of(1L));

        int changes = Effort.of("changes of documents in " + getClass().getSimpleName(), changes(), 20_000);
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
        assertThat(storage().reads().read(DocumentId.of("CustomerSums/1"))).isEmpty();
    }

    @Test
    void shouldRemoveEverythingThatItWrote() {
        indexes().putList(new byte[] {1}, Set.of(1L));
        for (int i = 0; i < 300; i++) {
            changeOne();
        }
        catchUp();
        assertThat(sums()).as("seed %d", seed).isNotEmpty();

        Clearing clearing = new Clearing(indexes().store(1), documents(), 50);
        while (clearing.step()) {
            assertThat(indexes().store(1).progress().clearing()).isTrue();
        }

        assertThat(sums()).as("seed %d", seed).isEmpty();
    }
}
