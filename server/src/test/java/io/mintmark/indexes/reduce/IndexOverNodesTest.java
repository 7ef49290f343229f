package io.mintmark.indexes.reduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.indexes.reduce.OrdersModel.Order;
import io.mintmark.indexes.rows.OutputDocuments;
import io.mintmark.indexes.rows.OutputIds;
import io.mintmark.storage.Storage;
import io.mintmark.storage.contract.OpenedStorage;
import io.mintmark.storage.index.DocumentChanges;
import io.mintmark.storage.index.IndexReplacedException;
import io.mintmark.storage.index.IndexStorage;
import io.mintmark.storage.index.IndexStore;
import io.mintmark.storage.index.IndexWrite;
import io.mintmark.storage.index.NodePositions;
import io.mintmark.storage.postgresql.PostgresStorage;
import io.mintmark.storage.postgresql.TestCluster;
import io.mintmark.support.Intercepted;
import io.mintmark.support.Opened;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.Seed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * One index and three nodes that write documents: which node computes it changes all the time, also between what another one computed
 * and its commit. In the end the outputs are those of a plain loop over all documents.
 */
@Timeout(120)
final class IndexOverNodesTest {
    private static final long INDEX = 1;
    private static final List<String> TAGS = List.of("A", "B", "C");

    private final long seed = Seed.fresh("IndexOverNodesTest");
    private final SplittableRandom random = new SplittableRandom(seed);
    private final Map<String, Order> orders = new HashMap<>();

    @AutoClose
    private final Opened opened = new Opened();

    private final TestCluster cluster = opened.add(new TestCluster());
    private final List<PostgresStorage> nodes = new ArrayList<>();
    private int replaced;

    @BeforeEach
    void open() {
        for (String tag : TAGS) {
            nodes.add(opened.add(cluster.open(tag, nodes.size() + 1)));
        }
        indexes(0).putList(new byte[] {1}, Set.of(INDEX));
    }

    private IndexStorage indexes(int node) {
        return nodes.get(node).indexes().orElseThrow();
    }

    private void claim(int node) {
        // No node of this cluster has a heartbeat, so each may take over from each.
        assertThat(indexes(node).shared().orElseThrow().claim(INDEX)).isTrue();
    }

    /** A way to follow changes, or a mistake in it. */
    private interface Way {
        default IndexStore store(IndexStore rows, int node) {
            return rows;
        }

        default DocumentChanges changes(DocumentChanges changes) {
            return changes;
        }
    }

    private MapReduce index(int node, Way way) {
        claim(node);
        return new MapReduce(
                interrupted(way.store(indexes(node).store(INDEX), node), node),
                way.changes(indexes(node).reads()),
                new PlanMapping(OrdersModel.plan()),
                new PlanReduction(OrdersModel.plan()),
                new OutputDocuments(new OutputIds(OrdersModel.SUMS, null)),
                16);
    }

    /** A node that sleeps before some of its commits, and is taken over meanwhile. */
    private IndexStore interrupted(IndexStore store, int node) {
        return Intercepted.of(IndexStore.class, store, (method, arguments, call) -> {
            if (method.equals("commit") && random.nextInt(4) == 0) {
                int other = (node + 1 + random.nextInt(2)) % nodes.size();
                stepAt(other, plain());
                changeOne();
                stepAt(other, plain());
            }
            return call.make(arguments);
        });
    }

    private static Way plain() {
        return new Way() {};
    }

    private void stepAt(int node, Way way) {
        try {
            boolean ignored = index(node, way).step();
        } catch (IndexReplacedException e) {
            replaced++;
        }
    }

    private void changeOne() {
        Storage node = nodes.get(random.nextInt(nodes.size()));
        String id = "orders/" + random.nextInt(150);
        if (random.nextInt(3) == 0) {
            orders.remove(id);
            MapReduceOverStorage.commit(node, OpenedStorage.deleting(id));
            return;
        }
        Order order = new Order("c" + random.nextInt(random.nextBoolean() ? 2 : 40), random.nextInt(1_000) + ".5");
        orders.put(id, order);
        MapReduceOverStorage.commit(node, MapReduceOverStorage.storing(id, order));
        if (random.nextInt(10) == 0) {
            // As the heartbeat does, but seldom: numbers of nodes are not in the order of their writes.
            nodes.get(random.nextInt(nodes.size())).liftEtags(node.reads().lastEtag());
        }
    }

    private void change(int changes, Way way) {
        for (int i = 0; i < changes; i++) {
            changeOne();
            if (random.nextInt(10) == 0) {
                stepAt(random.nextInt(nodes.size()), way);
            }
        }
    }

    /**
     * Lets nodes follow all changes, another one now and then. One that goes on remembers pages without a document of the index, which
     * are not stored: a new one for each step would read a page of outputs for ever.
     */
    private void catchUp(Way way) {
        MapReduce index = index(random.nextInt(nodes.size()), way);
        boolean more = true;
        while (more) {
            boolean isReplaced = false;
            try {
                more = index.step();
            } catch (IndexReplacedException e) {
                replaced++;
                isReplaced = true;
            }
            if (isReplaced || random.nextInt(4) == 0) {
                index = index(random.nextInt(nodes.size()), way);
            }
        }
    }

    private List<String> sums() {
        List<String> sums = new ArrayList<>(MapReduceOverStorage.bodies(nodes.get(0), "customersums/"));
        Collections.sort(sums);
        return sums;
    }

    private List<String> wanted() {
        List<String> wanted =
                new ArrayList<>(OrdersModel.expected(orders.values()).values());
        Collections.sort(wanted);
        return wanted;
    }

    @Test
    void shouldMissNothingAndDoubleNothingWhicheverNodeComputes() {
        change(Effort.of("changes of documents at three nodes", 500, 10_000), plain());
        catchUp(plain());

        assertThat(sums()).as("seed %d", seed).isEqualTo(wanted());
        assertThat(replaced)
                .as("commits of nodes that were taken over, seed %d", seed)
                .isPositive();
    }

    @Test
    void shouldGoWrongIfANodeThatWasTakenOverCouldCommit() {
        Way unfenced = new Way() {
            @Override
            public IndexStore store(IndexStore rows, int node) {
                return unfenced(rows, node);
            }
        };

        assertThat(goesWrong(unfenced)).as("seed %d", seed).isTrue();
    }

    @Test
    void shouldGoWrongIfOnePositionStoodForAllNodes() {
        Way onePosition = new Way() {
            @Override
            public DocumentChanges changes(DocumentChanges changes) {
                return (position, limit) -> changes.after(highest(position), limit);
            }
        };

        assertThat(goesWrong(onePosition)).as("seed %d", seed).isTrue();
    }

    private boolean goesWrong(Way way) {
        for (int round = 0; round < 40; round++) {
            change(100, way);
            catchUp(way);
            if (!sums().equals(wanted())) {
                return true;
            }
        }
        return false;
    }

    private static @Nullable String highest(@Nullable String position) {
        long highest = NodePositions.parse(position).etags().values().stream()
                .mapToLong(etag -> etag)
                .max()
                .orElse(0);
        Map<String, Long> all = new TreeMap<>();
        TAGS.forEach(tag -> all.put(tag, highest));
        return highest == 0 ? null : NodePositions.of(all).text();
    }

    /** The mistake that the claim and the number of commits prevent. */
    private IndexStore unfenced(IndexStore store, int node) {
        return Intercepted.of(IndexStore.class, store, (method, arguments, call) -> {
            if (method.equals("isWatchedElsewhere")) {
                return true;
            }
            if (method.equals("commit")) {
                claim(node);
                cluster.execute("UPDATE index_progress SET commits = " + ((IndexWrite) arguments[0]).builtOn());
            }
            return call.make(arguments);
        });
    }
}
