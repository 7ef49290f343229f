package io.mintmark.server.storage.sqlite;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.document.DocumentId;
import io.mintmark.server.storage.index.ChangePage;
import io.mintmark.server.storage.index.ChangedDocument;
import io.mintmark.server.storage.index.IndexOutput;
import io.mintmark.server.storage.index.IndexProgress;
import io.mintmark.server.storage.index.IndexReplacedException;
import io.mintmark.server.storage.index.IndexStorage;
import io.mintmark.server.storage.index.IndexWrite;
import io.mintmark.server.storage.index.RowKey;
import io.mintmark.testkit.Seed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an index finds and keeps in the file of its database. */
final class SqliteIndexesTest {
    private static final byte[] LIST = {1};
    private static final RowKey ROW = new RowKey(RowKey.Kind.GROUP, "0a");

    @TempDir
    Path directory;

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

    private List<String> changes(@Nullable String position) {
        return texts(indexes().after(position, 1_000));
    }

    private static List<String> texts(ChangePage page) {
        return page.changes().stream()
                .map(change -> change.id().text() + (change.document() == null ? " deleted" : ""))
                .toList();
    }

    private String position() {
        return String.valueOf(indexes().after(null, 1_000).position());
    }

    private static IndexOutput output(String id, String body) {
        return IndexOutput.storing(DocumentId.of(id), "Sums", body.getBytes(UTF_8), List.of(id));
    }

    private static IndexWrite write(IndexProgress progress, IndexOutput... outputs) {
        Map<RowKey, byte @Nullable []> rows = new HashMap<>();
        rows.put(ROW, new byte[] {7});
        return new IndexWrite(progress, rows, List.of(outputs), List.of());
    }

    @Test
    void shouldFindEachDocumentAtItsLatestWrite() {
        store.put("a");
        store.put("b");
        store.put("a");
        store.reserve("orders");

        assertThat(changes(null)).containsExactly("b", "a");
        assertThat(changes(position())).isEmpty();
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

    @Test
    void shouldGoOnKeepingDeletionsAfterItWasOpenedAgain() {
        indexes().putList(LIST, Set.of(1L));
        store.put("a");
        close();
        open();

        store.delete("a");

        assertThat(indexes().list()).isEqualTo(LIST);
        assertThat(changes(null)).containsExactly("a deleted");
    }

    @Test
    void shouldCommitOutputsRowsAndProgressTogether() {
        indexes().putList(LIST, Set.of(1L));

        indexes().store(1).commit(write(IndexProgress.NONE.reaching("3"), output("Sums/1", "{\"n\":1}")));
        close();
        open();

        assertThat(store.body("Sums/1")).isEqualTo("{\"n\":1}");
        assertThat(indexes().store(1).progress()).isEqualTo(new IndexProgress(1, "3", false));
        assertThat(indexes().store(1).read(Set.of(ROW)).get(ROW)).containsExactly(7);
    }

    @Test
    void shouldLeaveNoTraceOfACommitThatDoesNotBuildOnTheLastOne() {
        indexes().putList(LIST, Set.of(1L));
        IndexWrite late = write(new IndexProgress(2, "9", false), output("Sums/1", "{}"));

        assertThatThrownBy(() -> indexes().store(1).commit(late)).isInstanceOf(IndexReplacedException.class);
        assertThatThrownBy(() -> indexes().store(2).commit(write(IndexProgress.NONE.reaching("1"))))
                .isInstanceOf(IndexReplacedException.class);

        assertThat(store.body("Sums/1")).isNull();
        assertThat(indexes().store(1).progress()).isEqualTo(IndexProgress.NONE);
        assertThat(indexes().store(1).read(Set.of(ROW))).isEmpty();
    }

    @Test
    void shouldNeverOverwriteNorDeleteADocumentThatSomebodyStored() {
        indexes().putList(LIST, Set.of(1L));
        store.put("Sums/1", "{\"mine\":true}");
        store.put("Sums/2", "{\"mine\":true}");
        IndexOutput delete = IndexOutput.deleting(DocumentId.of("sums/2"), "Sums");

        indexes().store(1).commit(write(IndexProgress.NONE.reaching("3"), output("Sums/1", "{}"), delete));
        indexes().store(1).commit(write(new IndexProgress(2, "4", false), output("Sums/3", "{\"n\":3}")));

        assertThat(store.body("Sums/1")).isEqualTo("{\"mine\":true}");
        assertThat(store.body("Sums/2")).isEqualTo("{\"mine\":true}");
        assertThat(store.body("Sums/3")).isEqualTo("{\"n\":3}");
        assertThat(indexes().errors(1))
                .as("nothing is missing where nothing was to be")
                .singleElement()
                .satisfies(kept -> assertThat(kept.error().message())
                        .contains("delete that one, and it is written")
                        .containsIgnoringCase(kept.error().subject()));
        indexes().forgetErrors(1);
        assertThat(indexes().errors(1)).isEmpty();
    }

    @Test
    void shouldShowAllChangesWhateverTheSizeOfItsPages() {
        long seed = Seed.fresh("SqliteIndexesTest");
        SplittableRandom random = new SplittableRandom(seed);
        indexes().putList(LIST, Set.of(1L));
        for (int i = 0; i < 300; i++) {
            String id = "d/" + random.nextInt(60);
            if (random.nextInt(3) == 0) {
                boolean ignored = store.delete(id);
            } else {
                store.put(id, "{\"text\":\"" + "x".repeat(random.nextInt(20_000)) + "\"}");
            }
        }

        List<String> whole = walk(10_000);

        assertThat(whole).anyMatch(change -> change.endsWith("deleted"));
        for (int limit : new int[] {1, 2, 7, 50}) {
            assertThat(walk(limit)).as("limit %d, seed %d", limit, seed).isEqualTo(whole);
        }
    }

    private List<String> walk(int limit) {
        List<String> all = new ArrayList<>();
        String position = null;
        boolean more = true;
        while (more) {
            ChangePage page = indexes().after(position, limit);
            for (ChangedDocument change : page.changes()) {
                all.add(change.id().text() + (change.document() == null ? " deleted" : ""));
            }
            position = page.position();
            more = page.more();
        }
        return all;
    }
}
