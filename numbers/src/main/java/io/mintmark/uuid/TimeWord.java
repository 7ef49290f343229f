package io.mintmark.uuid;

import io.mintmark.internal.PaddedCursor;

/**
 * The one word that a generator's threads share: 48 bits of milliseconds, 16 bits of counter, and it only ever grows.
 *
 * <p>It holds the first claim that nobody has made. {@link #next()} takes that and leaves the next one: a counter that
 * is full carries into the milliseconds, which so go ahead of the clock instead of waiting for it. {@link #raise} moves
 * it to the time it has become, never back. Both are single atomic steps on one word, hence claims are in one total
 * order and none is made twice, whatever the clock says. The word has two cache lines for itself.
 */
final class TimeWord extends PaddedCursor {
    /** Bits of the counter under the milliseconds. */
    static final int COUNTER_BITS = 16;

    /** The highest word; above it the counter would carry out of the last millisecond there is. */
    static final long LAST = -1L - (1L << 40);

    /** Claims the next word. */
    long next() {
        return (long) CURSOR.getAndAdd(this, 1L);
    }

    /** Moves the word up to {@code atLeast}, as an unsigned number, unless it stands higher. */
    void raise(long atLeast) {
        long now = get();
        while (Long.compareUnsigned(now, atLeast) < 0) {
            long seen = (long) CURSOR.compareAndExchange(this, now, atLeast);
            if (seen == now) {
                return;
            }
            now = seen;
        }
    }

    long get() {
        return (long) CURSOR.getVolatile(this);
    }
}
