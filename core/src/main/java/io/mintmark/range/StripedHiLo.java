package io.mintmark.range;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A generator in order per stripe while numbers flow fast, and in one total order while they do not: threads are spread over
 * a few cursors, so that they seldom meet; numbers of different stripes are not ordered.
 *
 * <p>For many threads at once, virtual ones too. Each stripe draws a {@value StripeRange#PER_RANGE}th of a range at a time.
 * Ranges are as long as numbers flow fast: up to some 50,000 a second that part is a single number, and everybody draws from
 * one cursor as in a {@link StrictHiLo}; from then on a share is what is issued in some 40 µs, and at most {@value
 * StripeRange#MOST} numbers. A thread that has a stripe for itself, as any of a few does, sees its numbers increase as long as the
 * source's ranges do; blocks of several numbers leave that order, for they come from above what stripes drew before.
 *
 * <p>A share is issued while its range is in use; what is left of it then is a gap. When the generator is closed, what is
 * left of the share that was drawn last goes back with the range: one thread alone loses nothing. Safe for any number of
 * threads.
 *
 * <h2>Why no interleaving repeats a number</h2>
 *
 * <p>Drawing a share is a block of the strict generator, and nobody else's. Its numbers are issued by an atomic addition to
 * the share's cursor, as those of a segment are. A stripe's share is replaced by compare-and-set, and by none only when its
 * segment is no longer in use: so a share that was drawn before another one of the same segment never follows it in a stripe.
 * (The share is read before the head, which only moves forward: a head that is not the share's segment is a later one.)
 *
 * <p>Whoever takes a share out of its stripe, or draws one that finds no place, hands it back. Handing back first swaps that
 * cursor away, so that nobody owns the rest or will, then moves the segment's cursor from behind the rest to its beginning, by
 * compare-and-set: it succeeds only if nobody drew a number above, and whoever draws later finds numbers without an owner.
 * Otherwise the rest is a gap, and is told.
 *
 * <p>The caller who moves the generator to another range empties the stripes that hold shares of earlier ones; a stripe that
 * is filled with such a share later is emptied by its filler, or at the next change. A share would keep its segment in memory,
 * and that all segments that come after it.
 */
public final class StripedHiLo implements HiLo {
    private static final int STRIPES_PER_CORE = 4;
    private static final int STRIPES_MAX = 256;
    private static final StripeRange NONE = new StripeRange(Segment.empty(), 0, 0);

    private final StrictHiLo generator;
    private final AtomicReferenceArray<StripeRange> shares;
    private final int mask;
    private final int sharesPerRange;
    private final int shareMax;

    StripedHiLo(StrictHiLo generator) {
        this(generator, stripesForThisMachine(), StripeRange.PER_RANGE, StripeRange.MOST);
    }

    /** Makes a generator of {@code stripes}, a power of two, that draw {@code shareMax} numbers at most. */
    StripedHiLo(StrictHiLo generator, int stripes, int sharesPerRange, int shareMax) {
        this.generator = generator;
        this.shares = new AtomicReferenceArray<>(stripes);
        this.mask = stripes - 1;
        this.sharesPerRange = sharesPerRange;
        this.shareMax = shareMax;
        for (int stripe = 0; stripe < stripes; stripe++) {
            shares.set(stripe, NONE);
        }
        generator.afterSwitch(this::emptyStripes);
    }

    private static int stripesForThisMachine() {
        int wanted = Runtime.getRuntime().availableProcessors() * STRIPES_PER_CORE;
        return Math.min(STRIPES_MAX, Integer.highestOneBit(Math.max(2, wanted) * 2 - 1));
    }

    @Override
    public long next() {
        int stripe = (int) Thread.currentThread().getId() & mask;
        StripeRange share = shares.getAcquire(stripe);
        Segment segment = generator.current();
        long number = share.next(segment);
        if (number != StripeRange.NONE) {
            return number;
        }
        return isShared(segment) ? draw(stripe, share, (range, drawn) -> drawn) : generator.next();
    }

    @Override
    public <T> T nextBlock(int count, NumberInRange<T> use) {
        if (count != 1) {
            return generator.nextBlock(count, use);
        }
        int stripe = (int) Thread.currentThread().getId() & mask;
        StripeRange share = shares.getAcquire(stripe);
        Segment segment = generator.current();
        long number = share.next(segment);
        if (number != StripeRange.NONE) {
            return use.of(segment.range, number);
        }
        return isShared(segment) ? draw(stripe, share, use) : generator.nextBlock(1, use);
    }

    /** Draws several numbers from the generator itself, past what the stripes drew before. */
    @Override
    public long nextBlock(int count) {
        return count == 1 ? next() : generator.nextBlock(count);
    }

    /** Tells whether a stripe's part of a segment is more than one number. */
    private boolean isShared(Segment segment) {
        return segment.size >= 2L * sharesPerRange;
    }

    private <T> T draw(int stripe, StripeRange used, NumberInRange<T> use) {
        Waiter waiter = new Waiter(1);
        StripeRange share = used;
        while (true) {
            handBack(place(stripe, share, generator.drawForStripe(sharesPerRange, shareMax, waiter)));
            share = shares.getAcquire(stripe);
            Segment segment = generator.current();
            long number = share.next(segment);
            if (number != StripeRange.NONE) {
                return use.of(segment.range, number);
            }
            if (!isShared(segment)) {
                emptyIfOld(stripe);
                return generator.next(waiter, use);
            }
        }
    }

    /**
     * Puts a fresh share in place of one that is used up or old, or of none, and returns which share is to be handed back: the
     * fresh one if another thread drew one for this stripe, for order allows only one.
     */
    private StripeRange place(int stripe, StripeRange used, StripeRange fresh) {
        if (shares.compareAndSet(stripe, used, fresh)) {
            return used;
        }
        return shares.compareAndSet(stripe, NONE, fresh) ? NONE : fresh;
    }

    private void emptyStripes() {
        for (int stripe = 0; stripe <= mask; stripe++) {
            emptyIfOld(stripe);
        }
    }

    private void emptyIfOld(int stripe) {
        StripeRange share = shares.get(stripe);
        while (share != NONE && share.segment != generator.current()) {
            if (shares.compareAndSet(stripe, share, NONE)) {
                handBack(share);
                return;
            }
            share = shares.get(stripe);
        }
    }

    private void handBack(StripeRange share) {
        if (share != NONE) {
            generator.gap(share.segment, share.handBack());
        }
    }

    /** Only of the share that was drawn last can anything go back: behind it nobody drew. */
    @Override
    public void close() {
        generator.close(last -> emptyStripes());
    }

    /** Names the counter. */
    @Override
    public String toString() {
        return "StripedHiLo(" + generator + ")";
    }
}
