package io.mintmark.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import io.mintmark.storage.sqlite.file.LogHeader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs that are gone, or all but gone, after a crash: refused where something may have been in them. */
class MissingLogsTest {
    @TempDir
    private Path directory;

    private Path crashed;

    @BeforeEach
    void crash() {
        crashed = directory.resolve("crashed");
        try (TestStore store = TestStore.open(directory.resolve("data"))) {
            store.reserve("orders");
            TestStore.crashInto(directory.resolve("data"), crashed);
        }
    }

    private static Path log(Path file) {
        return file.resolveSibling(file.getFileName() + "-wal");
    }

    private void cutLog(int bytes) throws IOException {
        Path log = log(TestStore.file(crashed));
        Files.write(log, Arrays.copyOf(Files.readAllBytes(log), bytes));
    }

    private void assertRefusedTwice(String what) {
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> TestStore.open(crashed))
                    .isInstanceOf(StorageFailedException.class)
                    .hasMessageContainingAll("The log of " + what + " is missing", "mintmark raise");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, LogHeader.BYTES - 1})
    void shouldRefuseALogWithoutItsHeader(int bytes) throws IOException {
        cutLog(bytes);

        assertRefusedTwice("the database shop");
    }

    @Test
    void shouldRefuseALogWhoseHeaderDoesNotHold() throws IOException {
        Files.write(log(TestStore.file(crashed)), new byte[LogHeader.BYTES]);

        assertRefusedTwice("the database shop");
    }

    /**
     * An opening could not sync its first commit, which the next opening read and copied into the file before the power
     * failed: the log has its header and nothing else.
     */
    @Test
    void shouldServeAFileWhoseLogNeverHadACommit() throws IOException {
        Path unused = directory.resolve("unused");
        try (TestStore store = TestStore.open(directory.resolve("data"))) {
            assertThat(store.storage.hasFailed()).isFalse();
            TestStore.crashInto(directory.resolve("data"), unused);
        }
        crashed = unused;
        cutLog(LogHeader.BYTES);

        try (TestStore store = TestStore.open(crashed)) {
            assertThat(store.reserve("orders").low()).isEqualTo(33);
        }
    }

    /** The first start of a newer version must not give the file a log, which the second one would find. */
    @Test
    void shouldRefuseADatabaseOfAnOlderLayout() throws IOException, SQLException {
        makeOlder(
                TestStore.file(crashed),
                "DROP TABLE growth",
                "DROP TABLE keyed_answer",
                "DROP TABLE lease_cut",
                "DROP TABLE lease_horizon",
                "ALTER TABLE lease DROP COLUMN principal",
                "ALTER TABLE lease DROP COLUMN kind",
                "ALTER TABLE lease DROP COLUMN passed",
                "ALTER TABLE lease DROP COLUMN ended",
                "PRAGMA user_version=4");

        assertRefusedTwice("the database shop");
    }

    @Test
    void shouldRefuseACatalogOfAnOlderLayout() throws IOException, SQLException {
        makeOlder(crashed.resolve("catalog.sqlite"), "DROP TABLE life", "PRAGMA user_version=2");

        assertRefusedTwice("the catalog of databases");
    }

    private static void makeOlder(Path file, String... statements) throws IOException, SQLException {
        Files.delete(log(file));
        try (Connection connection = ConnectionOpener.DRIVER.open("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
        assertThat(log(file)).doesNotExist();
    }
}
