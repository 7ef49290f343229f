package io.mintmark.storage.sqlite.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.DatabaseExistsException;
import io.mintmark.storage.Setting;
import io.mintmark.storage.Slice;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.evaluation.FormerEnds;
import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.sqlite.Faults;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CatalogTest {
    private static final byte[] NOTHING = "{}".getBytes(StandardCharsets.US_ASCII);

    @TempDir
    private Path directory;

    private SqliteCatalog open(ConnectionOpener opener) {
        return CatalogFile.open(directory, opener, "owner", false);
    }

    private static DatabaseEntry add(SqliteCatalog catalog, String name, byte[] record) {
        DatabaseEntry entry = catalog.add(name, record, "id of " + name, number -> false);
        catalog.made(entry);
        return entry;
    }

    private static void remove(SqliteCatalog catalog, DatabaseEntry entry) {
        catalog.removed().add(entry, new FormerEnds(Map.of(), 0), true);
    }

    @Test
    void shouldBeClosedAfterAWriteFailedUntilItIsOpenedAgain() {
        AtomicBoolean broken = new AtomicBoolean();
        Faults.Hook hook = sql -> {
            if (broken.get() && sql.startsWith("INSERT")) {
                throw new SQLException("disk I/O error");
            }
        };
        try (SqliteCatalog catalog = open(Faults.catalogOpener(hook))) {
            add(catalog, "kept", NOTHING);

            broken.set(true);
            assertThatThrownBy(() -> add(catalog, "lost", NOTHING))
                    .isInstanceOf(StorageFailedException.class)
                    .hasMessageContaining("disk I/O error");
            broken.set(false);

            assertThatThrownBy(() -> catalog.settings().put("a", NOTHING))
                    .isInstanceOf(StorageFailedException.class)
                    .hasMessageContaining("is closed since a write to it failed");
            assertThatThrownBy(() -> remove(catalog, new DatabaseEntry(1, "kept")))
                    .isInstanceOf(StorageFailedException.class);
            assertThatThrownBy(() -> catalog.entry("KEPT")).isInstanceOf(StorageFailedException.class);
        }
        try (SqliteCatalog reopened = open(ConnectionOpener.DRIVER)) {
            assertThat(reopened.entry("KEPT")).isPresent();
            assertThat(add(reopened, "lost", NOTHING).number()).isPositive();
        }
    }

    @Test
    void shouldNotReadDescriptionsWhereOnlyNamesAreAskedFor() {
        List<String> reads = new ArrayList<>();
        Faults.Hook hook = sql -> {
            if (sql.startsWith("SELECT")) {
                reads.add(sql);
            }
        };
        byte[] description = "{\"a\":1}".getBytes(StandardCharsets.US_ASCII);
        try (SqliteCatalog catalog = open(Faults.catalogOpener(hook))) {
            long number = add(catalog, "shop", description).number();
            int asked = reads.size();
            assertThat(catalog.entries(Slice.ALL)).containsExactly(new DatabaseEntry(number, "shop"));
            assertThat(catalog.entry("SHOP")).hasValue(new DatabaseEntry(number, "shop"));
            assertThat(reads.subList(asked, reads.size())).isNotEmpty().noneMatch(sql -> sql.contains("record"));

            assertThat(catalog.row(number).orElseThrow().record()).isEqualTo(description);
            assertThat(catalog.row(number + 1)).isEmpty();
        }
    }

    @Test
    void shouldNeverUseANumberTwiceSoThatNoFileIsInherited() {
        try (SqliteCatalog catalog = open(ConnectionOpener.DRIVER)) {
            DatabaseEntry first = add(catalog, "shop", NOTHING);
            assertThatThrownBy(() -> add(catalog, "SHOP", NOTHING)).isInstanceOf(DatabaseExistsException.class);
            remove(catalog, first);

            assertThat(add(catalog, "shop", NOTHING).number()).isGreaterThan(first.number());
        }
    }

    /** Nobody asks for the name that it has now. */
    @Test
    void shouldRefuseASettingWhoseNameChanged() throws SQLException {
        try (SqliteCatalog catalog = open(ConnectionOpener.DRIVER)) {
            Setting ignored = catalog.settings().put("client", NOTHING);
        }
        try (Connection connection =
                ConnectionOpener.DRIVER.open("jdbc:sqlite:" + directory.resolve("catalog.sqlite"))) {
            int ignored = Statements.execute(connection, "UPDATE setting SET name = 'clienu'");
        }

        try (SqliteCatalog catalog = open(ConnectionOpener.DRIVER)) {
            assertThatThrownBy(() -> catalog.settings().find("client"))
                    .isInstanceOf(StorageFailedException.class)
                    .hasMessageContaining("setting clienu does not match its checksum");
        }
    }

    @Test
    void shouldNumberSettingsUpwardsAcrossAllOfThem() {
        try (SqliteCatalog catalog = open(ConnectionOpener.DRIVER)) {
            long first = catalog.settings().put("a", NOTHING).etag();
            long second = catalog.settings().put("b", NOTHING).etag();

            assertThat(second).isGreaterThan(first);
            assertThat(catalog.settings().put("a", NOTHING).etag()).isGreaterThan(second);
            assertThat(catalog.settings().find("a")).isPresent();
            assertThat(catalog.settings().find("c")).isEmpty();
        }
    }
}
