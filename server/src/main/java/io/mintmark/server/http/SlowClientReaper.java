package io.mintmark.server.http;

import io.mintmark.server.load.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
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
 * <p>Attackers come all at once, so that they would be ended all at once: a thousand refusals in one moment, in which
 * nobody else is answered. Where there are many connections, a tenth of them has its turn ten times a second.
 *
 * <p>A slow body is refused with a reply; a slow head or reader has its connection closed, since nothing could be said to
 * it.
 */
final class SlowClientReaper implements Connection.Listener {
    private static final Logger LOG = LoggerFactory.getLogger(SlowClientReaper.class);
    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final int SHARES = 10;
    /** No more than these are looked at all at once. */
    private static final int FEW = 128;

    private static final Duration INTERVAL_WHILE_CLOSING = Duration.ofMillis(50);
    private static final Duration REPORT_INTERVAL = Duration.ofMinutes(1);
    private static final long IDLE_MILLIS_WHILE_CLOSING = 100;

    private final AdmissionLimits limits;
    private final Ticker ticker;
    private final AdmissionCounts counts;
    private final Runnable refuseLate;
    private final List<Map<Connection, ConnectionState>> open = Stream.generate(
                    () -> (Map<Connection, ConnectionState>) new ConcurrentHashMap<Connection, ConnectionState>())
            .limit(SHARES)
            .toList();
    private volatile boolean closing;
    /** What follows belongs to the scheduler's thread. */
    private int nextShare;

    private long reportedNanos;
    private long reportedCount;

    SlowClientReaper(AdmissionLimits limits, Ticker ticker, AdmissionCounts counts, Runnable refuseLate) {
        this.limits = limits;
        this.ticker = ticker;
        this.counts = counts;
        this.refuseLate = refuseLate;
        this.reportedNanos = ticker.nanos() - REPORT_INTERVAL.toNanos();
    }

    @Override
    public void onOpened(Connection connection) {
        if (connection instanceof ConnectionMetaData) {
            shareOf(connection).put(connection, new ConnectionState(connection));
        }
    }

    @Override
    public void onClosed(Connection connection) {
        shareOf(connection).remove(connection);
    }

    private Map<Connection, ConnectionState> shareOf(Connection connection) {
        return open.get(Math.floorMod(System.identityHashCode(connection), SHARES));
    }

    /** Returns the connection that a request came on; one that was closed meanwhile is no longer looked at. */
    ConnectionState of(ConnectionMetaData metaData) {
        Connection connection = metaData.getConnection();
        ConnectionState watched = shareOf(connection).get(connection);
        return watched == null ? new ConnectionState(connection) : watched;
    }

    /** Begins to look, on the scheduler's one thread, until that stops. */
    void start(Scheduler scheduler) {
        lookAfter(Duration.ZERO, scheduler);
    }

    private void lookAfter(Duration delay, Scheduler scheduler) {
        Scheduler.Task ignored = scheduler.schedule(() -> lookAndGoOn(scheduler), delay);
    }

    /** Whatever happens to one look, another follows: without any, nobody would end what is slow or waits too long. */
    private void lookAndGoOn(Scheduler scheduler) {
        Duration interval = INTERVAL;
        try {
            boolean all = closing || isFew();
            interval = all ? INTERVAL : INTERVAL.dividedBy(SHARES);
            look(all ? open : nextShare());
        } catch (RuntimeException | Error e) {
            LOG.error("a look at the connections failed; the next one follows", e);
        } finally {
            lookAfter(closing ? INTERVAL_WHILE_CLOSING : interval, scheduler);
        }
    }

    /** From now on connections close soon after they have nothing left to answer. */
    void close(Scheduler scheduler) {
        closing = true;
        start(scheduler);
    }

    private boolean isFew() {
        return open.stream().mapToInt(Map::size).sum() <= FEW;
    }

    private List<Map<Connection, ConnectionState>> nextShare() {
        nextShare = (nextShare + 1) % SHARES;
        return open.subList(nextShare, nextShare + 1);
    }

    private void look(List<Map<Connection, ConnectionState>> shares) {
        refuseLate.run();
        shares.forEach(share -> share.values().forEach(this::look));
        report();
    }

    private void look(ConnectionState watched) {
        TransferProgress progress = watched.current();
        if (progress != null) {
            end(watched, progress.strike(limits));
            giveTimeBack(watched.connection().getEndPoint());
        } else if (watched.hasSlowHead(ticker.nanos(), limits.headMax().toNanos())) {
            counts.slowHeads.increment();
            watched.connection().getEndPoint().close(new TimeoutException("the head of a request took too long"));
        } else if (closing) {
            watched.connection().getEndPoint().setIdleTimeout(IDLE_MILLIS_WHILE_CLOSING);
        }
    }

    /** A request that came while its connection was about to close is answered like any other. */
    private void giveTimeBack(EndPoint endPoint) {
        if (endPoint.getIdleTimeout() == IDLE_MILLIS_WHILE_CLOSING) {
            endPoint.setIdleTimeout(limits.idleMax().toMillis());
        }
    }

    private void end(ConnectionState watched, TransferProgress.Struck struck) {
        EndPoint endPoint = watched.connection().getEndPoint();
        switch (struck) {
            case NOTHING -> {}
            case BODY -> {
                counts.slowBodies.increment();
                // Ends the wait for the next byte, from which the refusal follows.
                endPoint.setIdleTimeout(1);
            }
            case REPLY -> {
                counts.slowReaders.increment();
                endPoint.close(new TimeoutException("the client reads its reply too slowly"));
            }
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
