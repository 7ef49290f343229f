package io.mintmark.indexes.reduce;

import io.mintmark.document.DocumentId;
import io.mintmark.indexes.reduce.OrdersModel.Order;
import io.mintmark.indexes.rows.OutputDocuments;
import io.mintmark.indexes.rows.OutputIds;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.index.IndexProgress;
import io.mintmark.storage.index.IndexStorage;
import io.mintmark.storage.index.IndexStore;
import io.mintmark.storage.index.IndexWrite;
import io.mintmark.storage.sqlite.TestStore;
import io.mintmark.support.Eventually;
import io.mintmark.support.Intercepted;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A process that changes documents in SQLite while an index follows them, until it is killed; prints the number of changes that it
 * was told of as durable.
 */
final class KilledIndexing {
    static final long INDEX = 1;
    private static final int DOCUMENTS = 3_000;
    private static final int CHANGES = 8;

    private KilledIndexing() {}

    public static void main(String[] args) throws InterruptedException {
        Path directory = Path.of(args[0]);
        SplittableRandom random = new SplittableRandom(Long.parseLong(args[1]));
        boolean apart = args[2].equals("apart");
        try (TestStore store = TestStore.open(directory)) {
            IndexStorage indexes = store.storage.indexes().orElseThrow();
            if (indexes.reads().indexList().length == 0) {
                indexes.putList(new byte[] {1}, Set.of(INDEX));
            }
            AtomicInteger changes = new AtomicInteger();
            Thread saving = new Thread(() -> save(store, random, changes), "saving");
            saving.setDaemon(true);
            saving.start();
            IndexStore rows = apart ? positionApart(indexes.store(INDEX)) : indexes.store(INDEX);
            MapReduce index = index(indexes, rows);
            while (true) {
                if (!index.step()) {
                    Eventually.pass(1);
                }
                System.out.println(changes.get());
            }
        }
    }

    static MapReduce index(IndexStorage indexes, IndexStore rows) {
        return new MapReduce(
                rows,
                indexes.reads(),
                new PlanMapping(OrdersModel.plan()),
                new PlanReduction(OrdersModel.plan()),
                new OutputDocuments(new OutputIds(OrdersModel.SUMS, null)),
                64);
    }

    private static void save(TestStore store, SplittableRandom random, AtomicInteger changes) {
        while (true) {
            List<DocumentCommand> commands = new ArrayList<>();
            for (int i = 0; i < CHANGES; i++) {
                commands.add(change(random));
            }
            List<?> ignored = store.commit(commands.toArray(DocumentCommand[]::new));
            int unused = changes.addAndGet(CHANGES);
        }
    }

    private static DocumentCommand change(SplittableRandom random) {
        String id = "orders/" + random.nextInt(DOCUMENTS);
        if (random.nextInt(5) == 0) {
            return new DocumentCommand.Delete(DocumentId.of(id), Expectation.ANYTHING);
        }
        String customer = "c" + random.nextInt(random.nextBoolean() ? 3 : 400);
        Order order = new Order(customer, random.nextInt(1_000) + "." + random.nextInt(10));
        return TestStore.putting(id, Expectation.ANYTHING, TestStore.content(OrdersModel.ORDERS, order.json()));
    }

    /** The mistake that one commit prevents: the position is stored first, and the rest after it. */
    private static IndexStore positionApart(IndexStore store) {
        return Intercepted.of(IndexStore.class, store, (method, arguments, call) -> {
            if (!method.equals("commit")) {
                // The second half of a commit is one more in the store.
                return call.make(arguments);
            }
            IndexWrite write = (IndexWrite) arguments[0];
            IndexProgress first = store.progress().reaching(write.progress().position());
            store.commit(new IndexWrite(first, Map.of(), List.of(), List.of()));
            // A slow disk: otherwise few of the random kills come between the two.
            Eventually.pass(5);
            store.commit(new IndexWrite(
                    first.reaching(write.progress().position()), write.rows(), write.outputs(), write.errors()));
            return null;
        });
    }
}
