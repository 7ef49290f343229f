package io.mintmark.storage.contract;

import static io.mintmark.storage.contract.OpenedStorage.content;
import static io.mintmark.storage.contract.OpenedStorage.deleting;
import static io.mintmark.storage.contract.OpenedStorage.putting;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.document.DocumentId;
import io.mintmark.storage.NamedNumber;
import io.mintmark.storage.Slice;
import io.mintmark.storage.WriteKind;
import io.mintmark.storage.WriteState;
import io.mintmark.storage.document.CollectionSize;
import io.mintmark.storage.document.CommandResult;
import io.mintmark.storage.document.DocumentChange;
import io.mintmark.storage.document.DocumentContent;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.document.Listing;
import io.mintmark.storage.document.Page;
import io.mintmark.storage.document.StoredDocument;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What every engine must do for documents that are read, listed, counted and watched. */
public interface DocumentsContract extends OpenedStorage {
    @Test
    default void shouldShowADocumentAsItWasAcknowledged() {
        CommandResult.Stored stored = put("Users/1", "{\"a\":[1, 2.50]}");

        StoredDocument read = storage().reads().read(DocumentId.of("uSERS/1")).orElseThrow();

        assertThat(read.id().text()).isEqualTo("Users/1");
        assertThat(read.changeVector()).isEqualTo(stored.changeVector());
        assertThat(read.content().collection()).isEqualTo("Things");
        assertThat(new String(read.content().body(), StandardCharsets.UTF_8)).isEqualTo("{\"a\":[1, 2.50]}");
        assertThat(storage().reads().version(DocumentId.of("users/1"))).contains(stored.changeVector());
        assertThat(storage().reads().read(DocumentId.of("users/2"))).isEmpty();
    }

    @Test
    default void shouldRememberDocumentsWhenItIsOpenedAgain() {
        CommandResult.Stored stored = put("a", "{\"x\":1}");
        put("b", "{}");
        delete("b");
        long etag = storage().reads().lastEtag();

        reopen();

        assertThat(storage().reads().version(DocumentId.of("a"))).contains(stored.changeVector());
        assertThat(body("b")).isNull();
        assertThat(put("c", "{}").changeVector()).isNotEqualTo(stored.changeVector());
        assertThat(storage().reads().lastEtag()).isGreaterThan(etag);
    }

    @Test
    default void shouldGiveEachWriteAVersionOfItsOwn() {
        Set<String> versions = new HashSet<>();
        for (int i = 0; i < 5; i++) {
            assertThat(versions.add(put("a", "{}").changeVector())).isTrue();
            reserve("orders");
            assertThat(versions.add(storage()
                            .reads()
                            .version(DocumentId.of("Raven/Hilo/orders"))
                            .orElseThrow()))
                    .isTrue();
        }
    }

    @Test
    default void shouldChangeTheVersionOfListsWithEveryWriteAndNoRead() {
        Set<String> seen = new HashSet<>();
        assertThat(seen.add(storage().reads().listVersion())).isTrue();
        List<Runnable> writes =
                List.of(() -> put("a", "{}"), () -> put("a", "{}"), () -> reserve("orders"), () -> delete("a"));
        for (Runnable write : writes) {
            write.run();
            assertThat(seen.add(storage().reads().listVersion())).isTrue();
            body("a");
            storage().reads().list(Listing.NewestFirst.all(), 10);
            assertThat(storage().reads().listVersion()).isIn(seen);
        }
    }

    @Test
    default void shouldListByPrefixInTheOrderOfBytes() {
        for (String id : List.of("b/2", "B/10", "b/1", "a", "c", "b/ß", "b/😀")) {
            put(id, "{}");
        }

        assertThat(all(new Listing.ByPrefix("b/", null), 2)).containsExactly("b/1", "b/10", "b/2", "b/ß", "b/😀");
        assertThat(all(new Listing.ByPrefix("b/", DocumentId.of("b/10")), 1)).containsExactly("b/2", "b/ß", "b/😀");
        assertThat(all(new Listing.ByPrefix("", null), 100)).hasSize(7);
    }

    @Test
    default void shouldListByWritesBothWaysWithCountersAmongDocuments() {
        put("a", "{}");
        reserve("orders");
        put("b", "{}");
        put("a", "{}");

        for (int page = 1; page < 5; page++) {
            assertThat(all(new Listing.OldestFirst(0), page)).containsExactly("raven/hilo/orders", "b", "a");
            assertThat(all(Listing.NewestFirst.all(), page)).containsExactly("a", "b", "raven/hilo/orders");
        }
        long etag = storage().reads().read(DocumentId.of("b")).orElseThrow().etag();
        assertThat(all(new Listing.OldestFirst(etag), 1)).containsExactly("b", "a");
    }

    @Test
    default void shouldGoOnWithAListBehindWhatWasWrittenMeanwhile() {
        put("a", "{}");
        put("b", "{}");
        Page first = storage().reads().list(Listing.NewestFirst.all(), 1);
        put("c", "{}");

        assertThat(all(first.next().orElseThrow(), 1)).containsExactly("a");
        assertThat(all(Listing.NewestFirst.all(), 1)).containsExactly("c", "b", "a");
    }

    private List<String> all(Listing listing, int pageSize) {
        List<String> keys = new ArrayList<>();
        Optional<Listing> next = Optional.of(listing);
        while (next.isPresent()) {
            Page page = storage().reads().list(next.get(), pageSize);
            assertThat(page.documents().size()).isLessThanOrEqualTo(pageSize);
            page.documents().forEach(document -> keys.add(document.id().key()));
            next = page.next();
        }
        return keys;
    }

    @Test
    default void shouldCountDocumentsByCollection() {
        commit(
                putting("a", Expectation.ANYTHING, content("Users", "{}")),
                putting("b$a", Expectation.ANYTHING, content("uSERS", "{}")),
                putting("c$a", Expectation.ANYTHING, content("Orders", "{}")),
                deleting("c$a"));
        reserve("orders");

        assertThat(storage().reads().collections(Slice.ALL))
                .containsExactly(new NamedNumber("@hilo", 1), new NamedNumber("Users", 2));
        assertThat(storage().reads().statistics().documents()).isEqualTo(3);
        assertThat(storage().reads().statistics().changeVector())
                .contains("A:" + storage().reads().lastEtag());
    }

    @Test
    default void shouldAddUpTheSizesOfEachCollection() {
        commit(
                putting("a", Expectation.ANYTHING, content("Users", "{\"name\":\"Ada\"}")),
                putting("b$a", Expectation.ANYTHING, content("uSERS", "{}")),
                putting("c$a", Expectation.ANYTHING, content("Orders", "{\"total\":" + "9".repeat(100_000) + "}")),
                putting("d$a", Expectation.ANYTHING, content("Gone", "{}")));
        commit(putting("a", Expectation.ANYTHING, content("Users", "{\"name\":\"Grace\"}")), deleting("d$a"));
        reserve("orders");

        assertThat(storage().reads().collectionSizes(Slice.ALL))
                .containsExactly(
                        new CollectionSize("@hilo", 1, 0),
                        new CollectionSize("Orders", 1, stored("c$a")),
                        new CollectionSize("Users", 2, stored("a") + stored("b$a")));
        assertThat(storage()
                        .reads()
                        .collectionSizes(Slice.ALL.continuedAfter("@hilo", 0).atMost(1)))
                .containsExactly(new CollectionSize("Orders", 1, stored("c$a")));
    }

    private long stored(String id) {
        DocumentContent content =
                storage().reads().read(DocumentId.of(id)).orElseThrow().content();
        return content.body().length + content.metadata().length;
    }

    @Test
    default void shouldTellWhatChangedInTheOrderOfCommits() {
        put("unheard", "{}");
        listen();
        CommandResult.Stored stored = put("a", "{}");
        reserve("orders");
        delete("a");
        delete("a");

        List<DocumentChange> heard = heard();

        assertThat(heard).extracting(DocumentChange::id).containsExactly("a", "Raven/Hilo/orders", "a");
        assertThat(heard)
                .extracting(DocumentChange::kind)
                .containsExactly(DocumentChange.Kind.PUT, DocumentChange.Kind.PUT, DocumentChange.Kind.DELETE);
        assertThat(heard.get(0))
                .isEqualTo(new DocumentChange(DocumentChange.Kind.PUT, "a", "Things", stored.changeVector()));
        assertThat(heard).extracting(DocumentChange::changeVector).doesNotHaveDuplicates();
    }

    @Test
    default void shouldTakeWritesOfEveryStrategy() {
        for (WriteKind kind : WriteKind.values()) {
            assertThat(storage().writes(kind)).isEqualTo(WriteState.TAKEN);
        }
        assertThat(storage().hasFailed()).isFalse();
    }
}
