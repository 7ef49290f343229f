package io.mintmark.hilo;

import io.mintmark.hilo.supply.Segment;
import io.mintmark.hilo.supply.Waiter;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A generator in order per stripe while numbers flow fast, and in one total order while they do not: threads are spread
 * over a few cursors, so that they seldom meet; numbers of different stripes are not ordered.
 *
 * <p>For many threads at once, virtual ones too. Each stripe draws a {@value StripeRange#PER_RANGE}th of a range at a
 * time. Ranges are as long as numbers flow fast. Up to some 50,000 a second that part is a single number, and all
 * threads draw from one cursor as in a {@link StrictHiLo}; from then on a stripe draws the numbers of some 40 µs, and
 * at most {@value StripeRange#MOST}. A thread that has a stripe for itself, as any of a few does, sees its numbers
 * increase as long as the source's ranges do. Blocks of several numbers leave that order: they lie above the numbers
 * that stripes drew before.
 *
 * <p>A stripe's numbers are issued while their range is in use; the rest is a gap then. When the generator is closed,
 * the rest of the numbers drawn last goes back with the range: one thread alone loses nothing. Safe for any number of
 * threads.
 *
 * <h2>Why no interleaving repeats a number</h2>
 *
 * <p>A {@link StripeRange} is drawn as a block of the strict generator, and belongs to nobody else. Its numbers are
 * issued by an atomic addition to its cursor, as those of a segment are. A stripe replaces its range by
 * compare-and-set, and empties itself only when the range's segment is no longer in use: so a range that was drawn
 * before another one of the same segment never follows it in a stripe. (The stripe is read before the head, which only
 * moves forward: a head that is not the range's segment is a later one.)
 *
 * <p>A thread that had to wait for a range is served a number for itself, before anybody draws of that range, and
 * issues it beside its stripe: it lies below all that the stripe draws of the range, and above all that it drew before.
 *
 * <p>A thread that takes a range out of its stripe, or draws one that finds no place, hands it back. Handing back first
 * swaps the range's cursor away, so that nobody owns the rest or will. Then it moves the segment's cursor from the end
 * of the rest to its beginning, by compare-and-set: that succeeds only if nobody drew a number above, and later draws
 * find numbers without an owner. Otherwise the rest is a gap, and is told.
 *
 * <p>The caller that moves the generator to another segment empties the stripes that hold ranges of earlier ones. A
 * stripe that is filled with such a range later is emptied by the thread that filled it, or at the next change. The
 * range would keep its segment in memory, and all segments that come after it.
 */
public final class StripedHiLo implements HiLo {
    private static final int STRIPES_PER_CORE = 4;
    private static final int STRIPES_MAX = 256;
    private static final StripeRange NONE = new StripeRange(Segment.empty(), 0, 0);

    private final StrictHiLo generator;
    private final AtomicReferenceArray<StripeRange> stripes;
    private final int mask;
    private final int partsPerRange;
    private final int mostAtOnce;

    StripedHiLo(StrictHiLo generator) {
        this(generator, stripesForThisMachine(), StripeRange.PER_RANGE, StripeRange.MOST);
    }

    /** Makes a generator of {@code count} stripes, a power of two, that draw {@code mostAtOnce} numbers at most. */
    StripedHiLo(StrictHiLo generator, int count, int partsPerRange, int mostAtOnce) {
        this.generator = generator;
        this.stripes = new AtomicReferenceArray<>(count);
        this.mask = count - 1;
        this.partsPerRange = partsPerRange;
        this.mostAtOnce = mostAtOnce;
        for (int stripe = 0; stripe < count; stripe++) {
            stripes.set(stripe, NONE);
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
        StripeRange drawn = stripes.getAcquire(stripe);
        Segment segment = generator.current();
        long number = drawn.next(segment);
        if (number != StripeRange.NONE) {
            return number;
        }
        return isSplit(segment) ? draw(stripe, drawn, (range, issued) -> issued) : generator.next();
    }

    @Override
    public <T> T nextBlock(int count, NumberInRange<T> use) {
        if (count != 1) {
            return generator.nextBlock(count, use);
        }
        int stripe = (int) Thread.currentThread().getId() & mask;
        StripeRange drawn = stripes.getAcquire(stripe);
        Segment segment = generator.current();
        long number = drawn.next(segment);
        if (number != StripeRange.NONE) {
            return use.of(segment.range, number);
        }
        return isSplit(segment) ? draw(stripe, drawn, use) : generator.nextBlock(1, use);
    }

    /** Draws several numbers from the generator itself, past what the stripes drew before. */
    @Override
    public long nextBlock(int count) {
        return count == 1 ? next() : generator.nextBlock(count);
    }

    /** Returns whether a stripe's part of a segment is more than one number. */
    private boolean isSplit(Segment segment) {
        return segment.size >= 2L * partsPerRange;
    }

    private <T> T draw(int stripe, StripeRange used, NumberInRange<T> use) {
        Waiter waiter = new Waiter(1);
        StripeRange drawn = used;
        while (true) {
            StripeRange fresh = generator.drawForStripe(partsPerRange, mostAtOnce, waiter);
            if (waiter.isServed()) {
                return use.of(fresh.segment.range, fresh.next(fresh.segment));
            }
            handBack(place(stripe, drawn, fresh));
            drawn = stripes.getAcquire(stripe);
            Segment segment = generator.current();
            long number = drawn.next(segment);
            if (number != StripeRange.NONE) {
                return use.of(segment.range, number);
            }
            if (!isSplit(segment)) {
                emptyIfOld(stripe);
                return generator.next(waiter, use);
            }
        }
    }

    /**
     * Puts a fresh range in place of one that is used up or old, or of none, and returns the one to be handed back: the
     * fresh one if another thread drew one for this stripe, for order allows only one.
     */
    private StripeRange place(int stripe, StripeRange used, StripeRange fresh) {
        if (stripes.compareAndSet(stripe, used, fresh)) {
            return used;
        }
        return stripes.compareAndSet(stripe, NONE, fresh) ? NONE : fresh;
    }

    private void emptyStripes() {
        for (int stripe = 0; stripe <= mask; stripe++) {
            emptyIfOld(stripe);
        }
    }

    private void emptyIfOld(int stripe) {
        StripeRange drawn = stripes.get(stripe);
        while (drawn != NONE && drawn.segment != generator.current()) {
            if (stripes.compareAndSet(stripe, drawn, NONE)) {
                handBack(drawn);
                return;
            }
            drawn = stripes.get(stripe);
        }
    }

    private void handBack(StripeRange drawn) {
        if (drawn != NONE) {
            generator.gap(drawn.segment, drawn.handBack());
        }
    }

    /** Only the rest of the range that was drawn last can go back: nobody drew after it. */
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
