package io.mintmark.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.document.DocumentId;
import io.mintmark.storage.document.CollectionMismatchException;
import io.mintmark.storage.document.ConcurrencyException;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.document.Expectation;
import io.mintmark.testkit.Seed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How many documents each collection is said to have, whatever batches were refused on the way. */
class CollectionCountsTest {
    private static final int BATCHES = 400;
    private static final int IDS = 12;

    @TempDir
    private Path directory;

    @Test
    void shouldForgetWhatARefusedBatchCounted() {
        try (TestStore store = TestStore.open(directory)) {
            store.commit(put("a", "Old"));
            assertThatThrownBy(() -> store.commit(put("b", "New"), put("c", "Old"), put("a", "New")))
                    .isInstanceOf(CollectionMismatchException.class);
            assertThat(store.collections()).isEqualTo(Map.of("Old", 1L));

            store.commit(put("b", "New"), put("c", "Old"));

            assertThat(store.collections()).isEqualTo(Map.of("Old", 2L, "New", 1L));
        }
        try (TestStore reopened = TestStore.open(directory)) {
            assertThat(reopened.collections()).isEqualTo(Map.of("Old", 2L, "New", 1L));
        }
    }

    @Test
    void shouldCountWhatIsThereAfterAnyBatches() {
        SplittableRandom random = new SplittableRandom(Seed.fresh("collection counts"));
        Map<String, String> model = new TreeMap<>();
        int refused = 0;
        try (TestStore store = TestStore.open(directory)) {
            for (int i = 0; i < BATCHES; i++) {
                Map<String, String> after = new TreeMap<>(model);
                List<DocumentCommand> commands = new ArrayList<>();
                boolean legal = true;
                for (int c = 1 + random.nextInt(4); c > 0; c--) {
                    legal &= add(random, after, commands);
                }
                try {
                    store.commit(commands.toArray(DocumentCommand[]::new));
                    assertThat(legal).isTrue();
                    model = after;
                } catch (CollectionMismatchException | ConcurrencyException e) {
                    assertThat(legal).as("%s", e).isFalse();
                    refused++;
                }
                assertThat(store.collections()).isEqualTo(counts(model));
            }
        }
        assertThat(refused).isBetween(BATCHES / 20, BATCHES * 19 / 20);
    }

    /** Adds a command, and what it does to the model unless it is refused, which the result says. */
    private static boolean add(SplittableRandom random, Map<String, String> model, List<DocumentCommand> commands) {
        String id = "d" + random.nextInt(IDS);
        if (random.nextInt(4) == 0) {
            commands.add(new DocumentCommand.Delete(DocumentId.of(id), Expectation.ANYTHING));
            model.remove(id);
            return true;
        }
        String collection = "C" + random.nextInt(2);
        boolean absent = random.nextInt(6) == 0;
        Expectation expectation = absent ? Expectation.ABSENT : Expectation.ANYTHING;
        commands.add(TestStore.putting(id, expectation, TestStore.content(collection, "{}")));
        String before = model.put(id, collection);
        return before == null || (!absent && before.equals(collection));
    }

    private static DocumentCommand put(String id, String collection) {
        return TestStore.putting(id, Expectation.ANYTHING, TestStore.content(collection, "{}"));
    }

    private static Map<String, Long> counts(Map<String, String> model) {
        Map<String, Long> counts = new TreeMap<>();
        model.values().forEach(collection -> counts.merge(collection, 1L, Long::sum));
        return counts;
    }
}
