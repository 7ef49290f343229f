package io.mintmark.storage.sqlite.file;

import static io.mintmark.storage.sqlite.file.LogInspection.Verdict.BAD_HEADER;
import static io.mintmark.storage.sqlite.file.LogInspection.Verdict.DAMAGED;
import static io.mintmark.storage.sqlite.file.LogInspection.Verdict.EMPTY;
import static io.mintmark.storage.sqlite.file.LogInspection.Verdict.IN_DOUBT;
import static io.mintmark.storage.sqlite.file.LogInspection.Verdict.MISSING;
import static io.mintmark.storage.sqlite.file.LogInspection.Verdict.SOUND;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.Effort;
import io.mintmark.testkit.Seed;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogInspectionTest {
    private static final int PAGE_BYTES = 512;
    private static final int SECTOR_BYTES = 512;

    @TempDir
    private Path directory;

    private LogInspection inspect(byte... bytes) throws IOException {
        Path log = directory.resolve("log");
        // Many logs one after the other; a file that is emptied for each would be synced each time.
        try (FileChannel channel = FileChannel.open(log, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(bytes), 0);
            channel.truncate(bytes.length);
        }
        return LogInspection.of(log);
    }

    @Test
    void shouldTellWhereThereIsNoFrame() throws IOException {
        assertThat(LogInspection.of(directory.resolve("none")).verdict()).isEqualTo(MISSING);
        assertThat(inspect().verdict()).isEqualTo(EMPTY);
        assertThat(inspect(new byte[LogHeader.BYTES - 1]).verdict()).isEqualTo(EMPTY);
        assertThat(inspect(new byte[LogHeader.BYTES]).verdict()).isEqualTo(EMPTY);
    }

    @Test
    void shouldNotTakeALogOfZerosForOneThatNeverWasWritten() throws IOException {
        assertThat(inspect(new byte[LogHeader.BYTES + 1]).verdict()).isEqualTo(BAD_HEADER);
        assertThat(inspect(new byte[100_000]).verdict()).isEqualTo(BAD_HEADER);
    }

    @ParameterizedTest
    @ValueSource(ints = {512, 1024, 4096, 65_536})
    void shouldCountEveryCommitOfALogOfAnyPageSize(int pageBytes) throws SQLException, IOException {
        try (WrittenLog log = WrittenLog.fresh(directory, pageBytes)) {
            LogInspection found = LogInspection.of(log.wal);
            int frames = log.framesUpTo(log.commits());
            assertThat(found)
                    .isEqualTo(new LogInspection(SOUND, Files.size(log.wal), frames, frames, log.commits(), 0));
            assertThat(found.hasCommits()).isTrue();
        }
    }

    @Test
    void shouldSayWhatWasFoundAndWhere() throws SQLException, IOException {
        try (WrittenLog log = WrittenLog.begunAnew(directory, PAGE_BYTES)) {
            byte[] bytes = log.bytes();
            long frames = (bytes.length - LogHeader.BYTES) / log.frameBytes;
            assertThat(inspect(bytes).description())
                    .isEqualTo("the log is sound: 4 commits in the first " + log.framesUpTo(4) + " of " + frames
                            + " frames");
            int second = LogHeader.BYTES + log.framesUpTo(1) * log.frameBytes;
            bytes[second + 100] ^= 1;
            assertThat(inspect(bytes).description())
                    .isEqualTo("frame " + (log.framesUpTo(1) + 1) + " of " + frames
                            + " is damaged, and 3 commits end there or after it");
        }
    }

    @Test
    void shouldNotMindALogCutOffAnywhere() throws SQLException, IOException {
        try (WrittenLog log = WrittenLog.begunAnew(directory, PAGE_BYTES)) {
            byte[] whole = log.bytes();
            for (int length = 0; length <= whole.length; length++) {
                LogInspection found = inspect(Arrays.copyOf(whole, length));
                assertThat(found.verdict()).as("%d bytes", length).isEqualTo(length < LogHeader.BYTES ? EMPTY : SOUND);
                assertThat(found.frames()).isEqualTo(Math.max(0, length - LogHeader.BYTES) / log.frameBytes);
            }
        }
    }

    @Test
    void shouldNotMindATransactionThatWasTakenBack() throws SQLException, IOException {
        try (WrittenLog log = WrittenLog.fresh(directory, PAGE_BYTES)) {
            log.rollBack(40);
            LogInspection spilled = LogInspection.of(log.wal);
            assertThat(spilled.validFrames()).as("spilled").isGreaterThan(log.framesUpTo(log.commits()) + 5);
            assertThat(spilled.verdict()).isEqualTo(SOUND);

            log.commitFrames(1);
            LogInspection overwritten = LogInspection.of(log.wal);
            assertThat(overwritten.verdict()).isEqualTo(SOUND);
            assertThat(overwritten.commits()).isEqualTo(log.commits());
            assertThat(overwritten.frames()).isEqualTo(spilled.frames());
        }
    }

    /** The disk wrote some sectors of the last commit before the power went, in any order. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldNeverAccuseTheDiskOfWhatAPowerCutDoes(boolean begunAnew) throws SQLException, IOException {
        SplittableRandom random = new SplittableRandom(Seed.fresh("power cuts, leftovers " + begunAnew));
        int tries = Effort.of("power cuts", 2_000, 50_000);
        try (WrittenLog log =
                begunAnew ? WrittenLog.begunAnew(directory, PAGE_BYTES) : WrittenLog.fresh(directory, PAGE_BYTES)) {
            byte[] before = log.bytes();
            log.commitFrames(6);
            byte[] after = log.bytes();
            int inDoubt = 0;
            for (int i = 0; i < tries; i++) {
                LogInspection found = inspect(cut(random, before, after));
                assertThat(found.verdict()).isIn(SOUND, IN_DOUBT);
                assertThat(found.commits()).isGreaterThanOrEqualTo(log.commits() - 1);
                inDoubt += found.verdict() == IN_DOUBT ? 1 : 0;
            }
            assertThat(inDoubt).as("cuts that tore a marked commit").isPositive();
        }
    }

    private static byte[] cut(SplittableRandom random, byte[] before, byte[] after) {
        int length = random.nextBoolean() ? after.length : random.nextInt(before.length, after.length + 1);
        byte[] cut = Arrays.copyOf(before, length);
        for (int from = 0; from < cut.length; from += SECTOR_BYTES) {
            if (random.nextBoolean()) {
                System.arraycopy(after, from, cut, from, Math.min(SECTOR_BYTES, cut.length - from));
            }
        }
        return cut;
    }

    @Test
    void shouldSeeAMarkOnceOnlyIfTheLogIsEmptiedBeforeTheNextWrite() throws SQLException, IOException {
        try (WrittenLog log = WrittenLog.fresh(directory.resolve("written"), PAGE_BYTES)) {
            log.commitFrames(6);
            Path left = torn(log, directory.resolve("left"));
            Path emptied = torn(log, directory.resolve("emptied"));
            assertThat(LogInspection.of(left).verdict()).isEqualTo(IN_DOUBT);

            assertThat(afterAWrite(left).verdict())
                    .as("the mark is still there")
                    .isEqualTo(IN_DOUBT);
            assertThat(afterAWrite(emptied, "PRAGMA wal_checkpoint(TRUNCATE)").verdict())
                    .isEqualTo(SOUND);
        }
    }

    /** Leaves what a power cut does that kept the first frame of the last commit off the disk. */
    private static Path torn(WrittenLog log, Path to) throws IOException {
        byte[] bytes = log.bytes();
        int from = LogHeader.BYTES + log.framesUpTo(log.commits() - 1) * log.frameBytes;
        Arrays.fill(bytes, from, from + log.frameBytes, (byte) 0);
        return Files.write(log.crashInto(to), bytes);
    }

    private LogInspection afterAWrite(Path wal, String... first) throws SQLException, IOException {
        String file = wal.toString().replace("-wal", "");
        try (Connection connection = ConnectionOpener.DRIVER.open("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            Pragmas.prepareWriter(connection);
            for (String sql : first) {
                statement.execute(sql);
            }
            statement.execute("UPDATE thing SET bytes = randomblob(10) WHERE number = 1");
            return inspect(Files.readAllBytes(wal));
        }
    }

    @Test
    void shouldCountTheCommitsOfALogThatIsDamagedInItsFirstFrame() throws SQLException, IOException {
        try (WrittenLog log = WrittenLog.begunAnew(directory, PAGE_BYTES)) {
            byte[] bytes = log.bytes();
            Arrays.fill(bytes, LogHeader.BYTES, LogHeader.BYTES + log.frameBytes, (byte) 0);
            LogInspection found = inspect(bytes);
            assertThat(found.verdict()).isEqualTo(DAMAGED);
            assertThat(found.hasCommits()).isFalse();
            assertThat(found.commitsLost()).as("the zeroed one cannot be known").isEqualTo(log.commits() - 1);
        }
    }
}
