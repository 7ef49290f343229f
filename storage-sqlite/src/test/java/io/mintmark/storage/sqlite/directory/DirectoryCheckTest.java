package io.mintmark.storage.sqlite.directory;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.storage.StorageEngine.Removal;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.document.ConcurrencyException;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.lifecycle.Checked;
import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.sqlite.SqliteEngine;
import io.mintmark.storage.sqlite.TestStore;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import io.mintmark.storage.sqlite.file.LogHeader;
import io.mintmark.storage.sqlite.file.LogInspection;
import io.mintmark.storage.sqlite.file.WrittenLog;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.CounterRaise;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a check of a data directory says, and that it leaves everything as it was. */
class DirectoryCheckTest {
    @TempDir
    Path temporary;

    private CheckedDirectory made;

    @BeforeEach
    void make() {
        made = CheckedDirectory.make(temporary.resolve("data"));
    }

    private void run(Path file, String... statements) throws SQLException {
        try (Connection connection = ConnectionOpener.DRIVER.open("jdbc:sqlite:" + file)) {
            for (String sql : statements) {
                int ignored = Statements.execute(connection, sql);
            }
        }
    }

    @Test
    void shouldFindNothingWrongWithADirectoryThatWasLeftInOrder() {
        CheckedDirectory.Heard heard = made.check();

        assertThat(heard.damages()).isEmpty();
        assertThat(heard.warnings()).isEmpty();
        assertThat(heard.unchecked()).isEmpty();
        assertThat(heard.checked()).isEqualTo(new Checked(1, 2, 2));
    }

    @Test
    void shouldNoteALayoutVersionThatNobodyWrites() throws SQLException {
        run(made.file(), "PRAGMA user_version=-3");
        run(made.catalog(), "PRAGMA user_version=-4");

        assertThat(made.check().damages())
                .anyMatch(damage -> damage.contains("layout version -3, which no Mintmark writes"))
                .anyMatch(damage -> damage.contains("layout version -4, which no Mintmark writes"));
    }

    @Test
    void shouldFindNothingWrongAfterEveryKindOfWrite() {
        try (TestStore store = TestStore.open(made.directory)) {
            store.put("notes/a", "{\"Text\":\"again\"}");
            assertThat(store.delete("notes/b")).isTrue();
            store.put("letters|");
            store.put("letters/");
            store.put("Raven/Hilo/edited", "{\"Max\":64,\"Mine\":[1]}");
            store.reserve("edited");
            assertThat(store.delete("Raven/Hilo/invoices")).isTrue();
            long token = store.reserve("returned").serial();
            assertThat(store.giveBack("returned", 5, 32, token)).isTrue();
            assertThatThrownBy(() -> store.commit(
                            TestStore.putting("refused"),
                            TestStore.putting("notes/a", new Expectation.Version("A:99-x"))))
                    .isInstanceOf(ConcurrencyException.class);
        }

        CheckedDirectory.Heard heard = made.check();

        assertThat(heard.damages()).isEmpty();
        assertThat(heard.checked()).isEqualTo(new Checked(1, 3, 4));
    }

    @Test
    void shouldChangeNothingInADirectoryThatACrashLeft() throws IOException {
        CheckedDirectory crash = crash();
        Map<String, String> before = content(crash.directory);

        assertThat(crash.check().damages()).isEmpty();

        assertThat(content(crash.directory)).isEqualTo(before).containsKey("database-1.sqlite-wal");
    }

    @Test
    void shouldChangeNothingInADirectoryThatWasLeftInOrder() throws IOException {
        Map<String, String> before = content(made.directory);

        assertThat(made.check().damages()).isEmpty();

        assertThat(content(made.directory)).isEqualTo(before);
    }

    /** The copy of a store that is open, with its log and without the index beside it. */
    private CheckedDirectory crash() {
        try (TestStore store = TestStore.open(made.directory)) {
            store.reserve("orders");
            TestStore.crashInto(made.directory, temporary.resolve("crash"));
        }
        made = CheckedDirectory.at(temporary.resolve("crash"));
        return made;
    }

    private static Map<String, String> content(Path directory) throws IOException {
        Map<String, String> content = new TreeMap<>();
        try (Stream<Path> files = Files.list(directory)) {
            files.filter(file -> !file.endsWith("lock"))
                    .forEach(file -> content.put(String.valueOf(file.getFileName()), hash(file)));
        }
        return content;
    }

    private static String hash(Path file) {
        try {
            return Files.getLastModifiedTime(file) + " " + Arrays.hashCode(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shouldSayWhatOpeningDoesToALogInDoubt() throws IOException {
        Path log = TestStore.file(crash().directory).resolveSibling("database-1.sqlite-wal");
        byte[] bytes = Files.readAllBytes(log);
        LogInspection sound = LogInspection.of(log);
        int frame = 4096 + WrittenLog.FRAME_HEADER_BYTES;
        bytes[LogHeader.BYTES + (int) (sound.validFrames() - 1) * frame + WrittenLog.FRAME_HEADER_BYTES] ^= 1;
        Files.write(log, bytes);

        CheckedDirectory.Heard heard = made.check();

        assertThat(heard.damages()).isEmpty();
        assertThat(heard.warnings())
                .anySatisfy(
                        text -> assertThat(text).contains("shop", "may be missing", "raises all numbers by 1048576"));
    }

    @Test
    void shouldSayThatALogIsMissing() throws IOException {
        Files.delete(crash().directory.resolve("database-1.sqlite-wal"));

        assertThat(made.check().damages())
                .singleElement()
                .asString()
                .contains("shop (database-1.sqlite)", "log is missing");
    }

    @Test
    void shouldSayThatALogIsDamaged() throws IOException {
        Path log = crash().directory.resolve("database-1.sqlite-wal");
        byte[] bytes = Files.readAllBytes(log);
        bytes[LogHeader.BYTES - 1] ^= 1;
        Files.write(log, bytes);

        assertThat(made.check().damages())
                .anySatisfy(text -> assertThat(text).contains("shop", "log is damaged", "header"));
    }

    @Test
    void shouldGoOnBehindADamagedDatabase() throws IOException {
        try (TestStore store = TestStore.open(made.directory)) {
            store.engine.create("zoo", "{}".getBytes(UTF_8));
        }
        Files.writeString(made.file(), "this is no database".repeat(1_000));
        Files.delete(made.directory.resolve("database-2.sqlite"));

        assertThat(made.check().damages())
                .hasSize(2)
                .anySatisfy(text -> assertThat(text).contains("shop (database-1.sqlite)", "not a database"))
                .anySatisfy(text -> assertThat(text).contains("zoo (database-2.sqlite)", "missing"));
    }

    @Test
    void shouldCheckFilesThatADamagedCatalogDoesNotName() throws IOException {
        Files.writeString(made.catalog(), "this is no database".repeat(1_000));
        CheckedDirectory.flip(made.file(), CheckedDirectory.COUNTER_STANDS);

        assertThat(made.check().damages())
                .anySatisfy(text -> assertThat(text).contains("the catalog", "not a database"))
                .anySatisfy(text -> assertThat(text).contains("database-1.sqlite", "counter raven/hilo/orders"));
    }

    @Test
    void shouldNameFilesThatBelongToNothing() throws IOException {
        Files.copy(made.file(), made.directory.resolve("database-9.sqlite"));
        Files.createFile(made.directory.resolve("notes.txt"));

        CheckedDirectory.Heard heard = made.check();

        assertThat(heard.damages())
                .singleElement()
                .asString()
                .startsWith("database-9.sqlite: it belongs to no database");
        assertThat(heard.warnings()).containsExactly("notes.txt: it is none of a server's files");
        assertThatThrownBy(() -> TestStore.open(made.directory)).hasMessageContaining("database-9.sqlite");
    }

    @Test
    void shouldKnowFilesThatWereKept() {
        try (TestStore store = TestStore.open(made.directory)) {
            store.storage.close();
            store.engine.delete("shop", Removal.KEEP_FILES);
        }

        assertThat(made.check().damages()).isEmpty();
    }

    @Test
    void shouldWarnOfDocumentsThatAnIdentityIsYetToNumber() {
        try (TestStore store = TestStore.open(made.directory)) {
            store.put("Letters/1");
            store.put("Letters/2");
            store.put("Letters/02");
            store.put("Letters-7");
            store.put("other/2");
        }

        CheckedDirectory.Heard heard = made.check();

        assertThat(heard.damages()).isEmpty();
        assertThat(heard.warnings())
                .containsExactly(
                        "shop (database-1.sqlite): the document letters-7 is there, but the identity letters| stands"
                                + " at 1: it will issue that number",
                        "shop (database-1.sqlite): the document letters/2 is there, but the identity letters| stands"
                                + " at 1: it will issue that number");
    }

    @Test
    void shouldGiveAFewExamplesOfManyWarnings() {
        try (TestStore store = TestStore.open(made.directory)) {
            for (int i = 10; i < 30; i++) {
                store.put("letters/" + i);
            }
        }

        assertThat(made.check().warnings()).hasSize(6).last().asString().contains("15 more documents");
    }

    @Test
    void shouldFindLostRowsAndACounterBelowItsLease() throws SQLException {
        run(made.file(), "DELETE FROM counter WHERE key = 'raven/hilo/orders'");
        run(made.file(), "DELETE FROM identity WHERE key = 'letters|'");
        run(made.file(), "DELETE FROM document WHERE key = 'notes/a'");
        run(made.file(), "UPDATE lease SET high = 33");

        assertThat(made.check().damages())
                .anySatisfy(text -> assertThat(text).contains("must be 2 counters but there are 1"))
                .anySatisfy(text -> assertThat(text).contains("must be 2 identities but there are 1"))
                .anySatisfy(text -> assertThat(text).contains("the collection Things must have 2 documents but has 1"))
                .anySatisfy(text -> assertThat(text).contains("Raven/Hilo/invoices stands at 32, below an open lease"))
                .hasSize(5);
    }

    /** A server would not open them: the check of the row's number is one that SQLite does not do for readers. */
    @Test
    void shouldFindAStateThatIsNotInTheFirstRow() throws SQLException {
        run(made.file(), "PRAGMA ignore_check_constraints=ON", "UPDATE state SET one = 5");
        run(made.catalog(), "PRAGMA ignore_check_constraints=ON", "UPDATE state SET one = 5");

        assertThat(made.check().damages())
                .containsExactly(
                        "the catalog: its own state is in row 5, not in row 1",
                        "shop (database-1.sqlite): its own state is in row 5, not in row 1");
    }

    @Test
    void shouldFindTheFileOfAnotherDatabaseAndAnOlderCopy() throws IOException {
        Path older = Files.copy(made.file(), temporary.resolve("older"));
        try (SqliteEngine engine = SqliteEngine.openRestored(TestStore.settings(made.directory))) {
            engine.raise(engine.database("shop").orElseThrow(), 10, (doing, done, total) -> {});
        }
        Files.copy(older, made.file(), StandardCopyOption.REPLACE_EXISTING);

        assertThat(made.check().damages()).singleElement().asString().contains("older copy", "incarnation is 1", "2");

        CheckedDirectory other = CheckedDirectory.make(temporary.resolve("other"));
        Files.copy(other.file(), made.file(), StandardCopyOption.REPLACE_EXISTING);

        assertThat(made.check().damages()).singleElement().asString().contains("another database's file");
    }

    @Test
    void shouldBoundWhatItSaysOfOneFile() throws SQLException {
        try (TestStore store = TestStore.open(made.directory)) {
            for (int i = 0; i < 150; i++) {
                store.storage.write(new CounterRaise(CounterName.ofTag("tag" + i), 7));
            }
        }
        run(made.file(), "UPDATE counter SET max = max + 1");

        CheckedDirectory.Heard heard = made.check();

        assertThat(heard.damages()).hasSize(100);
        assertThat(heard.warnings()).singleElement().asString().contains("and 52 more findings");
    }

    @Test
    void shouldCheckTheDatabaseThatWasAskedForOnly() throws IOException {
        Files.createFile(made.directory.resolve("notes.txt"));

        assertThat(made.check(Optional.of("SHOP")).warnings()).isEmpty();
        assertThatThrownBy(() -> made.check(Optional.of("zoo")))
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContaining("no database zoo");
    }

    @Test
    void shouldRefuseADirectoryThatIsOpenOrThatNoServerUsed() {
        try (TestStore store = TestStore.open(made.directory)) {
            assertThat(store.nextIdentity("x")).isEqualTo(1);
            assertThatThrownBy(made::check).hasMessageContaining("in use by another server");
        }
        assertThatThrownBy(
                        () -> CheckedDirectory.at(temporary.resolve("nothing")).check())
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContaining("no data of a server");
        assertThat(temporary.resolve("nothing")).doesNotExist();
    }
}
