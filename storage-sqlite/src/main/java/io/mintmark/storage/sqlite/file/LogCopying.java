package io.mintmark.storage.sqlite.file;

import io.mintmark.internal.Uninterruptibly;
import io.mintmark.storage.group.OneThread;
import io.mintmark.storage.sql.Statements;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies what was committed from the write-ahead log into the database file, on a thread and a connection of its own,
 * so that the writer need not stop for it.
 *
 * <p><b>What is left to the writer.</b> A log can begin anew only at a moment when all of it was copied, and while the
 * writer goes on such a moment never comes by itself. So the copying here keeps away from a log of full length, and the
 * commit that makes it that long copies the rest, as SQLite does on its own: less than two helpings, not all of it.
 *
 * <p><b>Why it is safe.</b> It is SQLite's own checkpoint, made for this: it syncs the log before it copies, and the
 * file before the log may be used again. A copy that fails loses nothing, for the log still has it all; the writer will
 * meet the same fault when its turn comes.
 *
 * <p><b>While a copy of the file is read</b> ({@link FrozenFile}), nothing can be copied into it, and each try would
 * sort the whole log in vain. So neither this nor a commit tries. What has gathered by the end is copied here, and only
 * its last part by a commit.
 */
public final class LogCopying implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LogCopying.class);

    /** Fewest pages to copy that are worth a sync of the file: some 4 MB. */
    static final int PAGES_MIN = 1_000;

    /** Longest time for which the writer waits while a copy begins, whatever happens to the thread that begins it. */
    private static final long PAUSE_SECONDS_MAX = 5;

    private final String name;
    private final Connection connection;
    private final Connection writers;
    private final PreparedStatement length;
    private final PreparedStatement copy;
    private final ThreadPoolExecutor thread;
    private final long frameBytes;

    /** What the writer waits for before its next transaction, while a copy begins. */
    private volatile @Nullable CountDownLatch pause;

    private volatile @Nullable FrozenFile frozen;
    /** Whether commits leave the log alone, because the file is frozen or was until lately; the writer's. */
    private boolean resting;

    /** Whether the last copy failed, so that a lasting fault is logged once, not after every commit. */
    private volatile boolean failing;

    /**
     * Copies on a connection of its own, opened by {@code opener} at {@code url}, what {@code writers} writes there.
     */
    public static LogCopying open(String name, Connection writers, ConnectionOpener opener, String url)
            throws SQLException {
        Connection own = opener.open(url);
        try {
            return new LogCopying(name, writers, own);
        } catch (SQLException | RuntimeException | Error e) {
            own.close();
            throw e;
        }
    }

    private LogCopying(String name, Connection writers, Connection own) throws SQLException {
        this.name = name;
        this.connection = own;
        this.writers = writers;
        Pragmas.prepareWriter(own);
        frameBytes = LogFrames.HEADER_BYTES + Statements.one(own, "PRAGMA page_size");
        length = writers.prepareStatement("PRAGMA wal_checkpoint(NOOP)");
        copy = own.prepareStatement("PRAGMA wal_checkpoint(PASSIVE)");
        // A thread that is still copying is asked again after the next commit.
        thread = OneThread.named(
                "mintmark-log-" + name, new SynchronousQueue<>(), new ThreadPoolExecutor.DiscardPolicy());
    }

    /** Starts copying the log where that is worth it; called by the writer thread between two transactions. */
    public void afterCommit() throws SQLException {
        pauseIfAsked();
        long written;
        long waiting;
        try (ResultSet pages = length.executeQuery()) {
            written = pages.getLong("log");
            waiting = written - pages.getLong("checkpointed");
        }
        FrozenFile held = frozen;
        if (held != null) {
            rest();
            held.watch(written * frameBytes);
        } else if (resting) {
            catchUp(waiting);
        } else if (waiting >= PAGES_MIN && written < Pragmas.CHECKPOINT_PAGES - PAGES_MIN) {
            beginToCopy();
        }
    }

    private void rest() throws SQLException {
        if (!resting) {
            Pragmas.require(writers, "wal_autocheckpoint", "0", "0");
            resting = true;
        }
    }

    private void catchUp(long waiting) throws SQLException {
        if (waiting >= PAGES_MIN) {
            beginToCopy();
        } else {
            String pages = Integer.toString(Pragmas.CHECKPOINT_PAGES);
            Pragmas.require(writers, "wal_autocheckpoint", pages, pages);
            resting = false;
        }
    }

    private void pauseIfAsked() {
        CountDownLatch asked = pause;
        if (asked != null) {
            Uninterruptibly.run(() -> {
                boolean ignored = asked.await(PAUSE_SECONDS_MAX, TimeUnit.SECONDS);
            });
        }
    }

    /** Freezes the file that is written to, between two transactions of its writer. */
    public FrozenFile freeze(FrozenFile.Builder wanted) throws SQLException {
        FrozenFile made = new FrozenFile.Builder(
                        wanted.what(),
                        wanted.path(),
                        wanted.opener(),
                        wanted.raw(),
                        wanted.logBytesMax(),
                        () -> thaw(wanted.thawed()))
                .freeze(this::holdUp);
        frozen = made;
        return made;
    }

    private void holdUp(boolean waiting) {
        CountDownLatch before = pause;
        pause = waiting ? new CountDownLatch(1) : null;
        if (before != null) {
            before.countDown();
        }
    }

    private void thaw(Runnable next) {
        frozen = null;
        beginToCopy();
        next.run();
    }

    private void beginToCopy() {
        try {
            thread.execute(this::copy);
        } catch (OutOfMemoryError noThread) {
            // The system has no thread to give; the next commit asks again, or copies itself in the end.
        }
    }

    private void copy() {
        try (ResultSet ignored = copy.executeQuery()) {
            failing = false;
        } catch (SQLException e) {
            if (!failing) {
                LOG.warn("The log of the database {} could not be copied into its file; nothing is lost.", name, e);
            }
            failing = true;
        }
    }

    /** Waits for the copying under way, and gives the connection back. */
    @Override
    public void close() throws SQLException {
        thread.shutdown();
        Uninterruptibly.run(() -> {
            boolean ignored = thread.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        });
        connection.close();
    }
}
