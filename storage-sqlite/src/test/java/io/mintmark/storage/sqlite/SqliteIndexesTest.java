package io.mintmark.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.storage.index.ChangePage;
import io.mintmark.storage.index.IndexOutput;
import io.mintmark.storage.index.IndexProgress;
import io.mintmark.storage.index.IndexStorage;
import io.mintmark.storage.index.IndexWrite;
import io.mintmark.storage.index.RowKey;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an index finds and keeps in the file of its database. */
final class SqliteIndexesTest {
    private static final byte[] LIST = {1};
    private static final RowKey ROW = new RowKey(RowKey.Kind.GROUP, "0a");

    @AutoClose
    private TestStore store;

    @BeforeEach
    void open(@TempDir Path directory) {
        store = TestStore.open(directory);
    }

    private IndexStorage indexes() {
        return store.storage.indexes().orElseThrow();
    }

    private List<String> changes(@Nullable String position) {
        return texts(indexes().reads().after(position, 1_000));
    }

    private static List<String> texts(ChangePage page) {
        return page.changes().stream()
                .map(change -> change.id().text() + (change.document() == null ? " deleted" : ""))
                .toList();
    }

    private String position() {
        return String.valueOf(indexes().reads().after(null, 1_000).position());
    }

    private static IndexWrite write(IndexProgress progress, IndexOutput... outputs) {
        Map<RowKey, byte @Nullable []> rows = new HashMap<>();
        rows.put(ROW, new byte[] {7});
        return new IndexWrite(progress, rows, List.of(outputs), List.of());
    }

    @Test
    void shouldFindDeletionsThatAnIndexHasNotReadAndKeepNoOthers() {
        store.put("a");
        store.delete("a");
        assertThat(changes(null)).isEmpty();

        indexes().putList(LIST, Set.of(1L, 2L));
        store.put("b");
        store.delete("b");
        store.put("c");
        assertThat(changes(null)).containsExactly("b deleted", "c");

        indexes().store(1).commit(write(IndexProgress.NONE.reaching(position())));
        assertThat(changes(null)).contains("b deleted");
        indexes().store(2).commit(write(IndexProgress.NONE.reaching(position())));
        assertThat(changes(null)).containsExactly("c");

        indexes().putList(LIST, Set.of());
        store.delete("c");
        assertThat(changes(null)).isEmpty();
    }

    @Test
    void shouldCountTheFirstIndexAsAWriteAndLeaveListsOfDocumentsAsTheyAreAfterThat() {
        assertThat(store.storage.reads().lastEtag()).isZero();
        indexes().putList(LIST, Set.of(1L));
        assertThat(store.storage.reads().lastEtag()).isEqualTo(1);

        String version = store.storage.reads().listVersion();
        indexes().putList(LIST, Set.of(1L, 2L));

        assertThat(store.storage.reads().listVersion()).isEqualTo(version);
    }
}
