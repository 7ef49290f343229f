package io.mintmark.server.http;

import io.mintmark.server.load.Ticker;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.util.thread.Scheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at every connection again and again, and ends those whose client sends or reads slower than it may: a byte a
 * minute keeps a connection from being idle, and would keep it for ever. Thread-safe.
 *
 * <p>A slow body is refused with a reply; a slow head or reader has its connection closed, since nothing could be said to
 * it.
 */
final class Vigil implements Connection.Listener {
    private static final Logger LOG = LoggerFactory.getLogger(Vigil.class);
    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final Duration INTERVAL_WHILE_CLOSING = Duration.ofMillis(50);
    private static final Duration REPORT_INTERVAL = Duration.ofMinutes(1);
    private static final long IDLE_MILLIS_WHILE_CLOSING = 100;

    private final HttpLoadLimits limits;
    private final Ticker ticker;
    private final HttpCounts counts;
    private final Runnable refuseLate;
    private final Map<Connection, Watched> open = new ConcurrentHashMap<>();
    private volatile boolean closing;
    private long reportedNanos;
    private long reportedCount;

    Vigil(HttpLoadLimits limits, Ticker ticker, HttpCounts counts, Runnable refuseLate) {
        this.limits = limits;
        this.ticker = ticker;
        this.counts = counts;
        this.refuseLate = refuseLate;
        this.reportedNanos = ticker.nanos() - REPORT_INTERVAL.toNanos();
    }

    @Override
    public void onOpened(Connection connection) {
        if (connection instanceof ConnectionMetaData) {
            open.put(connection, new Watched(connection));
        }
    }

    @Override
    public void onClosed(Connection connection) {
        open.remove(connection);
    }

    /** Returns the connection that a request came on; one that was closed meanwhile is no longer looked at. */
    Watched of(ConnectionMetaData metaData) {
        Watched watched = open.get(metaData.getConnection());
        return watched == null ? new Watched(metaData.getConnection()) : watched;
    }

    /** Begins to look, on the scheduler's one thread, until that stops. */
    void start(Scheduler scheduler) {
        lookAfter(Duration.ZERO, scheduler);
    }

    private void lookAfter(Duration delay, Scheduler scheduler) {
        Scheduler.Task ignored = scheduler.schedule(
                () -> {
                    look();
                    lookAfter(closing ? INTERVAL_WHILE_CLOSING : INTERVAL, scheduler);
                },
                delay);
    }

    /** From now on connections close soon after they have nothing left to answer. */
    void close(Scheduler scheduler) {
        closing = true;
        start(scheduler);
    }

    /** Looks once. */
    void look() {
        try {
            refuseLate.run();
            open.values().forEach(this::look);
            report();
        } catch (RuntimeException e) {
            LOG.error("a look at the connections failed; the next one follows", e);
        }
    }

    private void look(Watched watched) {
        long now = ticker.nanos();
        Progress progress = watched.current();
        if (progress != null) {
            if (progress.isTooSlow(now, limits)) {
                end(watched, progress);
            }
        } else if (watched.hasSlowHead(now, limits.headMax().toNanos())) {
            counts.slowHeads.increment();
            watched.connection().getEndPoint().close(new TimeoutException("the head of a request took too long"));
        } else if (closing) {
            watched.connection().getEndPoint().setIdleTimeout(IDLE_MILLIS_WHILE_CLOSING);
        }
    }

    private void end(Watched watched, Progress progress) {
        EndPoint endPoint = watched.connection().getEndPoint();
        if (progress.phase() == Progress.Phase.REPLY) {
            counts.slowReaders.increment();
            endPoint.close(new TimeoutException("the client reads its reply too slowly"));
        } else if (!progress.wasSlow()) {
            counts.slowBodies.increment();
            progress.markSlow();
            // Ends the wait for the next byte, from which the refusal follows.
            endPoint.setIdleTimeout(1);
        }
    }

    private void report() {
        long now = ticker.nanos();
        long turnedAway = counts.turnedAway();
        if (turnedAway > reportedCount && now - reportedNanos >= REPORT_INTERVAL.toNanos()) {
            reportedNanos = now;
            reportedCount = turnedAway;
            LOG.warn(
                    "Turned away since the start: {} connections beyond the limits; {} requests because too many waited,"
                            + " {} that waited too long, {} for want of memory; {} slow heads, {} slow bodies,"
                            + " {} slow readers. At most one such line a minute.",
                    counts.connectionsRefused(),
                    counts.shedFull(),
                    counts.shedLate(),
                    counts.shedMemory(),
                    counts.slowHeads(),
                    counts.slowBodies(),
                    counts.slowReaders());
        }
    }
}
