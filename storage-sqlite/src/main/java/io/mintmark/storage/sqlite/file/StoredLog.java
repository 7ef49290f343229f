package io.mintmark.storage.sqlite.file;

import io.mintmark.internal.FailureText;
import io.mintmark.internal.Uninterruptibly;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.sql.Statements;
import io.mintmark.support.PrivateFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The write-ahead log that lies beside a file before it is opened, and what follows from it.
 *
 * <p>It must be looked at before SQLite opens the file, in this process or another one.
 */
public final class StoredLog {
    private static final Logger LOG = LoggerFactory.getLogger(StoredLog.class);

    /** What is torn because somebody writes it is whole long before the last of these looks. */
    private static final int LOOKS = 10;

    private static final long REST_MILLIS = 20;

    private final String what;
    private final LogInspection found;
    private final Path doubt;

    private StoredLog(String what, LogInspection found, Path doubt) {
        this.what = what;
        this.found = found;
        this.doubt = doubt;
    }

    /**
     * Looks at the log of {@code file}; refuses a damaged one.
     *
     * @param what names the file's content in messages
     */
    public static StoredLog of(String what, Path file) {
        return of(what, file, LogInspection::of);
    }

    /**
     * Looks at the log of a {@code file} that another process may have open. A commit that is being written there looks
     * like a torn or a damaged one for a moment; what a crash or a disk left looks the same each time.
     */
    public static StoredLog ofShared(String what, Path file) {
        return ofShared(what, file, () -> Uninterruptibly.run(() -> TimeUnit.MILLISECONDS.sleep(REST_MILLIS)));
    }

    /** Looks likewise, with {@code rest} between two looks. */
    static StoredLog ofShared(String what, Path file, Runnable rest) {
        return of(what, file, log -> {
            LogInspection found = LogInspection.of(log);
            for (int looks = 1; looks < LOOKS && !found.isWhole(); looks++) {
                rest.run();
                found = LogInspection.of(log);
            }
            return found;
        });
    }

    /** Looks at a log. */
    @FunctionalInterface
    private interface Look {
        LogInspection at(Path log) throws IOException;
    }

    private static StoredLog of(String what, Path file, Look look) {
        try {
            LogInspection found = look.at(file.resolveSibling(file.getFileName() + "-wal"));
            switch (found.verdict()) {
                case BAD_HEADER, DAMAGED ->
                    throw new StorageFailedException("The log of " + what + " is damaged: " + found.description() + " ("
                            + file + "-wal). What was acknowledged is in it and cannot be read. " + Damage.REMEDY);
                default -> {
                    return new StoredLog(what, found, file.resolveSibling(file.getFileName() + StoredFiles.DOUBT));
                }
            }
        } catch (IOException e) {
            throw new StorageFailedException(
                    "The log of " + what + " cannot be read (" + FailureText.of(e) + "): look at " + file + "-wal.", e);
        }
    }

    /** Returns whether the last commit may be missing although it was acknowledged. */
    public boolean isInDoubt() {
        return found.verdict() == LogInspection.Verdict.IN_DOUBT || Files.exists(doubt);
    }

    /**
     * Notes beside the file that there is a doubt, if there is one, until {@link #settled}: the next commit overwrites
     * what tells of it in the log, and a crash may cut that commit off.
     *
     * @param consequence what is about to be done, for people
     */
    public void noteDoubt(String consequence) {
        if (!isInDoubt()) {
            return;
        }
        LOG.warn("The last commit to {} may be missing: {}. {}", what, found.description(), consequence);
        try (FileChannel note = PrivateFiles.open(doubt, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            note.force(true);
        } catch (IOException e) {
            throw new StorageFailedException(
                    "The doubt about " + what + " cannot be noted (" + FailureText.of(e)
                            + "): the data directory must be writable, " + doubt + " in particular.",
                    e);
        }
        DataFiles.syncNameOf(doubt);
    }

    /** Forgets the doubt, once that was done. */
    public void settled() {
        try {
            Files.deleteIfExists(doubt);
        } catch (IOException e) {
            LOG.warn("{} cannot be erased: as long as it is there, each start doubts the last commit.", doubt, e);
        }
    }

    /** Returns whether there is no log, which only a file that was left in order can do without. */
    boolean isMissing() {
        return found.verdict() == LogInspection.Verdict.MISSING || found.verdict() == LogInspection.Verdict.EMPTY;
    }

    /** Refuses if there is no log although the file, read without one, was not left in order. */
    public void requireIfNotClean(boolean clean) {
        if (isMissing() && !clean) {
            throw new StorageFailedException(
                    "The log of " + what + " is missing: its file was not left in order, so what was acknowledged last"
                            + " is in a file with the ending -wal that is not there. Put that file back;"
                            + " if it is lost, or a tool copied it into the database, run `mintmark"
                            + " raise`.");
        }
    }

    /**
     * Returns if {@code file}, to which something was committed, has a log, whose name is on stable storage from then
     * on. An earlier start may have made it, and failed before that.
     */
    public static void requireInUse(Path file) {
        if (!Files.exists(file.resolveSibling(file.getFileName() + "-wal"))) {
            throw new StorageFailedException("SQLite keeps no write-ahead log for " + file
                    + " although it was told to: look at the data directory's disk.");
        }
        DataFiles.syncNameOf(file);
    }

    /**
     * Makes the next write begin the log anew: frames that were dropped must not be found again after shorter ones.
     *
     * <p>SQLite does that only where it copied something. If the log's first commit was dropped, there is nothing to
     * copy, and the next one goes on in the same generation: so {@link #beginAnewAfterWrite} is needed after it.
     */
    public void beginAnew(Connection connection) throws SQLException {
        if (!isMissing()) {
            checkpoint(connection, "RESTART");
        }
    }

    /** Makes the write after this one begin the log anew, once something was written after what was dropped. */
    public static void beginAnewAfterWrite(Connection connection) throws SQLException {
        checkpoint(connection, "RESTART");
    }

    /** Copies what is in the log into the file, so that the file itself says that it is open. */
    public static void copy(Connection connection) throws SQLException {
        checkpoint(connection, "PASSIVE");
    }

    private static void checkpoint(Connection connection, String mode) throws SQLException {
        long ignored = Statements.one(connection, "PRAGMA wal_checkpoint(" + mode + ")");
    }
}
