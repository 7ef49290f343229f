package io.mintmark.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.lifecycle.Progress;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.RangeRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.Statement;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are gone, empty, older or from elsewhere: each is refused by name, and none is made anew. */
class MissingFilesTest {
    private static final byte[] RECORD = {'{', '}'};

    @TempDir
    Path directory;

    private Path data;

    @AutoClose
    private SqliteEngine engine;

    @BeforeEach
    void open() {
        data = directory.resolve("data");
        engine = SqliteEngine.open(TestStore.settings(data));
        for (String name : new String[] {"shop", "blog"}) {
            engine.create(name, RECORD);
            assertThat(reserve(name)).isEqualTo(1);
        }
    }

    private long reserve(String name) {
        try (Storage storage = engine.open(engine.database(name).orElseThrow())) {
            return storage.write(new RangeRequest(CounterName.ofTag("orders"), 0, 32, null))
                    .low();
        }
    }

    /** Copies the directory while shop is open and has a log, so as a crash would leave it. */
    private Path crash(String name) {
        Path copy = directory.resolve(name);
        try (Storage storage = engine.open(engine.database("shop").orElseThrow())) {
            for (int i = 0; i < 3; i++) {
                storage.write(new RangeRequest(CounterName.ofTag("orders"), 0, 32, null));
            }
            TestStore.crashInto(data, copy);
        }
        return copy;
    }

    private void reopen(Path copy) {
        engine.close();
        engine = SqliteEngine.open(TestStore.settings(copy));
    }

    private static void assertRefused(ThrowingCallable act, String... words) {
        assertThatThrownBy(act)
                .isInstanceOf(StorageFailedException.class)
                .satisfies(e -> assertThat(e.getMessage()).contains(words).contains("mintmark raise"));
    }

    private void assertOthersGoOn() {
        assertThat(reserve("blog")).isEqualTo(33);
    }

    @Test
    void shouldNotMakeAMissingDatabaseAnew() throws IOException {
        Files.delete(TestStore.file(data));
        reopen(data);

        assertRefused(() -> reserve("shop"), "database shop is missing", "database-1.sqlite");
        assertThat(TestStore.file(data)).doesNotExist();
        assertOthersGoOn();
    }

    @Test
    void shouldNotMakeAFileAnewThatVanishesUnderAReader() throws IOException {
        try (TestStore store = TestStore.open(directory.resolve("alone"))) {
            store.put("doc/1");
            Files.delete(TestStore.file(directory.resolve("alone")));

            assertThatThrownBy(() -> store.body("doc/1"))
                    .isInstanceOf(StorageFailedException.class)
                    .hasMessageContaining("cannot be read");
            assertThat(TestStore.file(directory.resolve("alone"))).doesNotExist();
        }
    }

    @Test
    void shouldRefuseADatabaseWhoseLogIsGoneAfterACrash() throws IOException {
        Path copy = crash("copy");
        Files.delete(copy.resolve("database-1.sqlite-wal"));
        reopen(copy);

        for (int i = 0; i < 2; i++) {
            assertRefused(() -> reserve("shop"), "The log of the database shop is missing", "-wal");
        }
        assertOthersGoOn();
    }

    @Test
    void shouldRefuseACatalogWhoseLogIsGoneAfterACrash() throws IOException {
        Path copy = crash("copy");
        Files.delete(copy.resolve("catalog.sqlite-wal"));

        for (int i = 0; i < 2; i++) {
            assertRefused(() -> reopen(copy), "The log of the catalog of databases is missing");
        }
    }

    @Test
    void shouldRefuseAnEmptyFile() throws IOException {
        Files.write(TestStore.file(data), new byte[0]);
        reopen(data);

        assertRefused(() -> reserve("shop"), "database shop is empty", "database-1.sqlite");
        assertOthersGoOn();
    }

    @Test
    void shouldRefuseAnotherDatabasesFile() throws IOException {
        Files.copy(data.resolve("database-2.sqlite"), TestStore.file(data), StandardCopyOption.REPLACE_EXISTING);
        reopen(data);

        assertThatThrownBy(() -> reserve("shop"))
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContaining("database shop is another database's")
                .hasMessageContaining("Put the right file back");
        assertOthersGoOn();
    }

    @Test
    void shouldRefuseACatalogThatIsMissingOrEmpty() throws IOException {
        engine.close();
        Files.delete(data.resolve("catalog.sqlite"));
        assertRefused(() -> reopen(data), "catalog of databases is missing", "catalog.sqlite");
        assertThat(data.resolve("catalog.sqlite")).doesNotExist();

        Files.write(data.resolve("catalog.sqlite"), new byte[0]);
        assertRefused(() -> reopen(data), "catalog of databases is empty", "catalog.sqlite");
    }

    @Test
    void shouldRefuseAFileThatTheCatalogDoesNotKnow() throws IOException {
        engine.close();
        Path unknown = Files.copy(TestStore.file(data), data.resolve("database-77.sqlite"));

        assertRefused(() -> reopen(data), unknown.toString(), "belongs to no database");
        Files.delete(unknown);
        reopen(data);
        assertOthersGoOn();
    }

    @Test
    void shouldRefuseAnOlderCopyUntilItIsRaised() throws IOException {
        engine.close();
        Path older = Files.copy(TestStore.file(data), directory.resolve("older"));
        reopen(data);
        engine.raise(engine.database("shop").orElseThrow(), 1_000, Progress.NONE);
        assertThat(reserve("shop")).isEqualTo(1_033);
        engine.close();
        Files.copy(older, TestStore.file(data), StandardCopyOption.REPLACE_EXISTING);
        reopen(data);

        assertRefused(() -> reserve("shop"), "is an older copy", "incarnation is 1, the catalog has seen 2");
        assertOthersGoOn();
        engine.raise(engine.database("shop").orElseThrow(), 10_000, Progress.NONE);
        assertThat(reserve("shop")).isEqualTo(10_033);
    }

    /** A writer that fails leaves its log, and with it the proof of what was acknowledged. */
    @Test
    void shouldFindTheLogAgainAfterAWriterFailed() {
        ConnectionOpener small = url -> {
            Connection connection = ConnectionOpener.DRIVER.open(url);
            try (Statement statement = connection.createStatement()) {
                statement.execute("PRAGMA max_page_count=40");
            }
            return connection;
        };
        Path full = directory.resolve("full");
        long high = 0;
        try (TestStore store = TestStore.open(full, small)) {
            high = store.reserve("orders").high();
            assertThatThrownBy(() -> store.put("doc/1", "\"" + "x".repeat(500_000) + "\""))
                    .isInstanceOf(StorageFailedException.class);
        }
        assertThat(full.resolve("database-1.sqlite-wal")).isNotEmptyFile();

        for (int i = 0; i < 2; i++) {
            try (TestStore reopened = TestStore.open(full)) {
                assertThat(reopened.reserve("orders").low()).isEqualTo(high + 1);
                high += 32;
            }
        }
    }
}
