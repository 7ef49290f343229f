package io.mintmark.server.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.document.NodeTag;
import io.mintmark.internal.Sleeper;
import io.mintmark.internal.Ticker;
import io.mintmark.storage.CatalogImage;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.Image;
import io.mintmark.storage.Slice;
import io.mintmark.storage.lifecycle.Progress;
import io.mintmark.storage.sqlite.SqliteEngine;
import io.mintmark.storage.sqlite.SqliteSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackupScheduleTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration EVERY = Duration.ofHours(1);

    @TempDir
    private Path directory;

    @AutoClose
    private SqliteEngine engine;

    private final Planned thread = new Planned();
    private LongSupplier bytes = () -> 0;
    private Path folder;
    private Backups backups;

    /** Runs a task when it is told to, and knows how long that would have taken. */
    private static final class Planned extends ScheduledThreadPoolExecutor {
        private final List<Duration> waits = new ArrayList<>();
        private Runnable next = () -> {};

        Planned() {
            super(1);
        }

        @Override
        public ScheduledFuture<?> schedule(Runnable task, long wait, TimeUnit unit) {
            waits.add(Duration.of(wait, unit.toChronoUnit()));
            next = task;
            return super.schedule(() -> {}, 0, unit);
        }
    }

    /** An engine without databases. */
    private record Empty(SqliteEngine engine, LongSupplier bytes) implements BackupSource {
        @Override
        public String node() {
            return "A";
        }

        @Override
        public List<DatabaseEntry> databases(Slice slice) {
            return List.of();
        }

        @Override
        public boolean has(DatabaseEntry entry) {
            return false;
        }

        @Override
        public Image image(DatabaseEntry entry) {
            throw new IllegalStateException("there are no databases");
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
            return bytes.getAsLong();
        }
    }

    @BeforeEach
    void start() throws IOException {
        InstantSource clock = InstantSource.fixed(NOW);
        engine = SqliteEngine.open(
                new SqliteSettings(directory.resolve("data"), NodeTag.of("A"), Duration.ofDays(1), 100, clock));
        folder = Files.createDirectory(directory.resolve("backups"));
        backups = new Backups(new Empty(engine, () -> bytes.getAsLong()), clock);
    }

    private BackupSchedule keepingOne() {
        return new BackupSchedule(
                backups, new BackupFolder(folder), EVERY, 1, 1 << 30, InstantSource.fixed(NOW), thread);
    }

    /** A backup of a time to come neither is due again at once, for ever, nor outlives all that follow. */
    @Test
    void shouldKeepItsPaceAndItsLatestBackupAfterTheClockWasSetBack() throws IOException {
        Path fromAWrongClock = Files.createFile(folder.resolve("mintmark-20270101T000000Z.zip"));
        try (BackupSchedule schedule = keepingOne()) {
            assertThat(schedule).isNotNull();
            thread.next.run();
        }

        assertThat(thread.waits).startsWith(Duration.ZERO, EVERY);
        assertThat(folder.resolve("mintmark-20260101T000000Z.zip")).exists();
        assertThat(fromAWrongClock).doesNotExist();
        assertThat(backups.newest()).contains(NOW);
    }

    @Test
    void shouldWaitForTheRestOfTheTimeSinceTheLatestBackup() throws IOException {
        Path earlier = Files.createFile(folder.resolve("mintmark-20251231T234500Z.zip"));
        try (BackupSchedule schedule = keepingOne()) {
            assertThat(schedule).isNotNull();
            thread.next.run();
        }

        assertThat(thread.waits).startsWith(Duration.ofMinutes(45), EVERY);
        assertThat(folder.resolve("mintmark-20260101T000000Z.zip")).exists();
        assertThat(earlier).doesNotExist();
    }

    /** A disk may say that it is full only when all was written: then there is no backup, and nobody may be told of one. */
    @Test
    void shouldCallNoBackupCompleteWhoseFileIsNotThere() {
        Pace pace = new Pace(1 << 30, Ticker.SYSTEM, Sleeper.SYSTEM);
        Path part = folder.resolve("mintmark-20260101T000000Z.zip.part");

        assertThatThrownBy(() -> BackupRun.into(
                        new BackupFolder(folder),
                        backups,
                        pace,
                        (doing, done, total) -> part.toFile().delete()))
                .isInstanceOf(BackupException.class)
                .hasMessageContaining("cannot be written");

        assertThat(backups.newest()).isEmpty();
        assertThat(backups.failures()).isOne();
        assertThat(BackupRun.into(new BackupFolder(folder), backups, pace, Progress.NONE))
                .exists();
        assertThat(backups.newest()).contains(NOW);
    }

    /** Nobody has it who could end it. */
    @Test
    void shouldBeginABackupAfterOneWhoseSizeCannotBeTold() {
        bytes = () -> {
            throw new UncheckedIOException(new IOException("Too many open files"));
        };
        assertThatThrownBy(() -> backups.begin().bytesExpected()).isInstanceOf(UncheckedIOException.class);

        bytes = () -> 7;
        try (BackupStream next = backups.begin()) {
            assertThat(next.bytesExpected()).isEqualTo(7);
        }
    }
}
