package io.mintmark.storage.contract;

import static io.mintmark.storage.contract.OpenedStorage.content;
import static io.mintmark.storage.contract.OpenedStorage.putting;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.document.DocumentId;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.storage.index.ChangePage;
import io.mintmark.storage.index.ChangedDocument;
import io.mintmark.storage.index.IndexError;
import io.mintmark.storage.index.IndexOutput;
import io.mintmark.storage.index.IndexProgress;
import io.mintmark.storage.index.IndexReplacedException;
import io.mintmark.storage.index.IndexStorage;
import io.mintmark.storage.index.IndexStore;
import io.mintmark.storage.index.IndexWrite;
import io.mintmark.storage.index.RowKey;
import io.mintmark.testkit.Seed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What an engine must do for indexes, if it keeps any. */
public interface IndexesContract extends OpenedStorage {
    /** What the tests store as a list. */
    byte[] LIST = {1};

    /** A row. */
    RowKey ROW = new RowKey(RowKey.Kind.GROUP, "0a");

    /** Returns what indexes need of the database. */
    default IndexStorage indexes() {
        Declared.require(storage().indexes().isPresent(), this, "indexes");
        return storage().indexes().orElseThrow();
    }

    /** Lists indexes, which this node computes from now on. */
    default void list(Long... numbers) {
        indexes().putList(LIST, Set.of(numbers));
        claim(numbers);
    }

    /** Makes this node compute them, where nodes share the work. */
    default void claim(Long... numbers) {
        indexes().shared().ifPresent(shared -> {
            for (long number : numbers) {
                assertThat(shared.claim(number)).isTrue();
            }
        });
    }

    /** Returns the ids of all changes after a position, in their order. */
    default List<String> changes(@Nullable String position) {
        return indexes().reads().after(position, 1_000).changes().stream()
                .map(change -> change.id().text() + (change.document() == null ? " deleted" : ""))
                .toList();
    }

    /** Returns the position after all changes. */
    default String position() {
        ChangePage page = indexes().reads().after(null, 1_000);
        while (page.more()) {
            page = indexes().reads().after(page.position(), 1_000);
        }
        return String.valueOf(page.position());
    }

    /** Returns a command by which an index stores a document. */
    static IndexOutput output(String id, String body) {
        return output("Sums", id, body);
    }

    /** Returns a command by which an index stores a document in a collection, for the group that is called like the document. */
    static IndexOutput output(String collection, String id, String body) {
        return IndexOutput.storing(DocumentId.of(id), collection, body.getBytes(UTF_8), List.of(id));
    }

    /** Returns a command by which an index deletes a document. */
    static IndexOutput removal(String id) {
        return IndexOutput.deleting(DocumentId.of(id), "Sums");
    }

    /** Returns a commit that writes {@link #ROW}. */
    static IndexWrite write(IndexProgress progress, IndexOutput... outputs) {
        Map<RowKey, byte @Nullable []> rows = new HashMap<>();
        rows.put(ROW, new byte[] {7});
        return new IndexWrite(progress, rows, List.of(outputs), List.of());
    }

    @Test
    default void shouldTellTheListToThoseWhoKnowAnotherOne() {
        list(1L);

        indexes().shared().ifPresent(shared -> {
            long version = shared.listed().version();
            assertThat(shared.listedAfter(version)).isEmpty();
            assertThat(shared.listedAfter(version - 1).orElseThrow().list()).isEqualTo(LIST);
            assertThat(shared.putList(version, new byte[] {2}, Set.of(1L))).isTrue();
            assertThat(shared.listedAfter(version).orElseThrow().version()).isEqualTo(version + 1);
        });
    }

    @Test
    default void shouldFindEachDocumentAtItsLatestWrite() {
        put("a", "{}");
        put("b", "{}");
        put("a", "{}");
        reserve("orders");

        assertThat(changes(null)).containsExactly("b", "a");
        assertThat(changes(position())).isEmpty();
    }

    @Test
    default void shouldFindDeletionsBehindAPosition() {
        list(1L);
        put("a", "{}");
        String before = position();
        delete("a");
        put("b", "{}");

        assertThat(changes(before)).containsExactly("a deleted", "b");
        assertThat(changes(position())).isEmpty();
    }

    @Test
    default void shouldKeepItsListWhenItIsOpenedAgain() {
        assertThat(indexes().reads().indexList()).isEmpty();
        list(1L);
        put("a", "{}");
        String before = position();

        reopen();
        delete("a");

        assertThat(indexes().reads().indexList()).isEqualTo(LIST);
        assertThat(changes(before)).containsExactly("a deleted");
    }

    @Test
    default void shouldCommitOutputsRowsAndProgressTogether() {
        list(1L);
        put("a", "{}");
        String read = position();

        indexes().store(1).commit(write(IndexProgress.NONE.reaching(read), output("Sums/1", "{\"n\":1}")));
        reopen();

        assertThat(body("Sums/1")).isEqualTo("{\"n\":1}");
        assertThat(indexes().store(1).progress()).isEqualTo(new IndexProgress(1, read, false));
        assertThat(indexes().store(1).read(Set.of(ROW)).get(ROW)).containsExactly(7);
        assertThat(indexes().store(1).some(RowKey.Kind.GROUP, 10)).containsExactly(ROW);
        assertThat(indexes().store(1).some(RowKey.Kind.NODE, 10)).isEmpty();
        assertThat(changes(read)).containsExactly("Sums/1");
    }

    @Test
    default void shouldReplaceAndRemoveRowsAndOutputs() {
        list(1L);
        IndexStore store = indexes().store(1);
        store.commit(write(IndexProgress.NONE.reaching(null), output("Sums/1", "{\"n\":1}")));
        Map<RowKey, byte @Nullable []> rows = new HashMap<>();
        RowKey other = new RowKey(RowKey.Kind.NODE, "Ünï'codé");
        rows.put(ROW, new byte[] {8, 0, -1});
        rows.put(other, new byte[0]);
        store.commit(new IndexWrite(
                store.progress().reaching(null), rows, List.of(output("Sums/1", "{\"n\":2}")), List.of()));

        assertThat(store.read(Set.of(ROW, other)).get(ROW)).containsExactly(8, 0, -1);
        assertThat(store.read(Set.of(ROW, other)).get(other)).isEmpty();
        assertThat(body("Sums/1")).isEqualTo("{\"n\":2}");

        rows.put(ROW, null);
        store.commit(new IndexWrite(store.progress().clearingOn(), rows, List.of(removal("Sums/1")), List.of()));

        assertThat(store.read(Set.of(ROW, other))).containsOnlyKeys(other);
        assertThat(body("Sums/1")).isNull();
        assertThat(store.progress()).isEqualTo(new IndexProgress(3, null, true));
    }

    @Test
    default void shouldLeaveNoTraceOfACommitThatDoesNotBuildOnTheLastOne() {
        list(1L);
        IndexWrite late = write(new IndexProgress(2, null, false), output("Sums/1", "{}"));

        assertThatThrownBy(() -> indexes().store(1).commit(late)).isInstanceOf(IndexReplacedException.class);
        assertThatThrownBy(() -> indexes().store(2).commit(write(IndexProgress.NONE.reaching(null))))
                .isInstanceOf(IndexReplacedException.class);

        assertThat(body("Sums/1")).isNull();
        assertThat(indexes().store(1).progress()).isEqualTo(IndexProgress.NONE);
        assertThat(indexes().store(1).read(Set.of(ROW))).isEmpty();
    }

    @Test
    default void shouldNeverOverwriteNorDeleteADocumentThatSomebodyStored() {
        list(1L);
        put("Sums/1", "{\"mine\":true}");
        put("Sums/2", "{\"mine\":true}");
        IndexStore store = indexes().store(1);

        store.commit(write(IndexProgress.NONE.reaching(null), output("Sums/1", "{}"), removal("sums/2")));
        store.commit(write(store.progress().reaching(null), output("Sums/3", "{\"n\":3}")));

        assertThat(body("Sums/1")).isEqualTo("{\"mine\":true}");
        assertThat(body("Sums/2")).isEqualTo("{\"mine\":true}");
        assertThat(body("Sums/3")).isEqualTo("{\"n\":3}");
        assertThat(indexes().reads().indexErrors(1))
                .as("nothing is missing where nothing was to be")
                .singleElement()
                .satisfies(kept -> {
                    assertThat(kept.error().subject()).isEqualTo("Sums/1");
                    assertThat(kept.error().message()).contains("Sums/1", "delete that one, and it is written");
                });
        indexes().forgetErrors(1);
        assertThat(indexes().reads().indexErrors(1)).isEmpty();
    }

    @Test
    default void shouldLeaveADocumentOfAnotherIndexAloneAndGoOn() {
        list(1L, 2L);
        indexes().store(2).commit(write(IndexProgress.NONE.reaching(null), output("Years", "Years/2024", "{\"n\":2}")));
        IndexStore store = indexes().store(1);

        store.commit(write(
                IndexProgress.NONE.reaching(null), output("years/2024", "{\"n\":1}"), output("Sums/1", "{\"n\":1}")));
        store.commit(write(store.progress().reaching(null), removal("years/2024")));

        assertThat(body("Years/2024")).isEqualTo("{\"n\":2}");
        assertThat(body("Sums/1")).isEqualTo("{\"n\":1}");
        assertThat(store.progress().commits()).isEqualTo(2);
        assertThat(indexes().reads().indexErrors(1))
                .singleElement()
                .satisfies(kept -> assertThat(kept.error().message()).contains("years/2024"));
        assertThat(indexes().reads().indexErrors(2)).isEmpty();
    }

    @Test
    default void shouldKeepAnErrorWhateverItsText() {
        list(1L);
        IndexError error = IndexError.ofReduce("\"a\\u0000\"", "It \0 broke \ud800 here.");

        indexes()
                .store(1)
                .commit(new IndexWrite(IndexProgress.NONE.reaching(null), Map.of(), List.of(), List.of(error)));

        assertThat(indexes().reads().indexErrors(1))
                .singleElement()
                .satisfies(kept -> assertThat(kept.error().message()).isEqualTo("It ? broke ? here."));
    }

    @Test
    default void shouldKeepTheLatestErrors() {
        list(1L, 2L);
        IndexStore store = indexes().store(1);
        for (int commit = 0; commit < 3; commit++) {
            int from = 200 * commit;
            List<IndexError> errors = IntStream.range(from, from + 200)
                    .mapToObj(i -> IndexError.ofMap("d/" + i, "no ' number"))
                    .toList();
            store.commit(new IndexWrite(store.progress().reaching(null), Map.of(), List.of(), errors));
        }

        assertThat(indexes().reads().indexErrors(1)).hasSize(500);
        assertThat(indexes().reads().indexErrors(1).get(0).error()).isEqualTo(IndexError.ofMap("d/100", "no ' number"));
        assertThat(indexes().reads().indexErrors(1).get(499).error().subject()).isEqualTo("d/599");
        assertThat(indexes().reads().indexErrors(2)).isEmpty();
    }

    @Test
    default void shouldForgetIndexesThatAreNoLongerInTheList() {
        list(1L, 2L);
        indexes().store(1).commit(write(IndexProgress.NONE.reaching(null)));
        indexes().store(2).commit(write(IndexProgress.NONE.reaching(null)));

        indexes().putList(LIST, Set.of(2L));

        assertThat(indexes().store(1).progress()).isEqualTo(IndexProgress.NONE);
        assertThat(indexes().store(1).read(Set.of(ROW))).isEmpty();
        assertThat(indexes().store(2).read(Set.of(ROW))).isNotEmpty();
        assertThat(indexes().store(2).progress().commits()).isEqualTo(1);
    }

    @Test
    default void shouldShowTheLatestStateOfAllDocumentsWhateverTheSizeOfItsPages() {
        long seed = Seed.fresh("IndexesContract");
        SplittableRandom random = new SplittableRandom(seed);
        list(1L);
        List<Map<String, String>> seen = new ArrayList<>();
        List<@Nullable String> positions = new ArrayList<>();
        int[] limits = {1, 2, 7, 50, 10_000};
        for (int ignored : limits) {
            seen.add(new TreeMap<>());
            positions.add(null);
        }
        for (int i = 0; i < 200; i++) {
            String id = "d/" + random.nextInt(40);
            if (random.nextInt(3) == 0) {
                boolean ignored = delete(id);
            } else {
                String text = "x".repeat(random.nextInt(20_000));
                var ignored = commit(putting(
                        id,
                        Expectation.ANYTHING,
                        content(collection(id), "{\"n\":" + i + ",\"text\":\"" + text + "\"}")));
            }
            int reader = random.nextInt(limits.length);
            positions.set(reader, follow(positions.get(reader), limits[reader], seen.get(reader), 3));
        }

        Map<String, String> stored = new TreeMap<>();
        for (int i = 0; i < 40; i++) {
            String id = "d/" + i;
            storage().reads().read(DocumentId.of(id)).ifPresent(document -> stored.put(id, text(document)));
        }
        for (int reader = 0; reader < limits.length; reader++) {
            var ignored = follow(positions.get(reader), limits[reader], seen.get(reader), Integer.MAX_VALUE);
            assertThat(seen.get(reader))
                    .as("limit %d, seed %d", limits[reader], seed)
                    .isEqualTo(stored);
        }
    }

    private static String collection(String id) {
        return "Things" + id.length();
    }

    private static String text(StoredDocument document) {
        return document.changeVector() + new String(document.content().body(), UTF_8);
    }

    /** Applies what some pages show; returns where the next one begins. */
    private @Nullable String follow(@Nullable String position, int limit, Map<String, String> into, int pages) {
        ChangePage page = new ChangePage(List.of(), position, true);
        for (int i = 0; i < pages && page.more(); i++) {
            page = indexes().reads().after(page.position(), limit);
            for (ChangedDocument change : page.changes()) {
                StoredDocument document = change.document();
                if (document == null) {
                    into.remove(change.id().text());
                } else {
                    into.put(change.id().text(), text(document));
                }
            }
        }
        return page.position();
    }
}
