package io.mintmark.range;

/**
 * Issues numbers in order to one thread at a time: a connection, an actor, a batch has one of its own.
 *
 * <p>Order per handle only: numbers of one handle increase as long as the source's ranges do, and say nothing about those
 * of another. <b>Not thread-safe</b>; that is what makes it cost a plain addition. It draws {@value #SHARE} numbers at a
 * time from its generator; those that it did not issue when it is dropped are a gap.
 *
 * <p>After the generator was closed a handle issues what it drew before, then refuses.
 */
public final class HiLoHandle {
    /** How many numbers a handle draws at a time. */
    static final int SHARE = 256;

    private final StrictHiLo generator;

    /** Kept, so that drawing makes no garbage. */
    private final NumberInRange<Range> keeping = this::keep;

    private long issued;
    private long last;
    private Range range = Range.of(0, 0);

    HiLoHandle(StrictHiLo generator) {
        this.generator = generator;
    }

    /** Issues a number; fails as {@link HiLo#next()} does. */
    public long next() {
        // Compared for equality: one above the last number there is would wrap, and pass for a small one.
        long number = issued == last ? draw() : issued + 1;
        issued = number;
        return number;
    }

    private long draw() {
        range = generator.nextBlock(SHARE, keeping);
        return last - SHARE + 1;
    }

    private Range keep(Range from, long first) {
        last = first + SHARE - 1;
        return from;
    }

    /** Returns the range that the number issued last belongs to, with its prefix and tag. */
    public Range range() {
        return range;
    }
}
