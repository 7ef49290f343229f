package io.mintmark.docs;

import io.mintmark.range.InMemoryRanges;
import io.mintmark.range.Range;
import io.mintmark.range.RangeSource;

/** A counter of the reader's own. */
public final class MyRanges implements RangeSource {
    private final InMemoryRanges numbers = new InMemoryRanges();

    @Override
    public Range reserve(long size) {
        return numbers.reserve(size);
    }

    @Override
    public boolean giveBack(Range range, long lastIssued) {
        return numbers.giveBack(range, lastIssued);
    }

    @Override
    public long raise(long atLeast) {
        return numbers.raise(atLeast);
    }
}
