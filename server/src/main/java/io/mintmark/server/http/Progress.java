package io.mintmark.server.http;

import io.mintmark.server.load.Ticker;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How far one exchange has come, told by whoever works on it and read by the {@link Vigil}. Only the time in which the
 * client is awaited counts; that in which the server works, or has no turn for the request, does not.
 */
final class Progress {
    /** Who is awaited. */
    enum Phase {
        BODY,
        WORK,
        REPLY
    }

    private final Ticker ticker;
    private final AtomicLong bytes = new AtomicLong();
    private volatile long awaitedNanos;
    private volatile long sinceNanos;
    private volatile Phase phase = Phase.BODY;
    private volatile boolean slow;

    Progress(Ticker ticker) {
        this.ticker = ticker;
        this.sinceNanos = ticker.nanos();
    }

    /** Begins the server's own part, which no client can delay. */
    void workBegins() {
        phase = Phase.WORK;
    }

    /** Forgets the body: from now on the bytes of the reply count, from {@code credit} on. */
    void replyBegins(long credit) {
        bytes.set(credit);
        awaitedNanos = 0;
        phase = Phase.WORK;
    }

    /** Begins to wait for the client to take bytes. */
    void writeBegins() {
        sinceNanos = ticker.nanos();
        phase = Phase.REPLY;
    }

    /** The client took {@code count} bytes. */
    void writeEnds(long count) {
        long before = awaitedNanos;
        awaitedNanos = before + (ticker.nanos() - sinceNanos);
        bytes.addAndGet(count);
        phase = Phase.WORK;
    }

    /** The client sent {@code count} bytes. */
    void received(long count) {
        bytes.addAndGet(count);
    }

    Phase phase() {
        return phase;
    }

    /** Tells whether the client is slower than it may be, at present. */
    boolean isTooSlow(long nowNanos, HttpLoadLimits limits) {
        return phase != Phase.WORK && limits.isTooSlow(awaitedNanos + (nowNanos - sinceNanos), bytes.get());
    }

    void markSlow() {
        slow = true;
    }

    /** Tells whether the vigil ended this exchange for being slow. */
    boolean wasSlow() {
        return slow;
    }
}
