package io.mintmark.storage.sqlite;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.document.DocumentId;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.ReservedEtags.Block;
import io.mintmark.storage.cutoff.Journal;
import io.mintmark.storage.cutoff.Journal.Creation;
import io.mintmark.storage.cutoff.Journal.Home;
import io.mintmark.storage.document.DocumentContent;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import io.mintmark.storage.sqlite.file.LogInspection;
import io.mintmark.storage.sqlite.file.LogInspection.Verdict;
import io.mintmark.storage.sqlite.file.StoredLog;
import io.mintmark.support.Opened;
import io.mintmark.support.Party;
import io.mintmark.support.limits.Limits;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A bit flips in the last commit of a journal that a crash left: nobody can tell that it was acknowledged. */
class JournalInDoubtTest {
    private static final Home SHOP = new Home("shop", "shop00000000000000000.1");
    private static final Block BLOCK =
            new Block(new DatabaseEntry(7, "shop"), SHOP.life(), "shop000000000000000000", 100, 200);
    private static final int A_BIT = 4_003;

    @AutoClose
    private final Opened opened = new Opened();

    @TempDir
    private Path directory;

    private static Journal alone(Path data) {
        return JournalFile.openAlone(data, Limits.DEFAULT, 1 << 20);
    }

    /** Opens one that has a block of etags, of which two were spent. */
    private Journal open() {
        Journal journal = opened.add(alone(directory.resolve("data")));
        assertThat(journal.claim().keep(BLOCK)).isTrue();
        append(journal, 101, 1);
        return journal;
    }

    private static void append(Journal journal, long etag, int letters) {
        DocumentContent content = new DocumentContent(
                "Orders", ("{\"n\":\"" + "x".repeat(letters) + "\"}").getBytes(UTF_8), "{}".getBytes(UTF_8));
        StoredDocument document =
                new StoredDocument(DocumentId.of("a" + etag), content, "A:" + etag + "-shop", etag, Instant.EPOCH);
        assertThat(journal.append(SHOP, List.of(new Creation(document, false)), Party.NOBODY)
                        .await())
                .hasSize(1);
    }

    private static Path file(Path data) {
        return data.resolve(JournalFile.NAME);
    }

    private static Verdict verdict(Path data) throws IOException {
        return LogInspection.of(Flips.wal(file(data))).verdict();
    }

    /** Returns a copy of what a crash leaves now, with a bit flipped in the first page of the last commit. */
    private Path flipped(Path from, String name) throws IOException {
        Path copy = directory.resolve(name);
        TestStore.crashInto(from, copy);
        Flips.flipInCommit(file(copy), 1, A_BIT);
        assertThat(verdict(copy)).isEqualTo(Verdict.IN_DOUBT);
        return copy;
    }

    private static long nextEtag(Journal journal) {
        return journal.claim().database("shop").orElseThrow().after() + 1;
    }

    /** The next start without the store would draw the etags of a lost commit, and make the same ids. */
    @Test
    void shouldDrawNoEtagOfALostCommitAgain() throws IOException {
        append(open(), 102, 1);
        Path copy = flipped(directory.resolve("data"), "copy");

        try (Journal again = alone(copy)) {
            assertThat(again.fill().entries()).as("one is lost").isEqualTo(1);
            assertThat(nextEtag(again)).isGreaterThan(BLOCK.end());
        }
    }

    /** What an operator looks at first is as it was for the node. */
    @Test
    void shouldDrawNoEtagOfALostCommitAgainAfterACommandLookedAtIt() throws IOException {
        append(open(), 102, 1);
        Path copy = flipped(directory.resolve("data"), "copy");
        JournalFile.open(copy, Limits.DEFAULT, Long.MAX_VALUE).close();

        try (Journal again = alone(copy)) {
            assertThat(nextEtag(again)).isGreaterThan(BLOCK.end());
        }
    }

    /** What is left of a long commit lies behind shorter ones that follow, and two such remains look like damage. */
    @Test
    void shouldFindADroppedCommitOnce() throws IOException {
        append(open(), 102, 100_000);
        Path first = flipped(directory.resolve("data"), "first");
        Path second = directory.resolve("second");
        try (Journal again = alone(first)) {
            append(again, 103, 1);
            TestStore.crashInto(first, second);
        }
        assertThat(verdict(second)).isEqualTo(Verdict.SOUND);

        try (Journal again = alone(flipped(second, "third"))) {
            assertThat(again.fill().entries()).isEqualTo(1);
        }
    }

    /** The same where that commit is the first since the log began anew, and no etags are kept. */
    @Test
    void shouldFindADroppedCommitOnceAlsoWhereItIsTheFirst() throws IOException, SQLException {
        Path data = directory.resolve("data");
        Journal journal = opened.add(alone(data));
        append(journal, 101, 1);
        try (Connection other = ConnectionOpener.DRIVER.open("jdbc:sqlite:" + file(data))) {
            StoredLog.beginAnewAfterWrite(other);
        }
        append(journal, 102, 100_000);
        Path first = flipped(data, "first");
        Path second = directory.resolve("second");
        try (Journal again = alone(first)) {
            append(again, 103, 1);
            TestStore.crashInto(first, second);
        }

        assertThat(verdict(second)).isEqualTo(Verdict.SOUND);
    }

    /** A log that is sound costs no etag. */
    @Test
    void shouldGoOnWhereNothingIsInDoubt() throws IOException {
        append(open(), 102, 1);
        Path copy = directory.resolve("copy");
        TestStore.crashInto(directory.resolve("data"), copy);

        try (Journal again = alone(copy)) {
            assertThat(again.fill().entries()).isEqualTo(2);
            assertThat(nextEtag(again)).isEqualTo(103);
        }
    }
}
