package io.mintmark.indexes.reduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.indexes.reduce.OrdersModel.Order;
import io.mintmark.indexes.rows.OutputDocuments;
import io.mintmark.indexes.rows.OutputIds;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.Seed;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What a changed document costs: nearly the same in few large groups and in many small ones. */
final class CostOfAChangeTest {
    private static final int BATCH = 1_024;
    private static final int CHANGES = 10 * BATCH;

    /** What was measured for one form. */
    private record Cost(double bytes, double micros) {}

    private final SplittableRandom random = new SplittableRandom(Seed.fresh("CostOfAChangeTest"));

    @Test
    void shouldNotGrowWithTheSizeOfGroupsNorWithTheirNumber() {
        int documents = Effort.of("documents in an index", 40_000, 100_000, 1_000_000);

        Cost few = cost(documents, 100);
        Cost many = cost(documents, documents);

        System.out.printf(
                "[cost] a change of one of %,d documents: %.0f bytes of rows and %.1f µs in 100 groups, %.0f and %.1f in %,d%n",
                documents, few.bytes(), few.micros(), many.bytes(), many.micros(), documents);
        assertThat(few.bytes()).isLessThan(2_000);
        assertThat(many.bytes()).isLessThan(1_000);
    }

    private Cost cost(int documents, int groups) {
        MemoryDatabase database = new MemoryDatabase();
        MemoryIndexStore store = new MemoryIndexStore(database, () -> false);
        MapReduce index = new MapReduce(
                store,
                database,
                new PlanMapping(OrdersModel.plan()),
                new PlanReduction(OrdersModel.plan()),
                new OutputDocuments(new OutputIds(OrdersModel.SUMS, null)),
                BATCH);
        for (int i = 0; i < documents; i++) {
            save(database, i, i % groups);
        }
        catchUp(index);
        for (int i = 0; i < CHANGES; i++) {
            save(database, random.nextInt(documents), random.nextInt(groups));
        }
        long bytes = store.bytes();
        long start = System.nanoTime();
        catchUp(index);
        return new Cost((store.bytes() - bytes) / (double) CHANGES, (System.nanoTime() - start) / 1_000.0 / CHANGES);
    }

    private void save(MemoryDatabase database, int document, int group) {
        Order order = new Order("customer" + group, Integer.toString(random.nextInt(10_000)));
        database.put("orders/" + document, OrdersModel.ORDERS, order.json());
    }

    private static void catchUp(MapReduce index) {
        while (index.step()) {
            assertThat(index.progress()).isNotNull();
        }
    }
}
