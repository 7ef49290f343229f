package io.mintmark.jdbc;

import io.mintmark.range.Range;
import io.mintmark.range.RangeSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Several programs over one counter: each thread stays with one of them, so that they meet in the database. */
final class Fleet implements RangeSource {
    private static final int PROGRAMS = 4;

    private final AtomicInteger threads = new AtomicInteger();
    private final ThreadLocal<RangeSource> mine;

    Fleet(Supplier<? extends RangeSource> program) {
        List<RangeSource> programs =
                Stream.<RangeSource>generate(program).limit(PROGRAMS).toList();
        mine = ThreadLocal.withInitial(() -> programs.get(threads.getAndIncrement() % PROGRAMS));
    }

    @Override
    public Range reserve(long size) {
        return mine.get().reserve(size);
    }

    @Override
    public boolean giveBack(Range range, long lastIssued) {
        return mine.get().giveBack(range, lastIssued);
    }

    @Override
    public long raise(long atLeast) {
        return mine.get().raise(atLeast);
    }
}
