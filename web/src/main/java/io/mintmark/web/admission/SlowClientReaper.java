package io.mintmark.web.admission;

import io.mintmark.internal.Ticker;
import io.mintmark.support.limits.Limits;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at every connection again and again, and ends those whose client sends or reads too slowly: a byte a minute
 * keeps a connection from being idle, and would keep it for ever. Thread-safe.
 *
 * <p>Attackers come all at once, and would be ended all at once: during a thousand refusals in one moment nobody else
 * is answered. Where there are many connections, the reaper therefore looks at a tenth of them ten times a second.
 *
 * <p>A slow body is refused with a reply. A slow head or reader has its connection closed, since nothing could be said
 * to it.
 */
public final class SlowClientReaper {
    /** Runs tasks later, one at a time. */
    @FunctionalInterface
    public interface Timer {
        /** Runs {@code task} once, after {@code delay}. */
        void runAfter(Duration delay, Runnable task);
    }

    private static final Logger LOG = LoggerFactory.getLogger(SlowClientReaper.class);
    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final int SHARES = 10;
    /** Up to this number, all connections are looked at in one go. */
    private static final int FEW = 128;

    private static final Duration INTERVAL_WHILE_CLOSING = Duration.ofMillis(50);
    private static final Duration REPORT_INTERVAL = Duration.ofMinutes(1);
    private static final long IDLE_MILLIS_WHILE_CLOSING = 100;

    private final Limits.Pace pace;
    private final Ticker ticker;
    private final AdmissionCounts counts;
    private final Runnable refuseLate;
    private final List<Set<ClientConnection>> open = Stream.<Set<ClientConnection>>generate(
                    ConcurrentHashMap::newKeySet)
            .limit(SHARES)
            .toList();
    private volatile boolean closing;
    /** Used only by the timer's thread, like the fields after it. */
    private int nextShare;

    private long reportedNanos;
    private long reportedCount;

    /**
     * Creates a reaper that does not look yet.
     *
     * @param refuseLate refuses the requests that wait too long for a permit, at each look
     */
    SlowClientReaper(Limits.Pace pace, Ticker ticker, AdmissionCounts counts, Runnable refuseLate) {
        this.pace = pace;
        this.ticker = ticker;
        this.counts = counts;
        this.refuseLate = refuseLate;
        this.reportedNanos = ticker.nanos() - REPORT_INTERVAL.toNanos();
    }

    /** Looks at {@code connection} from now on. */
    public void watch(ClientConnection connection) {
        boolean ignored = shareOf(connection).add(connection);
    }

    /** Looks at {@code connection} no longer. */
    public void forget(ClientConnection connection) {
        boolean ignored = shareOf(connection).remove(connection);
    }

    private Set<ClientConnection> shareOf(ClientConnection connection) {
        return open.get(Math.floorMod(System.identityHashCode(connection), SHARES));
    }

    /** Begins to look, and goes on until {@code timer} stops. */
    public void start(Timer timer) {
        lookAfter(Duration.ZERO, timer);
    }

    private void lookAfter(Duration delay, Timer timer) {
        timer.runAfter(delay, () -> lookAndGoOn(timer));
    }

    /** A failed look is followed by another one: without any, slow clients and late requests would never end. */
    private void lookAndGoOn(Timer timer) {
        Duration interval = INTERVAL;
        try {
            boolean all = closing || isFew();
            interval = all ? INTERVAL : INTERVAL.dividedBy(SHARES);
            look(all ? open : nextShare());
        } catch (RuntimeException | Error e) {
            LOG.error("a look at the connections failed; the next one follows", e);
        } finally {
            lookAfter(closing ? INTERVAL_WHILE_CLOSING : interval, timer);
        }
    }

    /** Closes connections, from now on, soon after they have nothing left to answer. */
    public void close(Timer timer) {
        closing = true;
        start(timer);
    }

    private boolean isFew() {
        return open.stream().mapToInt(Set::size).sum() <= FEW;
    }

    private List<Set<ClientConnection>> nextShare() {
        nextShare = (nextShare + 1) % SHARES;
        return open.subList(nextShare, nextShare + 1);
    }

    private void look(List<Set<ClientConnection>> shares) {
        refuseLate.run();
        shares.forEach(share -> share.forEach(this::look));
        report();
    }

    private void look(ClientConnection connection) {
        RequestResources exchange = connection.current();
        if (exchange != null) {
            end(connection, exchange.strike());
            giveTimeBack(connection);
        } else if (connection.hasSlowHead(ticker.nanos(), pace.headMax().toNanos())) {
            counts.slowHeads.increment();
            connection.breakOff("the handshake or the head of a request took too long");
        } else if (closing) {
            connection.idleMillisMax(IDLE_MILLIS_WHILE_CLOSING);
        }
    }

    /** A request that came while its connection was about to close is answered like any other. */
    private void giveTimeBack(ClientConnection connection) {
        if (connection.idleMillisMax() == IDLE_MILLIS_WHILE_CLOSING) {
            connection.idleMillisMax(pace.idleMax().toMillis());
        }
    }

    private void end(ClientConnection connection, TransferProgress.Struck struck) {
        switch (struck) {
            case NOTHING -> {}
            case BODY -> {
                counts.slowBodies.increment();
                // Ends the wait for the next byte, from which the refusal follows.
                connection.idleMillisMax(1);
            }
            case REPLY -> {
                counts.slowReaders.increment();
                connection.breakOff("the client reads its reply too slowly");
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
                    "Turned away since the start: {} connections beyond the limits, {} before their handshake; {} requests because too many waited,"
                            + " {} that waited too long, {} for want of memory; {} slow heads, {} slow bodies,"
                            + " {} slow readers. At most one such line a minute.",
                    counts.connectionsRefused(),
                    counts.handshakesRefused(),
                    counts.shedFull(),
                    counts.shedLate(),
                    counts.shedMemory(),
                    counts.slowHeads(),
                    counts.slowBodies(),
                    counts.slowReaders());
        }
    }
}
