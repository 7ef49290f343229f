package io.mintmark.storage.sqlite.file;

import io.mintmark.internal.FailureText;
import io.mintmark.internal.Sleeper;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.sql.ConnectionUse;
import io.mintmark.storage.sql.Statements;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;

/**
 * A file of SQLite that stays as it is while its bytes are read: what is committed meanwhile waits in the log.
 *
 * <p><b>Why the bytes are one moment's.</b> While the lock of writers is held, all of the log is copied into the file,
 * and a read transaction begins. From then on SQLite's own rules keep the file as it is: a log is copied only as far as
 * every reader's snapshot goes, and that far it was copied already. So the file alone, without any log, is the data of
 * that moment, and it holds each commit that was acknowledged before.
 *
 * <p><b>What it costs.</b> The log cannot begin anew and grows. Beyond {@code logBytesMax} the transaction is ended and
 * what is left of the file cannot be read: the copy fails, and no write does. Bytes are handed out only after a look
 * whether the transaction was still there when they had been read.
 */
public final class FrozenFile implements AutoCloseable {
    /** How often the writer is held up, for how many looks each time, and how long it goes on in between. */
    private static final int PAUSES = 50;

    private static final int LOOKS_A_PAUSE = 100;
    private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long BETWEEN_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final String what;
    private final RawFile raw;
    private final Path log;
    private final long logBytesMax;
    private final Connection holder;
    private final Runnable thawed;
    private final long bytes;
    private long position;
    private volatile boolean pressed;
    private volatile @Nullable String ended;

    private FrozenFile(Builder builder, Connection holder) throws SQLException {
        this.what = builder.what;
        this.raw = builder.raw;
        this.log = builder.log();
        this.holder = holder;
        this.thawed = builder.thawed;
        this.bytes = Statements.one(holder, "PRAGMA page_count") * Statements.one(holder, "PRAGMA page_size");
        // A log keeps the size that it once had; and a large file takes longer to read, whatever is written beside it.
        this.logBytesMax = Math.max(builder.logBytesMax, Math.max(bytes, size(log)));
    }

    /** Keeps a writer between two of its transactions. */
    @FunctionalInterface
    interface HoldUp {
        /** Begins to, or lets it go on. */
        void set(boolean waiting);
    }

    /**
     * What is frozen, and within which bounds.
     *
     * @param what names it in messages
     * @param path the file
     * @param opener opens connections to it
     * @param raw reads its bytes
     * @param logBytesMax how large its log may become meanwhile, if the file is not larger
     * @param thawed runs once it may change again
     */
    public record Builder(
            String what, Path path, ConnectionOpener opener, RawFile raw, long logBytesMax, Runnable thawed) {
        private Path log() {
            return path.resolveSibling(path.getFileName() + "-wal");
        }

        /** Freezes a file that is hardly written to. */
        public FrozenFile freeze() throws SQLException {
            return freeze(writing -> {});
        }

        /** Freezes the file; its writer is held up now and then, for a moment. */
        FrozenFile freeze(HoldUp writer) throws SQLException {
            String url = "jdbc:sqlite:" + path;
            Connection holder = opener.open(url);
            try (Connection lock = opener.open(url)) {
                Pragmas.prepareWriter(holder);
                Pragmas.require(lock, "busy_timeout", "0", "0");
                // Most of the log is copied before anybody waits.
                boolean ignored = isCopied(holder);
                return frozen(lock, holder, writer);
            } catch (SQLException | RuntimeException | Error e) {
                holder.close();
                throw e;
            }
        }

        private FrozenFile frozen(Connection lock, Connection holder, HoldUp writer) throws SQLException {
            for (int pauses = 0; pauses < PAUSES; pauses++) {
                writer.set(true);
                try {
                    for (int looks = 0; looks < LOOKS_A_PAUSE; looks++) {
                        if (isFrozen(lock, holder)) {
                            return new FrozenFile(this, holder);
                        }
                        rest(REST_NANOS);
                    }
                } finally {
                    writer.set(false);
                }
                rest(BETWEEN_NANOS);
            }
            throw new StorageFailedException("No moment was found at which all of the log of " + what
                    + " is in its file, because something reads it all the time: end that, or try again later.");
        }

        private static boolean isFrozen(Connection lock, Connection holder) throws SQLException {
            if (!isCopied(holder) || !isLocked(lock)) {
                return false;
            }
            try {
                if (!isCopied(holder)) {
                    return false;
                }
                Statements.execute(holder, "BEGIN");
                long ignored = Statements.one(holder, "SELECT count(*) FROM sqlite_schema");
                return true;
            } finally {
                Statements.execute(lock, "ROLLBACK");
            }
        }

        private static boolean isLocked(Connection lock) throws SQLException {
            try {
                Statements.execute(lock, "BEGIN IMMEDIATE");
                return true;
            } catch (SQLException e) {
                if ((e.getErrorCode() & 0xFF) == SQLiteErrorCode.SQLITE_BUSY.code) {
                    return false;
                }
                throw e;
            }
        }

        private static boolean isCopied(Connection connection) throws SQLException {
            try (PreparedStatement copy = connection.prepareStatement("PRAGMA wal_checkpoint(PASSIVE)");
                    ResultSet pages = copy.executeQuery()) {
                return pages.getLong(1) == 0 && pages.getLong(2) == pages.getLong(3);
            }
        }

        private void rest(long nanos) {
            try {
                Sleeper.SYSTEM.sleep(nanos);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new StorageFailedException("The wait for a copy of " + what + " was interrupted: try again.");
            }
        }
    }

    /** Returns how many bytes the file has. */
    public long bytes() {
        return bytes;
    }

    /** Asks the data of that moment; {@code question} uses the connection for nothing else. */
    public synchronized <T> T ask(ConnectionUse<T> question) throws SQLException {
        requireFrozen();
        return question.on(holder);
    }

    /** Reads the next bytes into {@code into} and returns how many these are: 0 at the end only. */
    public int read(byte[] into) {
        int length = (int) Math.min(into.length, bytes - position);
        requireFrozen();
        if (length == 0) {
            return 0;
        }
        try {
            raw.read(position, into, length);
        } catch (IOException e) {
            requireFrozen();
            throw new StorageFailedException(
                    what + " cannot be read (" + FailureText.of(e) + "): look at the data directory's disk.", e);
        }
        watch(size(log));
        requireFrozen();
        position += length;
        return length;
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return 0;
        }
    }

    private void requireFrozen() {
        String why = ended;
        if (why != null) {
            throw new StorageFailedException(why);
        }
    }

    /** Ends the copy if the log has become too large for it. */
    void watch(long logBytes) {
        pressed = logBytes > logBytesMax / 2;
        if (logBytes > logBytesMax) {
            end("The copy of " + what + " was ended, because the writes beside it made a log of " + logBytes
                    + " bytes and " + logBytesMax
                    + " may wait for it; no write was held up. Copy it when less is written,"
                    + " read the copy faster, or allow more with --backup-log.");
        }
    }

    /** Lets the file change again; later reads are refused with {@code why}. */
    public synchronized void end(String why) {
        if (ended != null) {
            return;
        }
        ended = why;
        try {
            holder.close();
        } catch (SQLException e) {
            throw new StorageFailedException(
                    "A connection to " + what + " cannot be closed (" + FailureText.of(e) + ").", e);
        } finally {
            thawed.run();
        }
    }

    /** Returns whether the log is longer than half of what it may become. */
    public boolean isPressed() {
        return pressed;
    }

    /** Returns whether it still keeps the file as it is. */
    public boolean isFrozen() {
        return ended == null;
    }

    @Override
    public void close() {
        end("The copy of " + what + " was closed.");
    }
}
