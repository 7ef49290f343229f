package io.mintmark.range;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A generator in order per stripe only: threads are spread over a few cursors, so that they seldom meet; numbers of
 * different stripes are not ordered.
 *
 * <p>For many threads at once, virtual ones too. Each stripe draws {@value #SHARE} numbers at a time; what stripes hold
 * when the generator is closed is a gap. Safe for any number of threads.
 */
public final class StripedHiLo implements HiLo {
    /** How many numbers a stripe draws at a time. */
    static final int SHARE = 256;

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
        long offset = segment.claim(1);
        return offset < segment.size ? segment.low + offset : refill(stripe, segment);
    }

    private long refill(int stripe, Segment used) {
        Segment segment = used;
        while (true) {
            segment = replace(stripe, segment);
            long offset = segment.claim(1);
            if (offset < segment.size) {
                return segment.low + offset;
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
            Segment fresh = generator.nextBlock(SHARE, (range, first) -> new Segment(range, first, SHARE, 0));
            return stripes.compareAndSet(stripe, used, fresh) ? fresh : stripes.getAcquire(stripe);
        } finally {
            lock.unlock();
        }
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
