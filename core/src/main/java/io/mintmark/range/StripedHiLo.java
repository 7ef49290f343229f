package io.mintmark.range;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A generator in order per stripe only: threads are spread over a few cursors, so that they seldom meet; numbers of
 * different stripes are not ordered.
 *
 * <p>For many threads at once, virtual ones too. Each stripe draws a 64th of a range at a time, {@value #SHARE_MIN} to
 * {@value #SHARE_MAX} numbers: ranges are as long as numbers flow fast, so a stripe draws seldom when it is busy and little
 * when it is not. What stripes hold when the generator is closed is a gap. Safe for any number of threads.
 */
public final class StripedHiLo implements HiLo {
    /** Fewest numbers that a stripe draws at a time. */
    static final int SHARE_MIN = 256;

    /** Most numbers that a stripe draws at a time. */
    static final int SHARE_MAX = 1 << 14;

    /** This part of a range is drawn at a time, between the two. */
    private static final int SHARES_PER_RANGE = 64;

    private static final int STRIPES_PER_CORE = 4;
    private static final int STRIPES_MAX = 256;
    private static final Segment CLOSED = Segment.empty();

    private final StrictHiLo generator;
    private final AtomicReferenceArray<Segment> stripes;
    private final ReentrantLock[] refilling;
    private final int mask;

    StripedHiLo(StrictHiLo generator, int count) {
        this.generator = generator;
        this.stripes = new AtomicReferenceArray<>(count);
        this.refilling = new ReentrantLock[count];
        this.mask = count - 1;
        for (int i = 0; i < count; i++) {
            stripes.set(i, Segment.empty());
            refilling[i] = new ReentrantLock();
        }
    }

    /** A power of two, so that a mask finds the stripe. */
    static int stripesForThisMachine() {
        int wanted = Runtime.getRuntime().availableProcessors() * STRIPES_PER_CORE;
        return Math.min(STRIPES_MAX, Integer.highestOneBit(Math.max(2, wanted) * 2 - 1));
    }

    @Override
    public long next() {
        int stripe = (int) Thread.currentThread().getId() & mask;
        Segment segment = stripes.getAcquire(stripe);
        // Read ahead of the addition: a load behind an atomic one waits until that is through.
        long fastEnd = segment.fastEnd();
        long number = segment.take(1);
        return number < fastEnd || segment.holds(number, 1) ? number : refill(stripe, segment);
    }

    private long refill(int stripe, Segment used) {
        Segment segment = used;
        while (true) {
            segment = replace(stripe, segment);
            long number = segment.take(1);
            if (segment.holds(number, 1)) {
                return number;
            }
        }
    }

    private Segment replace(int stripe, Segment used) {
        ReentrantLock lock = refilling[stripe];
        generator.lockWithinDeadline(lock);
        try {
            Segment present = stripes.getAcquire(stripe);
            if (present != used && present != CLOSED) {
                return present;
            }
            // Closed or not, the generator itself refuses once it is closed.
            int share = share();
            Segment fresh = generator.nextBlock(share, (range, first) -> new Segment(range, first, share, 0));
            fresh.liftSoftLimit();
            return stripes.compareAndSet(stripe, used, fresh) ? fresh : stripes.getAcquire(stripe);
        } finally {
            lock.unlock();
        }
    }

    private int share() {
        return (int) Math.max(SHARE_MIN, Math.min(generator.current().size / SHARES_PER_RANGE, SHARE_MAX));
    }

    /** Draws the block from the generator, past what the stripes drew before. */
    @Override
    public long nextBlock(int count) {
        return generator.nextBlock(count);
    }

    @Override
    public <T> T nextBlock(int count, NumberInRange<T> use) {
        return generator.nextBlock(count, use);
    }

    @Override
    public void close() {
        generator.close();
        for (int i = 0; i < stripes.length(); i++) {
            stripes.getAndSet(i, CLOSED).seal();
        }
    }
}
