package io.mintmark.server.http;

import io.mintmark.server.load.Ticker;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;

/**
 * How far one exchange has come, told by whoever works on it and read by the {@link SlowClientReaper}. Only the time in which the
 * client is awaited counts; that in which the server works, or has no turn for the request, does not.
 *
 * <p><b>Who decides.</b> The vigil may find a client too slow in the moment in which the last byte comes. Both then try to
 * change {@link #sinceNanos} from the same value, and one of them succeeds: either the wait had ended and nothing happens
 * to the client, or it was struck and its request is not begun. What the vigil looked at belongs to that very wait,
 * because nothing of it changes while the client is awaited.
 */
final class TransferProgress {
    /** What a client was too slow at. */
    enum Struck {
        NOTHING,
        BODY,
        REPLY
    }

    /** In the place of a time: nobody is awaited. */
    private static final long NOBODY = Long.MIN_VALUE;
    /** In the place of a time: the vigil ended the wait. */
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

    /** The client is awaited from now on: the rest of its body has to come. */
    TransferProgress(Ticker ticker) {
        this.ticker = ticker;
        this.sinceNanos = ticker.nanos();
    }

    /** Begins the server's own part, which no client can delay; returns false if the client was struck before. */
    boolean workBegins() {
        return waitEnds(sinceNanos);
    }

    private boolean waitEnds(long since) {
        return since != STRUCK && SINCE.compareAndSet(this, since, NOBODY);
    }

    /** Forgets the body: from now on the bytes of the reply count, from {@code credit} on. */
    void replyBegins(long credit) {
        if (SINCE.getAndSet(this, NOBODY) == STRUCK) {
            slow = true;
        }
        bytes.set(credit);
        awaitedNanos = 0;
        replying = true;
    }

    /** Begins to wait for the client to take bytes. */
    void writeBegins() {
        boolean ignored = SINCE.compareAndSet(this, NOBODY, ticker.nanos());
    }

    /** The client took {@code count} bytes. */
    void writeEnds(long count) {
        long since = sinceNanos;
        if (waitEnds(since)) {
            long before = awaitedNanos;
            awaitedNanos = before + (ticker.nanos() - since);
            bytes.addAndGet(count);
        }
    }

    /** The client sent {@code count} bytes. */
    void received(long count) {
        bytes.addAndGet(count);
    }

    /** Ends the wait for a client that is slower than it may be at present, and tells what it was slow at. */
    Struck strike(AdmissionLimits limits) {
        long since = sinceNanos;
        if (since == NOBODY || since == STRUCK) {
            return Struck.NOTHING;
        }
        Struck at = replying ? Struck.REPLY : Struck.BODY;
        long awaited = awaitedNanos + (ticker.nanos() - since);
        boolean struck = limits.isTooSlow(awaited, bytes.get()) && SINCE.compareAndSet(this, since, STRUCK);
        return struck ? at : Struck.NOTHING;
    }

    /** Tells whether the vigil ended this exchange for being slow. */
    boolean wasSlow() {
        return slow || sinceNanos == STRUCK;
    }
}
