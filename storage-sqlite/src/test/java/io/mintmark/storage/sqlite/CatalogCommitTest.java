package io.mintmark.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.RandomBytes;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.Setting;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageEngine.Removal;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.IdentityRequest;
import io.mintmark.storage.write.RangeRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Makes a COMMIT to the catalog fail in SQLite itself, or succeed without a word of it, and asks what was told, and what
 * stands after a restart.
 */
class CatalogCommitTest {
    private static final byte[] RECORD = "{}".getBytes(StandardCharsets.US_ASCII);

    /** A row without its parent, which is asked for when the transaction commits and not before. */
    private static final String[] FUSE = {
        "CREATE TABLE fuse (burns_at INTEGER)",
        "CREATE TABLE parent (id INTEGER PRIMARY KEY)",
        "CREATE TABLE child (id INTEGER REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED)",
        "CREATE TRIGGER burn AFTER UPDATE ON state WHEN new.commits >= (SELECT burns_at FROM fuse)"
                + " BEGIN INSERT INTO child VALUES (1); END",
    };

    private static final ConnectionOpener KEEPING_PARENTS = url -> {
        Connection connection = ConnectionOpener.DRIVER.open(url);
        int ignored = Statements.execute(connection, "PRAGMA foreign_keys=ON");
        return connection;
    };

    @TempDir
    Path directory;

    private SqliteEngine open(ConnectionOpener opener) {
        return SqliteEngine.open(TestStore.settings(directory), opener, RandomBytes.secure());
    }

    /** Makes the {@code n}-th commit from now on fail, and all after it. */
    private void fuse(int n) throws SQLException {
        try (Connection catalog = ConnectionOpener.DRIVER.open("jdbc:sqlite:" + directory.resolve("catalog.sqlite"))) {
            for (String sql : FUSE) {
                int ignored = Statements.execute(catalog, sql);
            }
            int ignored = Statements.execute(catalog, "INSERT INTO fuse SELECT commits + ? FROM state", n);
        }
    }

    private void mend() throws SQLException {
        try (Connection catalog = ConnectionOpener.DRIVER.open("jdbc:sqlite:" + directory.resolve("catalog.sqlite"))) {
            int ignored = Statements.execute(catalog, "DROP TRIGGER burn");
        }
    }

    /** Runs {@code act} on a catalog whose n-th commit fails, then asks for what must hold of any failed catalog. */
    private void failing(int n, Consumer<SqliteEngine> act) throws SQLException {
        try (SqliteEngine engine = open(KEEPING_PARENTS);
                Storage kept = engine.open(engine.create("kept", RECORD))) {
            engine.putSetting("a", RECORD);
            fuse(n);

            assertTold(() -> act.accept(engine), "FOREIGN KEY");
            mend();

            assertTold(() -> engine.create("other", RECORD), "is closed since a write to it failed");
            assertTold(() -> engine.putSetting("b", RECORD), "restart the server");
            // What a restart will find is unknown, so nobody may go on with what stood here before.
            assertTold(() -> engine.database("KEPT"), "is closed since a write to it failed");
            assertTold(() -> engine.setting("a"), "is closed since a write to it failed");
            assertThat(engine.sizeBytes())
                    .as("what fills the disk is still told")
                    .isPositive();
            assertThat(kept.write(new IdentityRequest("open", null)))
                    .as("a database that is open goes on")
                    .isPositive();
        }
    }

    private static void assertTold(ThrowingCallable act, String why) {
        assertThatThrownBy(act).isInstanceOf(StorageFailedException.class).hasMessageContaining(why);
    }

    @ParameterizedTest(name = "commit {0}")
    @ValueSource(ints = {1, 2, 3})
    void shouldNotAnswerACreationWhoseCommitFails(int commit) throws SQLException {
        failing(commit, engine -> {
            DatabaseEntry ignored = engine.create("lost", RECORD);
        });

        assertThereOrNot("lost");
    }

    @ParameterizedTest(name = "commit {0}")
    @ValueSource(ints = {1, 2})
    void shouldNotAnswerASettingWhoseCommitFails(int commit) throws SQLException {
        byte[] value = "new".getBytes(StandardCharsets.US_ASCII);
        failing(commit, engine -> {
            Setting ignored = engine.putSetting("a", value);
        });

        try (SqliteEngine reopened = open(ConnectionOpener.DRIVER)) {
            byte[] stands = reopened.setting("a").orElseThrow().value();
            assertThat(stands).isEqualTo(commit == 1 ? RECORD : value);
        }
    }

    @ParameterizedTest(name = "commit {0}")
    @ValueSource(ints = {1, 2, 3, 4})
    void shouldNotAnswerADeletionWhoseCommitFails(int commit) throws SQLException {
        try (SqliteEngine engine = open(ConnectionOpener.DRIVER)) {
            DatabaseEntry doomed = engine.create("doomed", RECORD);
            use(engine, doomed);
        }

        failing(commit, engine -> {
            boolean ignored = engine.delete("doomed", Removal.ERASE);
        });

        assertThereOrNot("doomed");
        assertThat(Files.exists(directory.resolve("database-1.sqlite"))).isEqualTo(commit == 1);
    }

    /** The commit took place, and its answer was lost: by a sync that failed, say. */
    @ParameterizedTest(name = "commit {0}")
    @ValueSource(ints = {1, 2, 3})
    void shouldLeaveNoDatabaseWithoutItsFileWhenACommitSaysThatItFailed(int commit) {
        AtomicInteger commits = new AtomicInteger(Integer.MIN_VALUE);
        Faults.Hook hook = new Faults.Hook() {
            @Override
            public void before(String sql) {}

            @Override
            public void after(String sql) throws SQLException {
                if (sql.equals("COMMIT") && commits.incrementAndGet() == commit) {
                    throw new SQLException("disk I/O error");
                }
            }
        };
        try (SqliteEngine engine = open(Faults.catalogOpener(hook))) {
            commits.set(0);
            assertTold(() -> engine.create("lost", RECORD), "disk I/O error");
        }

        assertThereOrNot("lost");
    }

    /** A database is listed and whole, or it is not there; what comes next inherits nothing of it. */
    private void assertThereOrNot(String name) {
        try (SqliteEngine reopened = open(ConnectionOpener.DRIVER)) {
            reopened.database(name).ifPresent(entry -> use(reopened, entry));
            DatabaseEntry next = reopened.create("next", RECORD);
            try (Storage storage = reopened.open(next)) {
                assertThat(storage.reads().lastEtag()).isZero();
                assertThat(storage.write(new RangeRequest(CounterName.ofTag("orders"), 0, 8, null))
                                .low())
                        .isEqualTo(1);
            }
        }
    }

    private static void use(SqliteEngine engine, DatabaseEntry entry) {
        try (Storage storage = engine.open(entry)) {
            assertThat(storage.write(new RangeRequest(CounterName.ofTag("orders"), 0, 8, null))
                            .low())
                    .isPositive();
        }
    }

    /**
     * The broken twin leaves the commit to the statement, which SQLite then commits as the statement is reset: the row is
     * there to be read, nothing fails, and nothing was stored.
     */
    @Test
    void shouldCatchACommitThatIsLeftToTheStatement() throws SQLException {
        try (SqliteEngine engine = open(ConnectionOpener.DRIVER)) {
            engine.putSetting("a", RECORD);
            fuse(1);
        }
        mend();
        try (Connection catalog = KEEPING_PARENTS.open("jdbc:sqlite:" + directory.resolve("catalog.sqlite"))) {
            int ignored = Statements.execute(
                    catalog, "CREATE TRIGGER burn AFTER INSERT ON setting BEGIN INSERT INTO child VALUES (1); END");
            try (PreparedStatement insert = catalog.prepareStatement(
                            "INSERT INTO setting (name, etag, value) VALUES ('lost', 9, x'00') RETURNING etag");
                    ResultSet row = insert.executeQuery()) {
                assertThat(row.next()).isTrue();
                assertThat(row.getLong(1)).as("acknowledged").isEqualTo(9);
            }
            assertThat(Statements.one(catalog, "SELECT count(*) FROM setting WHERE name = 'lost'"))
                    .isZero();
        }
    }
}
