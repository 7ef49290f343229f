package io.mintmark.server.backup;

import io.mintmark.MintmarkException;
import io.mintmark.internal.DaemonThreads;
import io.mintmark.internal.Sleeper;
import io.mintmark.internal.Ticker;
import io.mintmark.storage.lifecycle.Progress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Backups that a server makes by itself, into a folder: the next one is due so long after the last one began, also over
 * restarts. After a failure it is tried again sooner.
 */
public final class BackupSchedule implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BackupSchedule.class);
    private static final Duration RETRY_MAX = Duration.ofMinutes(10);
    private static final int RETRIES_A_PERIOD = 4;
    private static final Duration STOP_MAX = Duration.ofSeconds(60);

    private final Backups backups;
    private final BackupFolder folder;
    private final Duration every;
    private final int keep;
    private final long bytesPerSecond;
    private final InstantSource clock;
    private final ScheduledExecutorService thread;

    /**
     * Begins.
     *
     * @param every how long after the beginning of one backup the next one begins
     * @param keep how many are kept
     * @param bytesPerSecond how fast one is made at most
     */
    public BackupSchedule(
            Backups backups, BackupFolder folder, Duration every, int keep, long bytesPerSecond, InstantSource clock) {
        this(
                backups,
                folder,
                every,
                keep,
                bytesPerSecond,
                clock,
                Executors.newSingleThreadScheduledExecutor(
                        DaemonThreads.named(BackupSchedule.class, "mintmark-backup")));
    }

    BackupSchedule(
            Backups backups,
            BackupFolder folder,
            Duration every,
            int keep,
            long bytesPerSecond,
            InstantSource clock,
            ScheduledExecutorService thread) {
        this.backups = backups;
        this.folder = folder;
        this.every = every;
        this.keep = keep;
        this.bytesPerSecond = bytesPerSecond;
        this.clock = clock;
        folder.newest().ifPresent(backups::succeeded);
        folder.removeUnfinished();
        this.thread = thread;
        after(untilDue(folder.newest()));
    }

    /** One from a time to come was made before the clock was set back, who knows when. */
    private Duration untilDue(Optional<Instant> latest) {
        Instant now = clock.instant();
        return latest.map(last -> Duration.between(now, last.plus(every)))
                .filter(wait -> !wait.isNegative() && wait.compareTo(every) <= 0)
                .orElse(Duration.ZERO);
    }

    private void after(Duration wait) {
        if (!thread.isShutdown()) {
            var ignored = thread.schedule(this::run, wait.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void run() {
        Duration wait = retry();
        Instant begun = clock.instant();
        try {
            Path made = BackupRun.into(
                    folder, backups, new Pace(bytesPerSecond, Ticker.SYSTEM, Sleeper.SYSTEM), Progress.NONE);
            wait = untilDue(Optional.of(begun));
            List<Path> gone = folder.keep(keep, made);
            LOG.info("The backup {} was made, and {} older ones were removed.", made, gone.size());
        } catch (MintmarkException e) {
            LOG.error("No backup was made in time; it is tried again in {}: {}", wait, e.getMessage());
        } catch (RuntimeException | Error e) {
            LOG.error("No backup was made in time; it is tried again in {}.", wait, e);
        } finally {
            after(wait);
        }
    }

    private Duration retry() {
        Duration part = every.dividedBy(RETRIES_A_PERIOD);
        return part.compareTo(RETRY_MAX) < 0 ? part : RETRY_MAX;
    }

    /** Ends the backup under way, and makes no more. */
    @Override
    public void close() {
        List<Runnable> ignored = thread.shutdownNow();
        if (DaemonThreads.outlives(thread, STOP_MAX)) {
            LOG.warn("The backup under way does not end; the server stops without it.");
        }
    }
}
