package io.mintmark.storage.sqlite;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.document.DocumentId;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import io.mintmark.storage.write.IdentityRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows of numbers that say something else than was written, in files that a server left in order. */
class DamagedRowsTest {
    private static final int PAGE_BYTES = 4_096;

    @TempDir
    Path directory;

    @BeforeEach
    void fill() {
        try (TestStore store = TestStore.open(directory)) {
            store.engine.putSetting("client", "{}".getBytes(UTF_8));
            for (int i = 0; i < 3; i++) {
                store.reserve("orders");
                store.reserve("things");
                store.storage.write(new IdentityRequest("users", "request " + i));
                store.put("doc/" + i);
            }
        }
    }

    private void run(String file, String sql) throws SQLException {
        try (Connection connection = ConnectionOpener.DRIVER.open("jdbc:sqlite:" + directory.resolve(file))) {
            assertThat(Statements.execute(connection, sql)).as(sql).isPositive();
        }
    }

    private static void assertRefused(ThrowingCallable act, String why) {
        assertThatThrownBy(act)
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContaining(why)
                .hasMessageContaining("mintmark raise");
    }

    /** Returns SQL that flips bit 4 of a number, whichever way it stands. */
    private static String flipped(String column) {
        return column + " = (" + column + " | 16) - (" + column + " & 16)";
    }

    @ParameterizedTest
    @ValueSource(strings = {"max", "highest_end", "epoch", "latest", "latest_low", "latest_high", "etag", "modified"})
    void shouldRefuseADatabaseWithAFlippedBitInACounter(String column) throws SQLException {
        run("database-1.sqlite", "UPDATE counter SET " + flipped(column) + " WHERE id LIKE '%orders'");

        assertRefused(() -> TestStore.open(directory), "counter raven/hilo/orders does not match its checksum");
    }

    @ParameterizedTest
    @ValueSource(strings = {"key", "id"})
    void shouldRefuseADatabaseWithAFlippedBitInTheNameOfACounter(String column) throws SQLException {
        run("database-1.sqlite", "UPDATE counter SET " + column + " = replace(" + column + ", 'orders', 'ordess')");

        assertRefused(() -> TestStore.open(directory), "does not match its checksum");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "etag",
                "lease_serial",
                "forgotten_serial",
                "incarnation",
                "first_max",
                "counters",
                "identities",
                "checksum"
            })
    void shouldRefuseADatabaseWithAFlippedBitInItsState(String column) throws SQLException {
        run("database-1.sqlite", "UPDATE state SET " + flipped(column));

        assertRefused(() -> TestStore.open(directory), "database's own state does not match its checksum");
    }

    @ParameterizedTest(name = "{1}")
    @CsvSource({
        "UPDATE state SET clean = 0, 'own state does not match'",
        "UPDATE state SET owner = owner || 'x', 'own state does not match'",
        "DELETE FROM state, 'own state is missing'",
        "UPDATE identity SET value = value - 1, 'identity users| does not match its checksum'",
        "DELETE FROM identity, 'There must be 1 identities but there are 0'",
        "DELETE FROM counter WHERE id LIKE '%orders', 'There must be 2 counters but there are 1'",
        "UPDATE lease SET high = high + 4096 WHERE serial = (SELECT max(serial) FROM lease), 'below an open lease'",
    })
    void shouldRefuseADatabaseThatLostOrChangedARow(String sql, String why) throws SQLException {
        run("database-1.sqlite", sql);

        assertRefused(() -> TestStore.open(directory), why);
    }

    @Test
    void shouldRefuseTheRepeatedRequestWhoseAnswerWasDamaged() throws SQLException {
        run("database-1.sqlite", "UPDATE identity_request SET value = value + 1 WHERE request LIKE '%request 1'");

        try (TestStore store = TestStore.open(directory)) {
            assertThat(store.storage.write(new IdentityRequest("users", "request 2")))
                    .isEqualTo(3);
            assertRefused(
                    () -> store.storage.write(new IdentityRequest("users", "request 1")),
                    "does not match its checksum");
            assertThat(store.nextIdentity("users")).as("what is whole goes on").isEqualTo(4);
        }
    }

    @ParameterizedTest(name = "{1}")
    @CsvSource({
        "UPDATE entry SET name = 'shap', 'database shap in the catalog does not match its checksum'",
        "UPDATE entry SET number = 3, 'database shop in the catalog does not match its checksum'",
        "UPDATE entry SET incarnation = 0, 'database shop in the catalog does not match its checksum'",
        "UPDATE entry SET made = 0, 'database shop in the catalog does not match its checksum'",
        "DELETE FROM entry, 'must list 1 databases but lists 0'",
        "UPDATE state SET commits = commits + 1, 'catalog''s own state does not match its checksum'",
        "UPDATE state SET entries = 0, 'catalog''s own state does not match its checksum'",
        "DELETE FROM state, 'catalog''s own state is missing'",
    })
    void shouldRefuseADamagedCatalog(String sql, String why) throws SQLException {
        run("catalog.sqlite", sql);

        assertRefused(() -> TestStore.open(directory), why);
    }

    @Test
    void shouldRefuseADamagedSettingOnceItIsAskedFor() throws SQLException {
        run("catalog.sqlite", "UPDATE setting SET value = x'7b7c'");

        try (TestStore store = TestStore.open(directory)) {
            assertRefused(() -> store.engine.setting("client"), "setting client does not match its checksum");
        }
    }

    @Test
    void shouldRefuseADatabaseWhoseIndexOfCountersHasAFlippedBit() throws Exception {
        flipInIndex("sqlite_autoindex_counter_1", "raven/hilo/orders");

        assertRefused(() -> TestStore.open(directory), "The table counter is damaged");
    }

    @Test
    void shouldNotShowAnotherDocumentThanTheOneAskedFor() throws Exception {
        // 0 and 1 differ in the last bit: the index now has doc/1 twice, and the first one leads to doc/0.
        flipInIndex("document_by_key", "doc/0");

        try (TestStore store = TestStore.open(directory)) {
            for (int i = 0; i < 3; i++) {
                DocumentId id = DocumentId.of("doc/" + i);
                try {
                    store.storage
                            .reads()
                            .read(id)
                            .ifPresent(found -> assertThat(found.id()).isEqualTo(id));
                } catch (StorageFailedException damaged) {
                    assertThat(damaged).hasMessageContaining("The index leads from " + id.text());
                }
            }
        }
    }

    /** Flips the last bit of a key in the page of a small index. */
    private void flipInIndex(String index, String key) throws SQLException, IOException {
        long page;
        Path file = TestStore.file(directory);
        try (Connection connection = ConnectionOpener.DRIVER.open("jdbc:sqlite:" + file)) {
            page = Statements.one(connection, "SELECT rootpage FROM sqlite_schema WHERE name = ?", index);
        }
        byte[] bytes = key.getBytes(UTF_8);
        long at = Flips.find(file, bytes, (page - 1) * PAGE_BYTES);
        assertThat(at).isBetween((page - 1) * PAGE_BYTES, page * PAGE_BYTES);
        Flips.flip(file, (at + bytes.length - 1) * Byte.SIZE);
    }
}
