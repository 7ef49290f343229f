package io.mintmark.testkit;

import io.mintmark.range.InMemoryRanges;
import io.mintmark.range.RangeSource;
import java.util.Optional;

class InMemoryRangesContractTest extends RangeSourceContract {

    @Override
    protected RangeSource newCounter() {
        return new InMemoryRanges();
    }

    @Override
    protected Optional<RangeSource> newCounterNearItsCeiling(int left) {
        return Optional.of(new InMemoryRanges(1_000, 1_000 + left));
    }
}
