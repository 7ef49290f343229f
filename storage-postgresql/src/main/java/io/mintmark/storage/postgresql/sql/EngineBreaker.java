package io.mintmark.storage.postgresql.sql;

import io.mintmark.internal.Ticker;
import io.mintmark.storage.StorageEngine.Outage;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The circuit breaker between a node and its engine: closed while the engine is asked, open while nothing waits for it.
 *
 * <p>{@link EngineProbe} and the heartbeat alone open it, and it closes once both were answered: what pools and lanes
 * meet on their way is a {@linkplain #suspect suspicion}, upon which the probe looks at once. So one connection that
 * broke opens nothing, and no two of them judge differently. While it is open, writes are refused without a question,
 * and reads too where the outage is total. Safe for any number of threads.
 */
public final class EngineBreaker implements EngineWatch {
    private static final Logger LOG = LoggerFactory.getLogger(EngineBreaker.class);

    private final String where;
    private final Ticker ticker;
    private final List<Consumer<Outage.Kind>> opening = new CopyOnWriteArrayList<>();
    private final List<Consumer<Outage.Kind>> closing = new CopyOnWriteArrayList<>();
    private volatile @Nullable Open open;
    private volatile long answered;
    private volatile long roundTrip;
    /** Used by the probe only. */
    private long lastNanos;

    private long nanosBefore;
    private volatile Runnable suspicion = () -> {};

    /** Since when, by the ticker, the engine is not there, and how that was noticed. */
    private record Open(Outage.Kind kind, String told, long since) {}

    /** What somebody wants of the engine. */
    enum Use {
        READS,
        WRITES
    }

    /** Stands before the engine that messages call {@code where}, closed. */
    EngineBreaker(String where, Ticker ticker) {
        this.where = where;
        this.ticker = ticker;
        this.answered = ticker.nanos();
    }

    /** Calls {@code opened} with what happened each time that it opens, or begins or ceases to refuse reads. */
    void whenOpened(Consumer<Outage.Kind> opened) {
        opening.add(opened);
    }

    /** Calls {@code closes} with what had happened each time that it is about to close. */
    public void whenClosing(Consumer<Outage.Kind> closes) {
        closing.add(closes);
    }

    /** Lets {@code looking}, which must not wait, know of each suspicion. */
    void whenSuspected(Runnable looking) {
        suspicion = looking;
    }

    /** Says that somebody met a failure which may be the engine's: the probe looks at once. */
    public void suspect() {
        suspicion.run();
    }

    /** Takes note that the engine answered a question without work after so many nanoseconds. */
    void answered(long nanos) {
        answered = ticker.nanos();
        // A pause of this process, or a busy moment of the engine, says nothing of the way.
        roundTrip = Math.min(nanos, Math.min(lastNanos, nanosBefore));
        nanosBefore = lastNanos;
        lastNanos = nanos;
    }

    @Override
    public Duration roundTrip() {
        return Duration.ofNanos(roundTrip);
    }

    /** Returns whether the engine answered the probe's last question, or the one before it. */
    public boolean answeredLately() {
        return ticker.nanos() - answered < EngineProbe.SILENCE_MAX.toNanos();
    }

    /** Opens it, or tells why it is open now; {@code told} says how that was noticed. */
    public synchronized void open(Outage.Kind kind, String told) {
        Open before = open;
        if (before != null && before.kind() == kind) {
            return;
        }
        open = new Open(kind, told, before == null ? answered : before.since());
        if (before == null) {
            LOG.warn(
                    "PostgreSQL at {} is not there for this node, which waits for it no more until it answers: {} ({}).",
                    where,
                    kind.text(),
                    told);
        } else {
            LOG.debug("PostgreSQL at {} is not there in another way: {} ({}).", where, kind.text(), told);
        }
        if (before == null || before.kind().isTotal() != kind.isTotal()) {
            opening.forEach(each -> each.accept(kind));
        }
    }

    /** Closes it: the engine answered, and took a write. */
    synchronized void close() {
        Open before = open;
        if (before != null) {
            closing.forEach(each -> each.accept(before.kind()));
            open = null;
            LOG.info(
                    "PostgreSQL at {} is there again after {} ms ({}).",
                    where,
                    lasted(before).toMillis(),
                    before.kind().text());
        }
    }

    private Duration lasted(Open outage) {
        return Duration.ofNanos(ticker.nanos() - outage.since());
    }

    /** Returns whether it is open, for whatever reason. */
    @Override
    public boolean isGone() {
        return open != null;
    }

    /** Returns why it is open, and for how long. */
    public Optional<Outage> outage() {
        Open now = open;
        return now == null ? Optional.empty() : Optional.of(new Outage(now.kind(), lasted(now)));
    }

    boolean refuses(Use use) {
        Open now = open;
        return now != null && (use == Use.WRITES || now.kind().isTotal());
    }

    /** Requires that the engine may be asked. */
    void require(Use use) throws SQLException {
        Open now = open;
        if (now != null && refuses(use)) {
            throw refusal(now);
        }
    }

    /** Requires that the engine may be asked for one more connection, where there is none. */
    void requireRoom() throws SQLException {
        Open now = open;
        if (now != null && now.kind() == Outage.Kind.FULL) {
            throw refusal(now);
        }
    }

    private SQLException refusal(Open now) {
        return Failures.cutOff("it is not there for this node since "
                + lasted(now).toMillis() + " ms: " + now.kind().text() + " (" + now.told() + ")");
    }
}
