package io.mintmark.storage.sqlite.file;

import static io.mintmark.storage.sqlite.file.LogInspection.Verdict.BAD_HEADER;
import static io.mintmark.storage.sqlite.file.LogInspection.Verdict.DAMAGED;
import static io.mintmark.storage.sqlite.file.LogInspection.Verdict.IN_DOUBT;
import static io.mintmark.storage.sqlite.file.LogInspection.Verdict.SOUND;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.storage.sqlite.file.LogInspection.Verdict;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.Seed;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Flips bits of real logs, one at a time: every bit of every header, and a sample of those in pages or all of them. */
class LogFlipsTest {
    private static final int MARK = 4;
    private static final int SALTS = 8;
    private static final int SALTS_END = 16;
    private static final Set<Verdict> ONLY_DAMAGED = Set.of(DAMAGED);
    private static final Set<Verdict> ONLY_IN_DOUBT = Set.of(IN_DOUBT);
    private static final Set<Verdict> STERNER_TOO = Set.of(IN_DOUBT, DAMAGED);

    @TempDir
    private Path directory;

    /** Says what a log is. */
    @FunctionalInterface
    private interface Judge {
        Verdict judge(Path wal) throws IOException;
    }

    @ParameterizedTest
    @ValueSource(ints = {512, 4096})
    void shouldSeeEveryFlippedBitInALogThatIsNew(int pageBytes) throws SQLException, IOException {
        try (WrittenLog log = WrittenLog.fresh(directory, pageBytes)) {
            assertThat(misjudged(log, LogFlipsTest::inspect)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {512, 4096})
    void shouldSeeEveryFlippedBitInALogThatBeganAnewAndLeaveLeftoversAlone(int pageBytes)
            throws SQLException, IOException {
        try (WrittenLog log = WrittenLog.begunAnew(directory, pageBytes)) {
            long frames = (Files.size(log.wal) - LogHeader.BYTES) / log.frameBytes;
            assertThat(frames).as("leftovers after the last commit").isGreaterThan(log.framesUpTo(log.commits()));
            assertThat(misjudged(log, LogFlipsTest::inspect)).isEmpty();
        }
    }

    /** A size that is a power of two is a mark that one bit takes away, and 128 is one that the checksum sees worst. */
    @ParameterizedTest
    @ValueSource(ints = {127, 128, 131})
    void shouldSeeEveryFlippedBitInCommitsWhoseMarkIsASingleBit(int pages) throws SQLException, IOException {
        try (WrittenLog log = WrittenLog.growing(directory, 512, 124, pages)) {
            assertThat(log.commits()).isGreaterThan(1);
            assertThat(misjudged(log, LogFlipsTest::inspect)).isEmpty();
        }
    }

    /** The broken twin stops at the first frame that does not hold, and believes that nothing lies after it. */
    @Test
    void shouldCatchAJudgeThatStopsAtTheBreak() throws SQLException, IOException {
        try (WrittenLog log = WrittenLog.begunAnew(directory, 512)) {
            List<String> misjudged = misjudged(log, wal -> inspect(wal) == BAD_HEADER ? BAD_HEADER : SOUND);
            int headerBits = WrittenLog.FRAME_HEADER_BYTES * Byte.SIZE * log.framesUpTo(log.commits());
            assertThat(misjudged).hasSizeGreaterThanOrEqualTo(headerBits);
        }
    }

    private static Verdict inspect(Path wal) throws IOException {
        return LogInspection.of(wal).verdict();
    }

    private List<String> misjudged(WrittenLog log, Judge judge) throws IOException {
        byte[] sound = log.bytes();
        LogHeader header = Objects.requireNonNull(LogHeader.read(ByteBuffer.wrap(sound)));
        Path copy = log.crashInto(directory.resolve("copy"));
        List<String> wrong = new ArrayList<>();
        int severe = 0;
        int inLastCommit = 0;
        assertThat(judge.judge(copy)).isEqualTo(SOUND);
        try (FileChannel channel = FileChannel.open(copy, StandardOpenOption.WRITE)) {
            for (long bit : bits(log, sound.length).toArray()) {
                int at = (int) (bit / Byte.SIZE);
                byte flipped = (byte) (sound[at] ^ 1 << bit % Byte.SIZE);
                put(channel, at, flipped);
                Verdict found = judge.judge(copy);
                put(channel, at, sound[at]);
                Verdict expected = expected(log, at);
                if (found == DAMAGED && expected == IN_DOUBT && mayLookLikeALostMark(log, header, bit)) {
                    severe += isInAMark(log, at) ? 0 : 1;
                } else if (found != expected && !makesALeftoverLookPresent(log, sound, at, flipped)) {
                    wrong.add("bit " + bit + ": " + found);
                }
                inLastCommit += expected == IN_DOUBT ? 1 : 0;
            }
        }
        assertThat(severe).as("flips that look like a lost mark").isLessThan(inLastCommit / 20);
        return wrong;
    }

    /**
     * A flip is added to the sum as 2^b times two neighbours of Fibonacci's sequence, and so is a mark. Neighbours repeat
     * modulo 2^k after 3 * 2^(k - 1) of them, so within the 1,026 words of a frame none but the upper nine bits of a word
     * can look alike.
     */
    private static boolean mayLookLikeALostMark(WrittenLog log, LogHeader header, long bit) {
        int at = (int) (bit / Byte.SIZE);
        int inFrame = inFrame(log, at);
        boolean sum = inFrame >= SALTS_END && inFrame < WrittenLog.FRAME_HEADER_BYTES;
        boolean bigEndian = sum || header.order() == ByteOrder.BIG_ENDIAN;
        int weight = (bigEndian ? 3 - at % 4 : at % 4) * Byte.SIZE + (int) (bit % Byte.SIZE);
        return isInAMark(log, at) || weight >= Integer.SIZE - 9;
    }

    private static int inFrame(WrittenLog log, int at) {
        return (at - LogHeader.BYTES) % log.frameBytes;
    }

    private static boolean isInAMark(WrittenLog log, int at) {
        int inFrame = inFrame(log, at);
        return inFrame >= MARK && inFrame < SALTS;
    }

    private static void put(FileChannel channel, int at, byte value) throws IOException {
        channel.write(ByteBuffer.wrap(new byte[] {value}), at);
    }

    private static LongStream bits(WrittenLog log, int bytes) {
        long all = (long) bytes * Byte.SIZE;
        LongStream headers = LongStream.range(0, all).filter(bit -> isInAHeader(log, bit));
        long seed = Seed.fresh("flipped bits in pages of " + log.frameBytes);
        int tries = Effort.of("flipped bits in pages of one log", 2_000, (int) all);
        LongStream pages = Effort.isProof()
                ? LongStream.range(0, all)
                : new SplittableRandom(seed).longs(tries, LogHeader.BYTES * Byte.SIZE, all);
        return LongStream.concat(headers, pages.filter(bit -> !isInAHeader(log, bit)));
    }

    private static boolean isInAHeader(WrittenLog log, long bit) {
        long at = bit / Byte.SIZE - LogHeader.BYTES;
        return at < 0 || at % log.frameBytes < WrittenLog.FRAME_HEADER_BYTES;
    }

    private static Verdict expected(WrittenLog log, int at) {
        int frame = (at - LogHeader.BYTES) / log.frameBytes;
        if (at < LogHeader.BYTES) {
            return BAD_HEADER;
        }
        if (frame < log.framesUpTo(log.commits() - 1)) {
            return DAMAGED;
        }
        return frame < log.framesUpTo(log.commits()) ? IN_DOUBT : SOUND;
    }

    /** The first salts of two generations may differ in one bit; a log is then doubted that need not be. */
    private static boolean makesALeftoverLookPresent(WrittenLog log, byte[] sound, int at, byte flipped) {
        int inFrame = inFrame(log, at);
        boolean leftover = at >= LogHeader.BYTES + log.framesUpTo(log.commits()) * log.frameBytes;
        if (!leftover || inFrame < SALTS || inFrame >= SALTS_END) {
            return false;
        }
        int salt = at - inFrame + (inFrame & ~3);
        int present = SALTS + (inFrame & ~3);
        ByteBuffer bytes = ByteBuffer.wrap(sound.clone()).put(at, flipped);
        return bytes.getInt(salt) == bytes.getInt(present);
    }

    @Test
    void shouldSeeWhatSqliteDropsWithoutAWord() throws SQLException, IOException {
        try (WrittenLog log = WrittenLog.fresh(directory.resolve("written"), 4096)) {
            LogHeader header = Objects.requireNonNull(LogHeader.read(ByteBuffer.wrap(log.bytes())));
            SplittableRandom random = new SplittableRandom(Seed.fresh("commits that SQLite drops"));
            for (int commit = 2; commit < log.commits(); commit++) {
                Path wal = log.crashInto(directory.resolve("crash-" + commit));
                int from = LogHeader.BYTES + log.framesUpTo(commit) * log.frameBytes;
                int at = random.nextInt(from, from + log.frameBytes);
                int bit = random.nextInt(Byte.SIZE);
                byte flipped = (byte) (log.bytes()[at] ^ 1 << bit);
                try (FileChannel channel = FileChannel.open(wal, StandardOpenOption.WRITE)) {
                    put(channel, at, flipped);
                }
                LogInspection inspection = LogInspection.of(wal);
                // A flip may be a mark too many, or look like a lost one, and the sterner word is right, too.
                boolean sterner = mayLookLikeALostMark(log, header, (long) at * Byte.SIZE + bit);
                int lost = log.commits() - commit;
                assertThat(inspection.verdict()).isIn(lost > 1 ? ONLY_DAMAGED : sterner ? STERNER_TOO : ONLY_IN_DOUBT);
                assertThat(inspection.commits()).isEqualTo(commit);
                assertThat(inspection.commitsLost()).isBetween((long) lost, sterner ? lost + 1L : lost);
                // The first two commits made the table and its first row; each one after them added a row.
                assertThat(rowsThatSqliteFinds(wal)).isEqualTo(commit - 1);
            }
        }
    }

    private static int rowsThatSqliteFinds(Path wal) throws SQLException {
        String file = wal.toString().replace("-wal", "");
        try (Connection connection = ConnectionOpener.DRIVER.open("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            assertThat(Pragmas.read(connection, "integrity_check")).isEqualTo("ok");
            try (ResultSet row = statement.executeQuery("SELECT count(*) FROM thing")) {
                return row.getInt(1);
            }
        }
    }
}
