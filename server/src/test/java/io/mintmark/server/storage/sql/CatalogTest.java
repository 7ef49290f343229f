package io.mintmark.server.storage.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.server.storage.DatabaseEntry;
import io.mintmark.server.storage.DatabaseExistsException;
import io.mintmark.server.storage.StorageFailedException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CatalogTest {
    private static final byte[] NOTHING = "{}".getBytes(StandardCharsets.US_ASCII);

    @TempDir
    private Path directory;

    private Catalog open(ConnectionOpener opener) {
        return new Catalog(opener, "jdbc:sqlite:" + directory.resolve("catalog.sqlite"));
    }

    @Test
    void shouldTakeNoMoreWritesAfterOneFailedButGoOnReading() {
        AtomicBoolean broken = new AtomicBoolean();
        Faults.Hook hook = sql -> {
            if (broken.get() && sql.startsWith("INSERT")) {
                throw new SQLException("disk I/O error");
            }
        };
        try (Catalog catalog = open(Faults.catalogOpener(hook))) {
            catalog.add("kept", NOTHING);

            broken.set(true);
            assertThatThrownBy(() -> catalog.add("lost", NOTHING))
                    .isInstanceOf(StorageFailedException.class)
                    .hasMessageContaining("disk I/O error");
            broken.set(false);

            assertThatThrownBy(() -> catalog.putSetting("a", NOTHING))
                    .isInstanceOf(StorageFailedException.class)
                    .hasMessageContaining("takes no writes since one failed");
            assertThatThrownBy(() -> catalog.remove(1)).isInstanceOf(StorageFailedException.class);
            assertThat(catalog.entry("KEPT")).isPresent();
        }
        try (Catalog reopened = open(ConnectionOpener.DRIVER)) {
            assertThat(reopened.add("lost", NOTHING).number()).isPositive();
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
        try (Catalog catalog = open(Faults.catalogOpener(hook))) {
            long number = catalog.add("shop", description).number();
            assertThat(catalog.entries()).containsExactly(new DatabaseEntry(number, "shop"));
            assertThat(catalog.entry("SHOP")).hasValue(new DatabaseEntry(number, "shop"));
            assertThat(reads).isNotEmpty().noneMatch(sql -> sql.contains("record"));

            assertThat(catalog.record(number)).hasValue(description);
            assertThat(catalog.record(number + 1)).isEmpty();
        }
    }

    @Test
    void shouldNeverUseANumberTwiceSoThatNoFileIsInherited() {
        try (Catalog catalog = open(ConnectionOpener.DRIVER)) {
            long first = catalog.add("shop", NOTHING).number();
            assertThatThrownBy(() -> catalog.add("SHOP", NOTHING)).isInstanceOf(DatabaseExistsException.class);
            catalog.remove(first);

            assertThat(catalog.add("shop", NOTHING).number()).isGreaterThan(first);
        }
    }

    @Test
    void shouldNumberSettingsUpwardsAcrossAllOfThem() {
        try (Catalog catalog = open(ConnectionOpener.DRIVER)) {
            long first = catalog.putSetting("a", NOTHING).etag();
            long second = catalog.putSetting("b", NOTHING).etag();

            assertThat(second).isGreaterThan(first);
            assertThat(catalog.putSetting("a", NOTHING).etag()).isGreaterThan(second);
            assertThat(catalog.setting("a")).isPresent();
            assertThat(catalog.setting("c")).isEmpty();
        }
    }
}
