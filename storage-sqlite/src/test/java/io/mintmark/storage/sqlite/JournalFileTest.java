package io.mintmark.storage.sqlite;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.document.DocumentId;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.storage.cutoff.Journal;
import io.mintmark.storage.cutoff.Journal.Creation;
import io.mintmark.storage.cutoff.Journal.Entry;
import io.mintmark.storage.cutoff.Journal.Home;
import io.mintmark.storage.cutoff.Journal.SetAside;
import io.mintmark.storage.document.ConcurrencyException;
import io.mintmark.storage.document.DocumentContent;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.support.Opened;
import io.mintmark.support.Party;
import io.mintmark.support.limits.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalFileTest {
    private static final Home SHOP = new Home("shop", "shop00000000000000000.1");
    private static final Home FORMER_SHOP = new Home("shop", "shop00000000000000000.0");

    @AutoClose
    private final Opened opened = new Opened();

    @TempDir
    private Path directory;

    private Journal open() {
        return opened.add(JournalFile.open(directory, Limits.DEFAULT, 1_000));
    }

    private static StoredDocument document(String id, long etag, String body) {
        return new StoredDocument(
                DocumentId.of(id),
                new DocumentContent("Orders", body.getBytes(UTF_8), "{}".getBytes(UTF_8)),
                "A:" + etag + "-shop",
                etag,
                Instant.ofEpochSecond(etag));
    }

    private static List<StoredDocument> append(Journal journal, Home home, StoredDocument... documents) {
        return journal.append(
                        home,
                        List.of(documents).stream()
                                .map(each -> new Creation(each, false))
                                .toList(),
                        Party.NOBODY)
                .await();
    }

    private static List<String> ids(List<Entry> entries) {
        return entries.stream().map(entry -> entry.document().id().text()).toList();
    }

    @Test
    void shouldKeepDocumentsInTheirOrderOverARestart() {
        Journal journal = open();
        assertThat(journal.isEmpty()).isTrue();
        append(journal, SHOP, document("b", 2, "{\"n\":2}"), document("a", 3, "{}"));
        append(journal, FORMER_SHOP, document("a", 4, "{}"));
        assertThat(journal.isEmpty()).isFalse();
        journal.close();

        Journal again = open();

        assertThat(again.isEmpty()).isFalse();
        assertThat(again.homes()).containsExactly(SHOP, FORMER_SHOP);
        assertThat(ids(again.oldest(SHOP, 0, 10))).containsExactly("b", "a");
        assertThat(ids(again.oldest(SHOP, 0, 1))).containsExactly("b");
        StoredDocument kept = again.find(SHOP, DocumentId.of("B")).orElseThrow();
        assertThat(kept).usingRecursiveComparison().isEqualTo(document("b", 2, "{\"n\":2}"));
        assertThat(again.find(SHOP, DocumentId.of("c"))).isEmpty();
        assertThat(again.fill().entries()).isEqualTo(3);
    }

    @Test
    void shouldForgetWhatIsHomeAndKeepWhatIsSetAsideUntilSomebodyDecides() {
        Journal journal = open();
        append(journal, SHOP, document("a", 1, "{}"), document("b", 2, "{}"), document("c", 3, "{}"));
        List<Entry> entries = journal.oldest(SHOP, 0, 10);
        SetAside taken = new SetAside(entries.get(1), "Another document is there.", Instant.EPOCH);

        journal.settle(List.of(entries.get(0)), List.of(taken));

        assertThat(ids(journal.oldest(SHOP, 0, 10))).containsExactly("c");
        assertThat(journal.find(SHOP, DocumentId.of("b"))).isEmpty();
        assertThat(journal.setAside(0, 10)).singleElement().satisfies(aside -> {
            assertThat(aside.reason()).isEqualTo(taken.reason());
            assertThat(aside.entry().document().id().text()).isEqualTo("b");
        });
        assertThat(journal.fill()).isEqualTo(new Journal.Fill(1, 1, 8, 1_000));

        assertThat(journal.again(entries.get(1).number(), DocumentId.of("b2"))).isTrue();
        assertThat(ids(journal.oldest(SHOP, 0, 10))).containsExactly("b2", "c");
        assertThat(journal.drop(entries.get(1).number())).as("it is on its way").isFalse();
        journal.settle(journal.oldest(SHOP, 0, 10), List.of());
        assertThat(journal.isEmpty()).isTrue();
        assertThat(journal.fill()).isEqualTo(new Journal.Fill(0, 0, 0, 1_000));
    }

    @Test
    void shouldDropWhatWasSetAside() {
        Journal journal = open();
        append(journal, SHOP, document("a", 1, "{}"));
        Entry entry = journal.oldest(SHOP, 0, 1).get(0);
        journal.settle(List.of(), List.of(new SetAside(entry, "gone", Instant.EPOCH)));

        assertThat(journal.drop(entry.number())).isTrue();
        assertThat(journal.drop(entry.number())).isFalse();
        assertThat(journal.fill().setAside()).isZero();
    }

    @Test
    void shouldRefuseABatchAsAWholeThatWouldChangeADocument() {
        Journal journal = open();
        append(journal, SHOP, document("a", 1, "{\"n\":1}"));

        assertThatThrownBy(() -> append(journal, SHOP, document("b", 2, "{}"), document("a", 3, "{\"n\":2}")))
                .isInstanceOf(StorageUnreachableException.class)
                .hasMessageContaining("The document a was taken while this node is cut off");

        assertThat(ids(journal.oldest(SHOP, 0, 10))).containsExactly("a");
    }

    @Test
    void shouldAnswerARepeatedDocumentAsBeforeUnlessItMustBeNew() {
        Journal journal = open();
        append(journal, SHOP, document("a", 1, "{\"n\":1}"));

        assertThat(append(journal, SHOP, document("a", 2, "{\"n\":1}")))
                .extracting(StoredDocument::changeVector)
                .containsExactly("A:1-shop");
        assertThatThrownBy(() -> journal.append(
                                SHOP, List.of(new Creation(document("a", 3, "{\"n\":1}"), true)), Party.NOBODY)
                        .await())
                .isInstanceOf(ConcurrencyException.class);
        assertThat(journal.fill().entries()).isEqualTo(1);
    }

    @Test
    void shouldTakeNoMoreThanItsBytes() {
        Journal journal = open();
        String large = "{\"n\":\"" + "x".repeat(900) + "\"}";
        append(journal, SHOP, document("a", 1, large));

        assertThatThrownBy(() -> append(journal, SHOP, document("b", 2, large)))
                .isInstanceOf(StorageUnreachableException.class)
                .hasMessageContaining("has no room left")
                .hasMessageContaining("--journal-bytes");
        append(journal, SHOP, document("c", 3, "{}"));
    }

    @Test
    void shouldNoticeWhatACommandBesideTheServerSentAgain() {
        Journal journal = open();
        append(journal, SHOP, document("a", 1, "{}"));
        Entry entry = journal.oldest(SHOP, 0, 1).get(0);
        journal.settle(List.of(), List.of(new SetAside(entry, "taken", Instant.EPOCH)));
        journal.refresh();
        assertThat(journal.isEmpty()).isTrue();

        try (Journal command = JournalFile.open(directory, Limits.DEFAULT, 1_000)) {
            assertThat(command.again(entry.number(), DocumentId.of("a2"))).isTrue();
        }
        journal.refresh();

        assertThat(journal.isEmpty()).isFalse();
        assertThat(ids(journal.oldest(SHOP, 0, 1))).containsExactly("a2");
    }

    @Test
    void shouldRefuseAFileThatIsNone() throws IOException {
        Path ignored = Files.writeString(directory.resolve(JournalFile.NAME), "no database ".repeat(1_000));

        assertThatThrownBy(this::open)
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContaining("The journal " + directory.resolve(JournalFile.NAME) + " cannot be opened");
    }
}
