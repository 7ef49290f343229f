package io.mintmark.hilo.supply;

import io.mintmark.internal.Backoff;
import io.mintmark.internal.Ticker;
import io.mintmark.range.RangeSourceException;

/**
 * How many numbers a block may have: the limit of all generators, and for a while that of a source which just granted
 * too few.
 *
 * <p>A block is tried on the range in use, and skips what is left there if that is too short. So a block that the
 * source has no room for would skip a range each time; refused before that, it skips none. The source is asked again
 * after a rest, which grows with each refusal, for it may grant more then.
 *
 * <p>Thread-safe. {@link #most} is a hint and read plainly: a caller that reads an old value skips the rest of a range
 * in vain, or takes the lock to look again.
 */
public final class BlockLimit {
    private static final int MOST = 1 << 16;
    private static final Backoff REST_NANOS = new Backoff(10_000_000, 7);

    private final String counter;
    private final Ticker ticker;

    private int most = MOST;
    private int refusals;
    private long restUntilNanos;

    BlockLimit(String counter, Ticker ticker) {
        this.counter = counter;
        this.ticker = ticker;
    }

    /** Refuses a block of no length or of too many numbers, and one that was refused a moment ago. */
    public void require(int count) {
        if (count < 1 || count > most) {
            refuse(count);
        }
    }

    private synchronized void refuse(int count) {
        if (count < 1 || count > MOST) {
            throw new IllegalArgumentException("a block must have 1 to " + MOST + " numbers: count=" + count);
        }
        if (count > most && ticker.nanos() - restUntilNanos < 0) {
            throw tooFew(most, count);
        }
        most = MOST;
    }

    /**
     * Refuses a block that the source was asked for and granted too few numbers at once; waiting again would not help.
     */
    synchronized void requireGranted(int count, long wanted, long granted) {
        if (count > 1 && granted >= count) {
            refusals = 0;
        } else if (count > 1 && wanted >= count) {
            most = (int) Math.max(1, granted);
            restUntilNanos = ticker.nanos() + REST_NANOS.after(refusals++);
            throw tooFew(granted, count);
        }
    }

    private RangeSourceException tooFew(long granted, int count) {
        return new RangeSourceException("The counter " + counter + " grants " + granted
                + " numbers at once, which is too few for a block of " + count + ": ask for smaller blocks.");
    }
}
