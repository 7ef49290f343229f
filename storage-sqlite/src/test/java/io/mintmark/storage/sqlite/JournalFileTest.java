package io.mintmark.storage.sqlite;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.MintmarkException;
import io.mintmark.document.DocumentId;
import io.mintmark.document.NodeTag;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.ReservedEtags.Block;
import io.mintmark.storage.Setting;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.StorageReads.Journaled;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.storage.cutoff.ClaimRecord;
import io.mintmark.storage.cutoff.Journal;
import io.mintmark.storage.cutoff.Journal.Creation;
import io.mintmark.storage.cutoff.Journal.Entry;
import io.mintmark.storage.cutoff.Journal.Home;
import io.mintmark.storage.cutoff.Journal.SetAside;
import io.mintmark.storage.document.ConcurrencyException;
import io.mintmark.storage.document.DocumentContent;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import io.mintmark.support.Intercepted;
import io.mintmark.support.Opened;
import io.mintmark.support.Party;
import io.mintmark.support.SharedText;
import io.mintmark.support.limits.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
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
        List<Journaled> listed = again.listed(SHOP, 0, 10);
        assertThat(listed).hasSize(2);
        assertThat(listed.get(0))
                .isEqualTo(new Journaled(
                        listed.get(0).entry(), DocumentId.of("b"), "A:2-shop", Instant.ofEpochSecond(2), 9));
        assertThat(again.listed(SHOP, listed.get(0).entry(), 10)).containsExactly(listed.get(1));
        assertThat(again.listed(SHOP, 0, 1)).containsExactly(listed.get(0));
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

    /** Two that were set aside in two outages may have one id. */
    @Test
    void shouldRefuseToSendAgainWhatIsOnItsWayAndGoOn() {
        Journal journal = open();
        append(journal, SHOP, document("a", 1, "{}"));
        Entry first = journal.oldest(SHOP, 0, 1).get(0);
        journal.settle(List.of(), List.of(new SetAside(first, "taken", Instant.EPOCH)));
        append(journal, SHOP, document("A", 2, "{}"));

        assertThatThrownBy(() -> journal.again(first.number(), DocumentId.of("a")))
                .isInstanceOf(MintmarkException.class)
                .hasMessageContaining("a document of the id a is on its way home already")
                .hasMessageContaining("--id");

        assertThat(journal.again(first.number(), DocumentId.of("a2"))).isTrue();
        assertThat(ids(journal.oldest(SHOP, 0, 9))).containsExactly("a2", "A");
    }

    /** Under such an id the engine shows a counter, and would never show the document. */
    @Test
    void shouldRefuseToSendOneAgainUnderTheIdOfAHiLoDocument() {
        Journal journal = open();
        append(journal, SHOP, document("a", 1, "{}"));
        Entry entry = journal.oldest(SHOP, 0, 1).get(0);
        journal.settle(List.of(), List.of(new SetAside(entry, "taken", Instant.EPOCH)));

        assertThatThrownBy(() -> journal.again(entry.number(), DocumentId.of("raven/HILO/orders")))
                .isInstanceOf(MintmarkException.class)
                .hasMessageContaining("raven/HILO/orders")
                .hasMessageContaining("--id");

        assertThat(journal.fill().setAside()).isEqualTo(1);
        assertThat(journal.again(entry.number(), DocumentId.of("a"))).isTrue();
    }

    /** Documents may be large, and thousands of them more than there is memory. */
    @Test
    void shouldReadNoMoreAtOnceThanItReturns() {
        AtomicInteger rows = new AtomicInteger();
        Journal journal = opened.add(JournalFile.open(directory, Limits.DEFAULT, 1L << 30, countingRows(rows)));
        String large = "{\"n\":\"" + "x".repeat(1 << 20) + "\"}";
        for (int etag = 1; etag <= 20; etag++) {
            append(journal, SHOP, document("a" + etag, etag, large));
        }
        Entry first = journal.oldest(SHOP, 0, 1).get(0);
        journal.settle(List.of(), List.of(new SetAside(first, "taken", Instant.EPOCH)));

        for (Supplier<List<?>> page : List.<Supplier<List<?>>>of(
                () -> journal.oldest(SHOP, 0, 2_048), () -> journal.entries(0, 256), () -> journal.setAside(0, 256))) {
            rows.set(0);
            List<?> read = page.get();

            assertThat(read).hasSizeBetween(1, 5);
            assertThat(rows).hasValueLessThanOrEqualTo(read.size() + 1);
        }
    }

    /** A node may have been cut off with thousands of databases, each of which asks for its own documents. */
    @Test
    void shouldPassOverTheDocumentsOfOtherDatabases() throws SQLException {
        List<String> asked = new ArrayList<>();
        Journal journal = opened.add(JournalFile.open(
                directory,
                Limits.DEFAULT,
                1_000,
                url -> Intercepted.of(Connection.class, ConnectionOpener.DRIVER.open(url), (method, given, call) -> {
                    if (method.equals("prepareStatement")) {
                        asked.add((String) given[0]);
                    }
                    return call.make(given);
                })));
        append(journal, SHOP, document("a", 1, "{}"));
        asked.clear();

        assertThat(journal.oldest(SHOP, 0, 9)).hasSameSizeAs(journal.listed(SHOP, 0, 9));

        assertThat(asked).hasSize(2);
        try (Connection connection =
                ConnectionOpener.DRIVER.open("jdbc:sqlite:" + directory.resolve("journal.sqlite"))) {
            for (String sql : asked) {
                assertThat(Statements.rows(
                                connection,
                                row -> row.getString("detail"),
                                "EXPLAIN QUERY PLAN " + sql,
                                SHOP.life(),
                                0,
                                9))
                        .anyMatch(step -> step.startsWith("SEARCH e") && step.contains("(home=? AND rowid>?)"))
                        .noneMatch(step -> step.contains("TEMP B-TREE"));
            }
        }
    }

    /** Opens connections that count the rows that are read on them. */
    private static ConnectionOpener countingRows(AtomicInteger rows) {
        return url -> Intercepted.of(Connection.class, ConnectionOpener.DRIVER.open(url), (method, given, call) -> {
            Object made = call.make(given);
            return made instanceof PreparedStatement prepared ? counting(prepared, rows) : made;
        });
    }

    private static PreparedStatement counting(PreparedStatement statement, AtomicInteger rows) {
        return Intercepted.of(PreparedStatement.class, statement, (method, given, call) -> {
            Object made = call.make(given);
            return made instanceof ResultSet found
                    ? Intercepted.of(ResultSet.class, found, (read, column, next) -> {
                        if (read.equals("next")) {
                            int ignored = rows.incrementAndGet();
                        }
                        return next.make(column);
                    })
                    : made;
        });
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

    /** Two nodes may have one directory by mistake, and a process that ends may overlap the one that follows. */
    @Test
    void shouldNoticeThatAnotherProcessBroughtAllHome() {
        Journal journal = open();
        append(journal, SHOP, document("a", 1, "{}"));
        journal.refresh();

        try (Journal other = JournalFile.open(directory, Limits.DEFAULT, 1_000)) {
            other.settle(other.oldest(SHOP, 0, 1), List.of());
        }
        journal.refresh();

        assertThat(journal.isEmpty()).isTrue();
        assertThat(journal.fill()).isEqualTo(new Journal.Fill(0, 0, 0, 1_000));
    }

    @Test
    void shouldRefuseAFileThatIsNone() throws IOException {
        Path ignored = Files.writeString(directory.resolve(JournalFile.NAME), "no database ".repeat(1_000));

        assertThatThrownBy(this::open)
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContaining("The journal " + directory.resolve(JournalFile.NAME) + " cannot be opened");
    }

    private static final ClaimRecord.Identity NODE_A = new ClaimRecord.Identity(
            "jdbc:postgresql://db/ids, schema s", "storestorestorestorest", NodeTag.of("A"), 100);

    private static final SharedText.State LIST = new SharedText.State(3, Optional.of("mintmark access 1"));

    private static Block block(long number, long after, long end) {
        return new Block(new DatabaseEntry(number, "Shop"), SHOP.life(), "shop000000000000000000", after, end);
    }

    @Test
    void shouldRememberUnderWhatTheNodeServedOverARestart() {
        Journal journal = open();
        assertThat(journal.claim().identity()).isEmpty();
        assertThat(journal.claim().access()).isEqualTo(new SharedText.State(0, Optional.empty()));
        journal.claim().keep(NODE_A, LIST);
        journal.claim().keepSetting("client", new Setting(2, "{}".getBytes(UTF_8)));
        journal.claim().keepSetting("client", new Setting(1, "[]".getBytes(UTF_8)));
        assertThat(journal.claim().keep(block(7, 100, 200))).isTrue();
        journal.close();

        ClaimRecord again = open().claim();

        assertThat(again.identity()).contains(NODE_A);
        assertThat(again.access()).isEqualTo(LIST);
        assertThat(again.setting("client")).contains(new Setting(2, "{}".getBytes(UTF_8)));
        assertThat(again.database("shop")).contains(block(7, 100, 200));
        assertThat(again.databases()).containsExactly(7L);
        again.forget(7);
        assertThat(again.database("shop")).isEmpty();
    }

    private static final Journal.Store STORE = new Journal.Store(NODE_A.storeId(), NODE_A.store());
    private static final Journal.Store OTHER = new Journal.Store("another", "jdbc:postgresql://other/ids, schema s");

    private static void assertRefused(Journal journal, Journal.Store store, String once) {
        assertThatThrownBy(() -> journal.serve(store))
                .isInstanceOf(MintmarkException.class)
                .hasMessageContaining(store.place())
                .hasMessageContaining("which was at " + once + ", with 1 on the way there")
                .hasMessageContaining("--data");
    }

    /** None of the databases is there, so each document would be set aside. */
    @Test
    void shouldServeNoOtherStoreWhileDocumentsAreOnTheirWay() {
        Journal journal = open();
        journal.serve(STORE);
        append(journal, SHOP, document("a", 1, "{}"));
        journal.close();

        Journal again = open();
        assertRefused(again, OTHER, STORE.place());
        again.serve(STORE);
        Entry entry = again.oldest(SHOP, 0, 1).get(0);
        again.settle(List.of(), List.of(new SetAside(entry, "taken", Instant.EPOCH)));
        again.serve(OTHER);
        append(again, FORMER_SHOP, document("b", 1, "{}"));
        assertRefused(again, STORE, OTHER.place());
        again.settle(again.oldest(FORMER_SHOP, 0, 1), List.of());

        assertThat(again.again(entry.number(), DocumentId.of("a"))).isTrue();
        assertRefused(again, OTHER, STORE.place());
        again.serve(STORE);
    }

    /** A file of before knows of a store only what was kept for a start without it. */
    @Test
    void shouldLearnTheStoreOfAFileThatNamesNone() throws SQLException {
        Journal journal = open();
        append(journal, SHOP, document("a", 1, "{}"));
        append(journal, FORMER_SHOP, document("b", 1, "{}"));
        journal.settle(journal.oldest(FORMER_SHOP, 0, 1), List.of());
        journal.serve(OTHER);
        append(journal, SHOP, document("c", 2, "{}"));
        assertThatThrownBy(() -> journal.serve(STORE)).hasMessageContaining("with 2 on the way there");
        journal.claim().keep(NODE_A, LIST);
        journal.close();
        try (Connection file = ConnectionOpener.DRIVER.open("jdbc:sqlite:" + directory.resolve(JournalFile.NAME))) {
            for (String sql : List.of(
                    "ALTER TABLE home DROP COLUMN store_id",
                    "ALTER TABLE home DROP COLUMN place",
                    "PRAGMA user_version=3")) {
                Statements.execute(file, sql);
            }
        }

        Journal again = open();

        assertThatThrownBy(() -> again.serve(OTHER))
                .hasMessageContaining("which was at " + STORE.place() + ", with 2 on the way there");
        again.serve(STORE);
    }

    @Test
    void shouldForgetWhatIsOfAnotherTagOrStore() {
        ClaimRecord claim = open().claim();
        for (ClaimRecord.Identity other : List.of(
                new ClaimRecord.Identity(NODE_A.store(), NODE_A.storeId(), NodeTag.of("B"), 100),
                new ClaimRecord.Identity(NODE_A.store(), "another", NODE_A.tag(), 100))) {
            claim.keep(NODE_A, LIST);
            boolean kept = claim.keep(block(7, 100, 200));
            claim.keep(NODE_A, LIST);
            assertThat(claim.database("shop")).as("kept by the same: %s", kept).isPresent();

            claim.keep(other, LIST);

            assertThat(claim.database("shop")).isEmpty();
        }
    }

    /** What was acknowledged is spent, whatever becomes of its entry; a block that takes its place begins anew. */
    @Test
    void shouldSpendEtagsInTheCommitThatKeepsTheirDocuments() {
        Journal journal = open();
        boolean kept = journal.claim().keep(block(7, 100, 200));
        append(journal, SHOP, document("a", 103, "{}"), document("b", 102, "{}"));
        append(journal, SHOP, document("c", 101, "{}"));
        append(journal, FORMER_SHOP, document("a", 150, "{}"));
        append(journal, SHOP, document("d", 99, "{}"), document("e", 201, "{}"));
        journal.settle(journal.oldest(SHOP, 0, 10), List.of());
        journal.close();

        Journal again = open();

        assertThat(again.claim().database("SHOP"))
                .as("%s", kept)
                .map(Block::after)
                .contains(103L);
        assertThat(again.claim().keep(block(8, 300, 400))).isTrue();
        assertThat(again.claim().databases()).as("one of a name").containsExactly(8L);
        append(again, SHOP, document("f", 150, "{}"));
        assertThat(again.claim().database("shop")).map(Block::after).contains(300L);
    }

    @Test
    void shouldKeepOthersOutWhereItIsToBeAlone() {
        Journal alone = opened.add(JournalFile.openAlone(directory, Limits.DEFAULT, 1_000));

        assertThatThrownBy(() -> JournalFile.openAlone(directory, Limits.DEFAULT, 1_000))
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContaining("is in use by another server");
        assertThat(open().isEmpty()).as("an operator may look").isTrue();

        alone.close();
        JournalFile.openAlone(directory, Limits.DEFAULT, 1_000).close();
    }
}
