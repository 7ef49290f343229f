package io.mintmark.hilo;

import io.mintmark.range.InMemoryRanges;
import io.mintmark.range.Range;
import io.mintmark.range.RangeSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** A counter in memory that does what a test wants before it answers, and remembers what it was asked. */
final class ScriptedSource implements RangeSource {
    final InMemoryRanges counter;
    final List<Range> reserved = new CopyOnWriteArrayList<>();
    final List<Range> offered = new CopyOnWriteArrayList<>();
    final List<Range> accepted = new CopyOnWriteArrayList<>();
    final AtomicInteger attempts = new AtomicInteger();
    final AtomicInteger concurrentMost = new AtomicInteger();

    volatile Runnable beforeReserve = () -> {};
    volatile Runnable beforeGiveBack = () -> {};
    volatile UnaryOperator<Range> answer = range -> range;

    private final AtomicInteger concurrent = new AtomicInteger();

    ScriptedSource() {
        this(new InMemoryRanges());
    }

    ScriptedSource(InMemoryRanges counter) {
        this.counter = counter;
    }

    /** Hides the tokens of ranges, as a foreign server does. */
    ScriptedSource withoutTokens() {
        answer = range -> new Range(range.low(), range.high(), "", "", Range.NO_TOKEN);
        return this;
    }

    @Override
    public Range reserve(long size) {
        concurrentMost.accumulateAndGet(concurrent.incrementAndGet(), Math::max);
        try {
            attempts.incrementAndGet();
            beforeReserve.run();
            Range range = answer.apply(counter.reserve(size));
            reserved.add(range);
            return range;
        } finally {
            concurrent.decrementAndGet();
        }
    }

    @Override
    public boolean giveBack(Range range, long lastIssued) {
        offered.add(range);
        beforeGiveBack.run();
        boolean taken = counter.giveBack(range, lastIssued);
        if (taken) {
            accepted.add(range);
        }
        return taken;
    }

    @Override
    public long raise(long atLeast) {
        return counter.raise(atLeast);
    }

    long reservedNumbers() {
        return reserved.stream().mapToLong(Range::size).sum();
    }
}
