package io.mintmark.server.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.document.NodeTag;
import io.mintmark.storage.CatalogImage;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.Image;
import io.mintmark.storage.Slice;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.sqlite.SqliteEngine;
import io.mintmark.storage.sqlite.SqliteSettings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackupStreamTest {
    private static final byte[] NO_METADATA = {'{', '}'};

    @TempDir
    private Path directory;

    @AutoClose
    private SqliteEngine engine;

    private Backups backups;
    private final Map<DatabaseEntry, Storage> open = new HashMap<>();
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    @BeforeEach
    void start() {
        engine = SqliteEngine.open(new SqliteSettings(
                directory.resolve("data"), NodeTag.of("A"), Duration.ofDays(1), 100, InstantSource.system()));
        backups = new Backups(new OfEngine(), InstantSource.system());
    }

    @AfterEach
    void stop() {
        open.values().forEach(Storage::close);
    }

    /** The databases of the engine, without a server around it. */
    private final class OfEngine implements BackupSource {
        @Override
        public String node() {
            return "A";
        }

        @Override
        public List<DatabaseEntry> databases(Slice slice) {
            return engine.databases(slice);
        }

        @Override
        public boolean has(DatabaseEntry entry) {
            return engine.database(entry.name()).equals(Optional.of(entry));
        }

        @Override
        public Image image(DatabaseEntry entry) {
            return open.computeIfAbsent(entry, engine::open).image(1 << 30);
        }

        @Override
        public CatalogImage catalog() {
            return engine.catalogImage(1 << 30);
        }

        @Override
        public Optional<byte[]> access() {
            return Optional.empty();
        }

        @Override
        public long sizeBytes() {
            return engine.sizeBytes();
        }
    }

    private DatabaseEntry create(String name) {
        return engine.create(name, NO_METADATA);
    }

    private void delete(DatabaseEntry entry) {
        Storage storage = open.remove(entry);
        if (storage != null) {
            storage.close();
        }
        assertThat(engine.delete(entry.name(), StorageEngine.Removal.ERASE)).isTrue();
    }

    private void finish(BackupStream backup) throws IOException {
        while (backup.writePart(written)) {
            // Each part is made when it is asked for.
        }
    }

    private Manifest read() {
        return BackupReader.read(
                new ByteArrayInputStream(written.toByteArray()), "of the test", BackupReader.Sink.NOTHING);
    }

    private List<String> names() {
        return read().databases().stream().map(Manifest.Database::name).toList();
    }

    @Test
    void shouldHaveWhatIsThere() throws Exception {
        create("shop");
        create("ünïcode spaced/\\n");

        try (BackupStream backup = backups.begin()) {
            finish(backup);
            assertThat(backup.failure()).isNull();
            assertThat(backups.newest()).as("its last part may get lost").isEmpty();
            backup.arrived();
        }

        assertThat(names()).containsExactly("shop", "ünïcode spaced/\\n");
        assertThat(read().files().keySet()).containsExactly("catalog.sqlite", "database-1.sqlite", "database-2.sqlite");
        assertThat(read().databases().get(0).position().incarnation()).isEqualTo(1);
        assertThat(backups.newest()).isPresent();
        assertThat(backups.failures()).isZero();
    }

    @Test
    void shouldHaveADatabaseThatIsCreatedMeanwhile() throws Exception {
        create("first");
        try (BackupStream backup = backups.begin()) {
            for (int part = 0; part < 3; part++) {
                assertThat(backup.writePart(written)).isTrue();
            }
            create("second");
            finish(backup);
        }

        assertThat(names()).containsExactly("first", "second");
    }

    @Test
    void shouldLeaveOutADatabaseThatIsDeletedMeanwhile() throws Exception {
        create("first");
        for (int part = 1; part <= 6; part++) {
            written.reset();
            DatabaseEntry second = create("second");
            try (BackupStream backup = backups.begin()) {
                for (int i = 0; i < part; i++) {
                    assertThat(backup.writePart(written)).isTrue();
                }
                delete(second);
                finish(backup);
                assertThat(backup.failure()).as("deleted after part %d", part).isNull();
            }
            assertThat(names()).containsExactly("first");
            assertThat(read().files()).hasSize(2);
        }
    }

    /** Its reader hung up, or its disk was full, when its last part came. */
    @Test
    void shouldNotCountOneThatWasMadeAndDidNotArrive() throws Exception {
        create("shop");
        try (BackupStream lost = backups.begin()) {
            finish(lost);
        }
        assertThat(backups.newest()).isEmpty();
        assertThat(backups.failures()).isOne();

        try (BackupStream next = backups.begin()) {
            finish(next);
            next.arrived();
        }
        assertThat(backups.newest()).isPresent();
        assertThat(backups.failures()).isOne();
    }

    @Test
    void shouldSayWhyItFailed() throws Exception {
        create("shop");
        try (BackupStream backup = backups.begin()) {
            assertThat(backup.writePart(written)).isTrue();
            assertThat(backup.writePart(written)).isTrue();
            backup.end("The moon was full.");
            finish(backup);
            assertThat(backup.failure()).isEqualTo("The moon was full.");
        }

        assertThatThrownBy(this::read).hasMessageContaining("was not completed, because of this: The moon was full");
        assertThat(backups.failures()).isOne();
        assertThat(backups.newest()).isEmpty();
    }

    @Test
    void shouldBeOneAtATime() throws Exception {
        create("shop");
        try (BackupStream first = backups.begin()) {
            assertThat(first.writePart(written)).isTrue();
            assertThatThrownBy(backups::begin).hasMessageContaining("one at a time");
        }
        try (BackupStream next = backups.begin()) {
            finish(next);
            assertThat(next.failure()).isNull();
        }
        backups.close();
        assertThatThrownBy(backups::begin).hasMessageContaining("shutting down");
    }

    @Test
    void shouldLeaveTheDatabaseAsItIsOnceItIsGivenUp() throws Exception {
        DatabaseEntry shop = create("shop");
        try (BackupStream backup = backups.begin()) {
            for (int part = 0; part < 2; part++) {
                assertThat(backup.writePart(written)).isTrue();
            }
            assertThat(open.get(shop)).matches(Storage::isBeingCopied);
        }
        assertThat(open.get(shop)).matches(storage -> !storage.isBeingCopied());
    }

    @Test
    void shouldLeaveNothingInAFolderWhoseDiskIsFull() throws Exception {
        Path folder = Files.createDirectory(directory.resolve("backups"));

        assertThatThrownBy(() -> new BackupFolder(folder).add(Instant.EPOCH, out -> {
                    out.write(new byte[100_000]);
                    throw new IOException("No space left on device");
                }))
                .isInstanceOf(BackupException.class)
                .hasMessageContaining("No space left on device")
                .hasMessageContaining("must be writable and have room");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void shouldRemoveWhatACrashLeft() throws Exception {
        Path folder = Files.createDirectories(directory.resolve("backups"));
        Files.writeString(folder.resolve("mintmark-20260101T000000Z.zip.part"), "half");
        Files.writeString(folder.resolve("other.part"), "somebody else's");

        new BackupFolder(folder).removeUnfinished();

        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(folder.resolve("other.part"));
        }
    }

    @Test
    void shouldKeepAPace() {
        long[] slept = {0};
        Pace pace = new Pace(1_000, () -> slept[0], nanos -> slept[0] += nanos);

        for (int i = 0; i < 100; i++) {
            pace.spend(100);
        }

        assertThat(Duration.ofNanos(slept[0])).isBetween(Duration.ofMillis(9_900), Duration.ofMillis(10_100));
    }
}
