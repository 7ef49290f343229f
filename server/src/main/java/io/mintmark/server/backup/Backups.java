package io.mintmark.server.backup;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The backups of one server: one at a time, and what became of them. Safe for any number of threads. */
public final class Backups implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Backups.class);

    private final BackupSource source;
    private final InstantSource clock;
    private final AtomicLong failures = new AtomicLong();
    private volatile @Nullable Instant newest;
    private @Nullable BackupStream current;
    private boolean closed;

    /** Makes backups of {@code source}. */
    public Backups(BackupSource source, InstantSource clock) {
        this.source = source;
        this.clock = clock;
    }

    /** Begins a backup, which the caller closes; refuses if there is one under way. */
    public synchronized BackupStream begin() {
        if (closed) {
            throw new BackupException("The server is shutting down, and no backup begins.");
        }
        BackupStream other = current;
        if (other != null) {
            throw new BackupException("A backup that began at " + other.begun()
                    + " is under way, and there is one at a time: wait for its end.");
        }
        source.require();
        BackupStream made = new BackupStream(source, clock, this);
        current = made;
        return made;
    }

    /** Takes note that nothing more is read for a backup, so that another one may begin while its end is on its way. */
    synchronized void made(BackupStream backup) {
        current = backup == current ? null : current;
    }

    /** Takes note how a backup ended, once; {@code failure} is null for one that is where it was to go. */
    void ended(BackupStream backup, @Nullable String failure) {
        made(backup);
        if (failure == null) {
            succeeded(backup.begun());
            LOG.info("The backup that began at {} is complete.", backup.begun());
        } else {
            failures.incrementAndGet();
            LOG.error("The backup that began at {} failed: {}", backup.begun(), failure);
        }
    }

    /**
     * Takes note of a backup that is complete, perhaps since before this server started; none is younger. The one
     * before it may be of a later time, if the clock was set back.
     */
    public void succeeded(Instant begun) {
        newest = begun;
    }

    /** Returns whether the store is backed up in this way at all, and not by tools of its own. */
    public boolean arePossible() {
        return source.isCopied();
    }

    /** Returns when the newest backup that is complete began, as far as this server knows. */
    public Optional<Instant> newest() {
        return Optional.ofNullable(newest);
    }

    /** Returns the seconds since then; not a number if no backup is known. */
    public double newestAgeSeconds() {
        Instant known = newest;
        return known == null ? Double.NaN : (clock.instant().toEpochMilli() - known.toEpochMilli()) / 1_000.0;
    }

    /** Returns how many backups failed. */
    public long failures() {
        return failures.get();
    }

    /** Ends the backup under way, and lets none begin. */
    @Override
    public void close() {
        BackupStream last;
        synchronized (this) {
            closed = true;
            last = current;
        }
        if (last != null) {
            last.end("The server was stopped before the backup was complete.");
        }
    }
}
