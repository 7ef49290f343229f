package io.mintmark.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.RandomBytes;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.Slice;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageEngine.Removal;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.sqlite.directory.CatalogRows;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import io.mintmark.storage.sqlite.file.DataFiles;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.testkit.Effort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the next start leaves of creations and deletions that a crash cut off, before or after a statement. */
class CutOffCreationTest {
    private static final int STEP = Effort.of("moments from one crash to the next", 3, 1, 1);
    private static final byte[] RECORD = {'{', '}'};

    @TempDir
    Path directory;

    private Path data() {
        return directory.resolve("data");
    }

    private static SqliteEngine open(Path data) {
        return open(data, ConnectionOpener.DRIVER);
    }

    private static SqliteEngine open(Path data, ConnectionOpener opener) {
        return SqliteEngine.open(TestStore.settings(data), opener, RandomBytes.secure());
    }

    /**
     * Copies the directory as a crash would leave it before and after a statement on catalog or databases. It takes the first of
     * each {@link #STEP} such moments.
     */
    private final class Crashes implements Faults.Hook {
        final List<Path> copies = new ArrayList<>();
        private int moments;
        private boolean armed;

        @Override
        public void before(String sql) {
            copy();
        }

        @Override
        public void after(String sql) {
            copy();
        }

        private void copy() {
            if (armed && moments++ % STEP == 0) {
                Path copy = directory.resolve("crash-" + copies.size());
                TestStore.crashInto(data(), copy);
                copies.add(copy);
            }
        }

        ConnectionOpener opener() {
            ConnectionOpener catalog = Faults.catalogOpener(this);
            ConnectionOpener databases = Faults.opener(this);
            return url -> url.contains("catalog") ? catalog.open(url) : databases.open(url);
        }
    }

    private static long use(SqliteEngine engine, DatabaseEntry entry) {
        try (Storage storage = engine.open(entry)) {
            return storage.write(new RangeRequest(CounterName.ofTag("orders"), 0, 8, null))
                    .low();
        }
    }

    @Test
    void shouldTidyWhateverACreationLeaves() throws IOException {
        Crashes crashes = new Crashes();
        try (SqliteEngine engine = open(data(), crashes.opener())) {
            crashes.armed = true;
            DatabaseEntry ignored = engine.create("shop", RECORD);
            crashes.armed = false;
        }

        int there = 0;
        for (Path copy : crashes.copies) {
            try (SqliteEngine engine = open(copy)) {
                there += engine.database("shop").isPresent() ? 1 : 0;
                DatabaseEntry shop = engine.database("shop").orElseGet(() -> engine.create("shop", RECORD));
                assertThat(use(engine, shop)).as("first number").isEqualTo(1);
                assertThat(DataFiles.numbers(copy)).as("files").containsExactly(shop.number());
            }
        }
        assertThat(crashes.moments).isGreaterThan(30);
        assertThat(there).isBetween(1, crashes.copies.size() - 1);
    }

    @Test
    void shouldFinishOrForgetADeletion() throws IOException {
        Crashes crashes = new Crashes();
        try (SqliteEngine engine = open(data(), crashes.opener())) {
            assertThat(use(engine, engine.create("shop", RECORD))).isEqualTo(1);
            crashes.armed = true;
            boolean ignored = engine.delete("shop", Removal.ERASE);
            crashes.armed = false;
        }

        int gone = 0;
        for (Path copy : crashes.copies) {
            try (SqliteEngine engine = open(copy)) {
                boolean there = engine.database("shop").isPresent();
                gone += there ? 0 : 1;
                assertThat(DataFiles.numbers(copy)).hasSize(there ? 1 : 0);
                if (there) {
                    assertThat(use(engine, engine.database("shop").orElseThrow()))
                            .isEqualTo(9);
                }
            }
        }
        assertThat(gone).isBetween(1, crashes.copies.size() - 1);
    }

    @Test
    void shouldKeepWhatWasToBeKept() throws IOException {
        try (SqliteEngine engine = open(data())) {
            use(engine, engine.create("shop", RECORD));
            assertThat(engine.delete("shop", Removal.KEEP_FILES)).isTrue();
        }

        open(data()).close();

        assertThat(DataFiles.numbers(data())).containsExactly(1L);
    }

    @Test
    void shouldFinishOrForgetARemovalOfKeptFiles() throws IOException {
        Crashes crashes = new Crashes();
        try (SqliteEngine engine = open(data(), crashes.opener())) {
            use(engine, engine.create("shop", RECORD));
            assertThat(engine.delete("shop", Removal.KEEP_FILES)).isTrue();
            crashes.armed = true;
            engine.deleted().remove(engine.deleted().kept(0, 10).get(0));
            crashes.armed = false;
        }

        int gone = 0;
        for (Path copy : crashes.copies) {
            try (SqliteEngine engine = open(copy)) {
                boolean kept = !engine.deleted().kept(0, 10).isEmpty();
                gone += kept ? 0 : 1;
                assertThat(DataFiles.numbers(copy)).hasSize(kept ? 1 : 0);
            }
        }
        assertThat(gone).isBetween(1, crashes.copies.size() - 1);
    }

    /** A journal lies there only as long as the file is not in the mode of a log, so only while it is made. */
    @Test
    void shouldTidyAFileThatWasBeingMadeWhenItsFirstPagesHadAJournal() throws Exception {
        try (SqliteEngine engine = open(data())) {
            DatabaseEntry ignored = engine.create("shop", RECORD);
        }
        unmake();
        Files.delete(TestStore.file(data()));
        Path making = Files.createDirectory(directory.resolve("making"));
        try (Connection connection = ConnectionOpener.DRIVER.open("jdbc:sqlite:" + TestStore.file(making));
                Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA cache_size=1");
            statement.execute("BEGIN");
            statement.execute("CREATE TABLE a (b)");
            for (int i = 0; i < 50; i++) {
                statement.execute("INSERT INTO a VALUES (randomblob(4000))");
            }
            assertThat(Files.exists(making.resolve("database-1.sqlite-journal")))
                    .isTrue();
            TestStore.crashInto(making, data());
        }

        try (SqliteEngine engine = open(data())) {
            assertThat(engine.databases(Slice.ALL)).isEmpty();
            assertThat(DataFiles.numbers(data())).isEmpty();
        }
    }

    @Test
    void shouldRefuseWhereAFileThatWasNeverMadeWasWrittenTo() throws SQLException {
        try (TestStore store = TestStore.open(data())) {
            store.reserve("orders");
        }
        unmake();

        assertThatThrownBy(() -> open(data()))
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContaining("shop was never made, but its file was written to")
                .hasMessageContaining(TestStore.file(data()).toString())
                .hasMessageContaining("mintmark raise");
        assertThat(TestStore.file(data())).exists();
    }

    /** Makes the catalog say that the file of its database was not made yet. */
    private void unmake() throws SQLException {
        try (Connection catalog = ConnectionOpener.DRIVER.open("jdbc:sqlite:" + data().resolve("catalog.sqlite"))) {
            CatalogRows.Entry entry;
            try (Statement statement = catalog.createStatement();
                    ResultSet row = statement.executeQuery(CatalogRows.Entry.SELECT)) {
                entry = CatalogRows.Entry.read(row);
            }
            entry.as(false, entry.databaseId(), entry.incarnation()).update(catalog);
        }
    }

    @Test
    void shouldPassOverTheNumberOfAFileThatIsThere() throws IOException {
        try (SqliteEngine engine = open(data())) {
            Path stray = Files.writeString(data().resolve("database-1.sqlite"), "somebody's");
            Path log = Files.writeString(data().resolve("database-2.sqlite-wal"), "somebody's");

            DatabaseEntry made = engine.create("shop", RECORD);

            assertThat(made.number()).isEqualTo(3);
            assertThat(use(engine, made)).isEqualTo(1);
            assertThat(stray).hasContent("somebody's");
            assertThat(log).hasContent("somebody's");
        }
    }
}
