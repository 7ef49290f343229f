package io.mintmark.storage.sqlite.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.sql.Statements;
import io.mintmark.support.Eventually;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two tables that each transaction changes alike, far apart in the file: a copy in which they differ is no moment's. */
class FrozenFileTest {
    private static final int ROWS = 300;

    @TempDir
    private Path directory;

    private Path file = Path.of("");
    private Connection writer;
    private LogCopying log;
    private RawFile raw = new RawFile(file);
    private final AtomicLong committed = new AtomicLong();

    @BeforeEach
    void fill() throws SQLException {
        file = directory.resolve("database-1.sqlite");
        writer = ConnectionOpener.DRIVER.open("jdbc:sqlite:" + file);
        Pragmas.prepareWriter(writer);
        log = LogCopying.open("test", writer, ConnectionOpener.DRIVER, "jdbc:sqlite:" + file);
        raw = new RawFile(file);
        for (String table : new String[] {"one", "two"}) {
            Statements.execute(writer, "CREATE TABLE " + table + " (id INTEGER PRIMARY KEY, n INTEGER, bytes BLOB)");
            Sql.inTransaction(writer, () -> {
                for (int i = 0; i < ROWS; i++) {
                    Statements.execute(writer, "INSERT INTO " + table + " (n, bytes) VALUES (0, randomblob(3500))");
                }
            });
        }
        assertThat(Statements.one(writer, "PRAGMA wal_checkpoint(TRUNCATE)")).isZero();
    }

    @AfterEach
    void close() throws SQLException {
        log.close();
        writer.close();
        raw.close();
    }

    private void write() throws SQLException {
        Sql.inTransaction(writer, () -> {
            Statements.execute(writer, "UPDATE one SET n = n + 1");
            Statements.execute(writer, "UPDATE two SET n = n + 1");
        });
        committed.incrementAndGet();
        log.afterCommit();
    }

    private FrozenFile freeze(long logBytesMax) throws SQLException {
        return log.freeze(
                new FrozenFile.Builder("the database test", file, ConnectionOpener.DRIVER, raw, logBytesMax, () -> {}));
    }

    private static byte[] rest(FrozenFile frozen) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] some = new byte[8_192];
        for (int read = frozen.read(some); read > 0; read = frozen.read(some)) {
            out.write(some, 0, read);
        }
        return out.toByteArray();
    }

    /** Returns what both tables say; throws if they differ, or the copy is none of SQLite's files. */
    private long moment(byte[] bytes) throws IOException, SQLException {
        Path copy = directory.resolve("copy.sqlite");
        Files.deleteIfExists(copy.resolveSibling("copy.sqlite-wal"));
        Files.deleteIfExists(copy.resolveSibling("copy.sqlite-shm"));
        Files.write(copy, bytes);
        try (Connection connection = ConnectionOpener.DRIVER.open("jdbc:sqlite:" + copy)) {
            assertThat(Pragmas.read(connection, "integrity_check")).isEqualTo("ok");
            assertThat(Statements.one(connection, "SELECT count(*) FROM one")).isEqualTo(ROWS);
            assertThat(Statements.one(connection, "SELECT sum(n) FROM two"))
                    .as("both tables")
                    .isEqualTo(Statements.one(connection, "SELECT sum(n) FROM one"));
            assertThat(Statements.one(connection, "SELECT max(n) FROM one"))
                    .isEqualTo(Statements.one(connection, "SELECT min(n) FROM two"));
            return Statements.one(connection, "SELECT max(n) FROM one");
        }
    }

    @Test
    void shouldStandStillWhileItIsWrittenTo() throws Exception {
        write();
        try (FrozenFile frozen = freeze(1L << 30)) {
            byte[] first = new byte[(int) frozen.bytes() / 2];
            assertThat(frozen.read(first)).isEqualTo(first.length);
            for (int i = 0; i < 10; i++) {
                write();
            }
            byte[] last = rest(frozen);

            byte[] all = new byte[first.length + last.length];
            System.arraycopy(first, 0, all, 0, first.length);
            System.arraycopy(last, 0, all, first.length, last.length);
            assertThat(moment(all)).isEqualTo(1);
        }
    }

    /** The broken twin reads a file that does not stand still. */
    @Test
    void shouldBeTwoMomentsWithoutBeingFrozen() throws Exception {
        write();
        assertThat(Statements.one(writer, "PRAGMA wal_checkpoint(TRUNCATE)")).isZero();
        byte[] all = new byte[(int) Files.size(file)];
        byte[] half = new byte[all.length / 2];
        raw.read(0, all, all.length / 2);
        write();
        assertThat(Statements.one(writer, "PRAGMA wal_checkpoint(TRUNCATE)")).isZero();
        raw.read(all.length / 2, half, half.length);
        System.arraycopy(half, 0, all, all.length - half.length, half.length);

        assertThatThrownBy(() -> moment(all)).isInstanceOf(AssertionError.class).hasMessageContaining("both tables");
    }

    @Test
    void shouldHaveEveryCommitOfBefore() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> {
            try {
                while (!over.get()) {
                    write();
                }
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        });
        for (int copies = 0; copies < 5; copies++) {
            long before = committed.get();
            try (FrozenFile frozen = freeze(1L << 30)) {
                long behind = committed.get() + 1;
                assertThat(moment(rest(frozen))).isBetween(before, behind);
            }
        }
        over.set(true);
        writing.join();
    }

    @Test
    void shouldLetTheLogBeginAnewAfterwards() throws Exception {
        try (FrozenFile frozen = freeze(1L << 30)) {
            while (logPages() < 2L * Pragmas.CHECKPOINT_PAGES) {
                write();
            }
            assertThat(Pragmas.read(writer, "wal_autocheckpoint")).isEqualTo("0");
            assertThat(frozen.isFrozen()).isTrue();
        }
        Eventually.until(() -> {
            write();
            return logPages() < Pragmas.CHECKPOINT_PAGES;
        });
        assertThat(Pragmas.read(writer, "wal_autocheckpoint")).isEqualTo(Integer.toString(Pragmas.CHECKPOINT_PAGES));
    }

    private long logPages() throws SQLException {
        try (PreparedStatement ask = writer.prepareStatement("PRAGMA wal_checkpoint(NOOP)");
                ResultSet pages = ask.executeQuery()) {
            return pages.getLong("log");
        }
    }

    @Test
    void shouldEndTheCopyAndNoWriteWhenTooMuchWaits() throws Exception {
        try (FrozenFile frozen = freeze(1 << 20)) {
            assertThat(frozen.read(new byte[4_096])).isPositive();
            while (frozen.isFrozen()) {
                write();
            }

            assertThatThrownBy(() -> frozen.read(new byte[4_096]))
                    .isInstanceOf(StorageFailedException.class)
                    .hasMessageContaining("no write was held up")
                    .hasMessageContaining("--backup-log");
        }
        write();
    }
}
