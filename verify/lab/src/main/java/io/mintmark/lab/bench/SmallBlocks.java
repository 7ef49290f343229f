package io.mintmark.lab.bench;

import io.mintmark.range.Range;
import io.mintmark.range.RangeSource;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** A healthy store that grants blocks of one size and answers after a set time; takes nothing back, as a sequence. */
final class SmallBlocks implements RangeSource {
    private final int block;
    private final long answerNanos;
    private final AtomicLong max = new AtomicLong();

    SmallBlocks(int block, Duration answersAfter) {
        this.block = block;
        this.answerNanos = answersAfter.toNanos();
    }

    @Override
    public Range reserve(long size) {
        long due = System.nanoTime() + answerNanos;
        for (long left = answerNanos; left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(this, left);
        }
        long high = max.addAndGet(block);
        return Range.of(high - block + 1, high);
    }

    @Override
    public boolean giveBack(Range range, long lastIssued) {
        return false;
    }

    @Override
    public long raise(long atLeast) {
        return max.accumulateAndGet(atLeast, Math::max);
    }

    /** Returns how often it answered. */
    long answers() {
        return max.get() / block;
    }
}
