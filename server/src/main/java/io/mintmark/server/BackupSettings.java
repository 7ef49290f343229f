package io.mintmark.server;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The backups that a server makes by itself, and the bounds of each; immutable, begin with {@link #DEFAULT}.
 *
 * @param folder where it puts them, outside of the data directory; it makes none by itself without one
 * @param every how long after the beginning of one the next one begins
 * @param keep how many it keeps; older ones are removed
 * @param bytesPerSecond how fast one is made at most, so that writes beside it keep their speed
 * @param logBytesMax how many bytes of writes may wait until a database is read, or as many as it has if these are
 *     more; beyond that the backup fails, and no write
 */
public record BackupSettings(Optional<Path> folder, Duration every, int keep, long bytesPerSecond, long logBytesMax) {
    /** No backups but those that are asked for. */
    public static final BackupSettings DEFAULT =
            new BackupSettings(Optional.empty(), Duration.ofHours(6), 28, 24L << 20, 1L << 30);

    /** Checks that all numbers are above zero. */
    public BackupSettings {
        if (every.isNegative() || every.isZero()) {
            throw new IllegalArgumentException("every must be > 0: every=" + every);
        }
        if (keep < 1 || bytesPerSecond < 1 || logBytesMax < 1) {
            throw new IllegalArgumentException("keep, bytesPerSecond and logBytesMax must be > 0: keep=" + keep
                    + ", bytesPerSecond=" + bytesPerSecond + ", logBytesMax=" + logBytesMax);
        }
    }

    /** Returns these settings with backups in a folder. */
    public BackupSettings into(Path other) {
        return new BackupSettings(Optional.of(other), every, keep, bytesPerSecond, logBytesMax);
    }

    /** Returns these settings with another period. */
    public BackupSettings withEvery(Duration other) {
        return new BackupSettings(folder, other, keep, bytesPerSecond, logBytesMax);
    }

    /** Returns these settings with another number of backups that are kept. */
    public BackupSettings withKeep(int other) {
        return new BackupSettings(folder, every, other, bytesPerSecond, logBytesMax);
    }

    /** Returns these settings with another pace. */
    public BackupSettings withBytesPerSecond(long other) {
        return new BackupSettings(folder, every, keep, other, logBytesMax);
    }

    /** Returns these settings with another bound of what may wait. */
    public BackupSettings withLogBytesMax(long other) {
        return new BackupSettings(folder, every, keep, bytesPerSecond, other);
    }
}
