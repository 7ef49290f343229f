package io.mintmark.storage.sqlite.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.storage.sqlite.Faults;
import io.mintmark.support.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogCopyingTest {
    private static final int PAGE_BYTES = 4_096;
    private static final String COPY = "PRAGMA wal_checkpoint(PASSIVE)";

    @TempDir
    private Path directory;

    private String url = "";

    @BeforeEach
    void choose() {
        url = "jdbc:sqlite:" + directory.resolve("database-1.sqlite");
    }

    private Connection writer() throws SQLException {
        Connection writer = ConnectionOpener.DRIVER.open(url);
        Pragmas.prepareWriter(writer);
        try (Statement statement = writer.createStatement()) {
            statement.execute("CREATE TABLE page (number INTEGER PRIMARY KEY, bytes BLOB)");
        }
        return writer;
    }

    private static void write(Connection writer, int pages) throws SQLException {
        try (PreparedStatement insert = writer.prepareStatement("INSERT INTO page (bytes) VALUES (randomblob(?))")) {
            insert.setInt(1, pages * PAGE_BYTES);
            insert.executeUpdate();
        }
    }

    private static long copied(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet pages = statement.executeQuery("PRAGMA wal_checkpoint(NOOP)")) {
            return pages.getLong("checkpointed");
        }
    }

    /** The thread may not be free for the next copy at once; then a later commit asks again. */
    private static boolean offeredAgain(LogCopying log, AtomicInteger copies) throws SQLException {
        log.afterCommit();
        return copies.get() > 1;
    }

    @Test
    void shouldCopyALogThatIsWorthIt() throws SQLException, InterruptedException {
        try (Connection writer = writer();
                LogCopying log = LogCopying.open("test", writer, ConnectionOpener.DRIVER, url)) {
            write(writer, LogCopying.PAGES_MIN);

            log.afterCommit();

            Eventually.until(() -> copied(writer) >= LogCopying.PAGES_MIN);
        }
    }

    @Test
    void shouldLeaveAShortLogAlone() throws SQLException {
        AtomicInteger copies = new AtomicInteger();
        ConnectionOpener counting = Faults.opener(sql -> count(sql, copies));
        try (Connection writer = writer();
                LogCopying log = LogCopying.open("test", writer, counting, url)) {
            for (int i = 0; i < 9; i++) {
                write(writer, LogCopying.PAGES_MIN / 10);
                log.afterCommit();
            }
        }
        assertThat(copies).hasValue(0);
    }

    private static void count(String sql, AtomicInteger copies) {
        if (sql.equals(COPY)) {
            copies.incrementAndGet();
        }
    }

    @Test
    void shouldLetTheLogBeginAnewUnderAWriterThatNeverRests() throws SQLException, IOException {
        long longest = 0;
        try (Connection writer = writer();
                LogCopying log = LogCopying.open("test", writer, ConnectionOpener.DRIVER, url)) {
            for (int i = 0; i < 400; i++) {
                write(writer, 100);
                log.afterCommit();
                longest = Math.max(longest, Files.size(directory.resolve("database-1.sqlite-wal")));
            }
        }
        assertThat(longest).isLessThan(2L * Pragmas.CHECKPOINT_PAGES * PAGE_BYTES);
        assertThat(Files.size(directory.resolve("database-1.sqlite"))).isGreaterThan(400L * 100 * PAGE_BYTES);
    }

    @Test
    void shouldGoOnWritingWhereCopyingFails() throws SQLException, InterruptedException {
        AtomicInteger copies = new AtomicInteger();
        ConnectionOpener failing = Faults.opener(sql -> {
            count(sql, copies);
            if (sql.equals(COPY)) {
                throw new SQLException("disk I/O error");
            }
        });
        try (Connection writer = writer();
                LogCopying log = LogCopying.open("test", writer, failing, url)) {
            write(writer, LogCopying.PAGES_MIN);
            log.afterCommit();
            Eventually.until(() -> copies.get() == 1);
            write(writer, 1);
            Eventually.until(() -> offeredAgain(log, copies));
        }
    }
}
