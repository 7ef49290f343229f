package io.mintmark.web.admission;

import io.mintmark.internal.Ticker;
import io.mintmark.support.limits.Limits;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;

/**
 * How far one exchange has come, written by the threads that work on it and read by the {@link SlowClientReaper}. Only
 * the time in which the client is awaited counts; the time in which the server works, or has no permit for the request,
 * does not.
 *
 * <p><b>Who decides.</b> The reaper may find a client too slow in the moment in which the last byte comes. Both then
 * try to change {@link #sinceNanos} from the same value, and one of them succeeds: either the wait had ended and
 * nothing happens to the client, or the client was struck and its request is not begun. What the reaper looked at
 * belongs to that very wait, because nothing of it changes while the client is awaited.
 */
public final class TransferProgress {
    /** The part of an exchange at which a client was too slow. */
    enum Struck {
        NOTHING,
        BODY,
        REPLY
    }

    /** In the place of a time: nobody is awaited. */
    private static final long NOBODY = Long.MIN_VALUE;
    /** In the place of a time: the reaper ended the wait. */
    private static final long STRUCK = Long.MIN_VALUE + 1;

    private static final AtomicLongFieldUpdater<TransferProgress> SINCE =
            AtomicLongFieldUpdater.newUpdater(TransferProgress.class, "sinceNanos");

    private final Ticker ticker;
    private final AtomicLong bytes = new AtomicLong();
    private volatile long awaitedNanos;
    private volatile boolean replying;
    private volatile boolean slow;
    /** Since when the client is awaited. */
    private volatile long sinceNanos;

    /** Awaits the client from now on: the rest of its body has to come. */
    public TransferProgress(Ticker ticker) {
        this.ticker = ticker;
        this.sinceNanos = ticker.nanos();
    }

    /** Begins the server's own part, which no client can delay; returns false if the client was struck before. */
    public boolean workBegins() {
        return waitEnds(sinceNanos);
    }

    private boolean waitEnds(long since) {
        return since != STRUCK && SINCE.compareAndSet(this, since, NOBODY);
    }

    /** Forgets the body: from now on the bytes of the reply count, beginning with {@code credit}. */
    public void replyBegins(long credit) {
        if (SINCE.getAndSet(this, NOBODY) == STRUCK) {
            slow = true;
        }
        bytes.set(credit);
        awaitedNanos = 0;
        replying = true;
    }

    /** Begins to wait for the client to take bytes. */
    public void writeBegins() {
        boolean ignored = SINCE.compareAndSet(this, NOBODY, ticker.nanos());
    }

    /** Ends the wait: the client took {@code count} bytes. */
    public void writeEnds(long count) {
        long since = sinceNanos;
        if (waitEnds(since)) {
            long before = awaitedNanos;
            awaitedNanos = before + (ticker.nanos() - since);
            bytes.addAndGet(count);
        }
    }

    /** Counts {@code count} bytes that the client sent. */
    public void received(long count) {
        bytes.addAndGet(count);
    }

    /** Ends the wait for a client that is too slow at present, and returns what it is slow at. */
    Struck strike(Limits.Pace pace) {
        long since = sinceNanos;
        if (since == NOBODY || since == STRUCK) {
            return Struck.NOTHING;
        }
        Struck at = replying ? Struck.REPLY : Struck.BODY;
        long awaited = awaitedNanos + (ticker.nanos() - since);
        boolean struck = isTooSlow(pace, awaited, bytes.get()) && SINCE.compareAndSet(this, since, STRUCK);
        return struck ? at : Struck.NOTHING;
    }

    private static boolean isTooSlow(Limits.Pace pace, long nanos, long bytes) {
        long counted = nanos - pace.grace().toNanos();
        return counted > 0 && bytes < counted / 1e9 * pace.bytesPerSecondMin();
    }

    /** Returns whether the reaper ended this exchange because of a slow client. */
    public boolean wasSlow() {
        return slow || sinceNanos == STRUCK;
    }
}
