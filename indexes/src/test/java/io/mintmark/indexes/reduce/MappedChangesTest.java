package io.mintmark.indexes.reduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.document.DocumentId;
import io.mintmark.indexes.expression.Trees;
import io.mintmark.indexes.rows.ReduceKey;
import io.mintmark.storage.document.DocumentContent;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.storage.index.ChangedDocument;
import io.mintmark.storage.index.IndexError;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MappedChangesTest {
    private final MappedChanges changes = new MappedChanges(new BodiesOfOrders());

    /** The value of an order is its body, and all have one group; a body that is {@code {}} cannot be mapped. */
    private static final class BodiesOfOrders implements Mapping {
        @Override
        public boolean reads(String collectionKey) {
            return collectionKey.equals("orders");
        }

        @Override
        public List<Mapped> map(List<SourceDocument> documents) {
            return documents.stream().map(BodiesOfOrders::mapped).toList();
        }

        private static Mapped mapped(SourceDocument source) {
            String body = new String(source.document().content().body(), StandardCharsets.UTF_8);
            return body.equals("{}")
                    ? new Mapped.Failed("It is empty.")
                    : new Mapped.Entries(List.of(new MapEntry(ReduceKey.of(Trees.read("1")), body)));
        }
    }

    /** A script whose answer for one document is larger than all that it may answer. */
    private static final class TooLarge implements Mapping {
        @Override
        public boolean reads(String collectionKey) {
            return true;
        }

        @Override
        public List<Mapped> map(List<SourceDocument> documents) {
            throw BatchTooLargeException.ofContributions(documents.size(), 1);
        }
    }

    @Test
    void shouldTellOfOneDocumentThatIsTooMuchByItself() {
        MappedChanges tooMuch = new MappedChanges(new TooLarge());

        tooMuch.add(List.of(change("Orders", "1")));

        assertThat(tooMuch.errors())
                .singleElement()
                .satisfies(error -> assertThat(error.message()).contains("more than 1 characters"));
        assertThat(tooMuch.entries().get("orders/1")).isEmpty();
    }

    private static ChangedDocument change(String collection, @Nullable String body) {
        DocumentId id = DocumentId.of("orders/1");
        StoredDocument stored = body == null
                ? null
                : new StoredDocument(
                        id,
                        new DocumentContent(collection, body.getBytes(StandardCharsets.UTF_8), new byte[0]),
                        "A:1",
                        1,
                        Instant.EPOCH);
        return new ChangedDocument(id, collection, stored);
    }

    private List<String> values() {
        return changes.entries().getOrDefault("orders/1", List.of()).stream()
                .map(MapEntry::value)
                .toList();
    }

    @Test
    void shouldReplaceWhatAnEarlierPageHasOfADocument() {
        changes.add(List.of(change("Orders", "{\"A\":1}")));
        changes.add(List.of(change("Orders", "{\"A\":2}")));

        assertThat(values()).containsExactly("{\"A\":2}");
    }

    @Test
    void shouldForgetAnErrorOfADocumentThatALaterPageMends() {
        changes.add(List.of(change("Orders", "{}")));
        assertThat(changes.errors()).extracting(IndexError::message).containsExactly("It is empty.");

        changes.add(List.of(change("Orders", "{\"A\":1}")));

        assertThat(changes.errors()).isEmpty();
        assertThat(values()).containsExactly("{\"A\":1}");
    }

    @Test
    void shouldForgetADocumentThatALaterPageDeletesOrMovesToACollectionOfNoInterest() {
        changes.add(List.of(change("Orders", "{\"A\":1}")));
        changes.add(List.of(change("Others", "{\"A\":1}")));
        assertThat(changes.entries()).containsOnlyKeys("orders/1");
        assertThat(values()).isEmpty();

        changes.add(List.of(change("Orders", "{\"A\":2}")));
        changes.add(List.of(change("Orders", null)));
        assertThat(values()).isEmpty();
    }

    @Test
    void shouldKeepNothingOfDocumentsThatAreOfNoInterest() {
        changes.add(List.of(change("Others", "{\"A\":1}")));

        assertThat(changes.isEmpty()).isTrue();
    }
}
