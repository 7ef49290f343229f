package io.mintmark.hilo;

import io.mintmark.range.Range;
import io.mintmark.range.RangeSource;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;

/** A counter that grants blocks of its own size, whatever it is asked for, and takes nothing back; a block of 0 holds none. */
final class SmallBlocks implements RangeSource {
    final AtomicInteger answers = new AtomicInteger();

    private final IntSupplier sizes;
    private long max;

    SmallBlocks(IntSupplier sizes) {
        this.sizes = sizes;
    }

    static SmallBlocks of(int size) {
        return new SmallBlocks(() -> size);
    }

    @Override
    public synchronized Range reserve(long wanted) {
        answers.incrementAndGet();
        int size = sizes.getAsInt();
        if (size == 0) {
            return Range.of(0, 0);
        }
        max += size;
        return Range.of(max - size + 1, max);
    }

    @Override
    public boolean giveBack(Range range, long lastIssued) {
        return false;
    }

    @Override
    public synchronized long raise(long atLeast) {
        max = Math.max(max, atLeast);
        return max;
    }

    /** Returns how many numbers were granted. */
    synchronized long granted() {
        return max;
    }
}
