package io.mintmark.uuid;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The one word that a generator's threads share: 48 bits of milliseconds, 16 bits of counter, and it only ever grows.
 *
 * <p>It holds the first claim that nobody has made. {@link #next()} takes that and leaves the next one: a counter that is
 * full carries into the milliseconds, which so go ahead of the clock instead of waiting for it. {@link #raise} moves it to
 * the time it has become, never back. Both are single atomic steps on one word, hence claims are in one total order and
 * none is made twice, whatever the clock says. The word has two cache lines for itself.
 */
final class TimeWord extends TimeWordPadAfter {
    /** Bits of the counter under the milliseconds. */
    static final int COUNTER_BITS = 16;

    /** What the word may still reach; above it the counter would carry out of the last millisecond there is. */
    static final long LAST = -1L - (1L << 40);

    private static final VarHandle WORD;

    static {
        try {
            WORD = MethodHandles.lookup().findVarHandle(TimeWordCell.class, "word", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Claims the next word. */
    long next() {
        return (long) WORD.getAndAdd(this, 1L);
    }

    /** Moves the word up to {@code atLeast}, as an unsigned number, unless it stands higher. */
    void raise(long atLeast) {
        long now = get();
        while (Long.compareUnsigned(now, atLeast) < 0) {
            long seen = (long) WORD.compareAndExchange(this, now, atLeast);
            if (seen == now) {
                return;
            }
            now = seen;
        }
    }

    long get() {
        return (long) WORD.getVolatile(this);
    }
}

/** Keeps whatever lies before the word at a distance: two cache lines. */
abstract class TimeWordPadBefore {
    @SuppressWarnings("unused")
    long b00, b01, b02, b03, b04, b05, b06, b07, b08, b09, b10, b11, b12, b13, b14, b15;
}

/** The only field that is written all the time. */
abstract class TimeWordCell extends TimeWordPadBefore {
    @SuppressWarnings("unused") // by TimeWord.WORD
    volatile long word;
}

/** Keeps whatever lies behind the word at a distance: two cache lines. */
abstract class TimeWordPadAfter extends TimeWordCell {
    @SuppressWarnings("unused")
    long a00, a01, a02, a03, a04, a05, a06, a07, a08, a09, a10, a11, a12, a13, a14, a15;
}
