package io.mintmark.cassandra;

import io.mintmark.range.RangeSource;
import io.mintmark.testkit.RangeSourceContract;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;

/** The contract over a row in memory: what is ours, without Cassandra, with as many callers as the kit has. */
class CounterStreamContractTest extends RangeSourceContract {
    private RowInMemory row = new RowInMemory(ForkJoinPool.commonPool());
    private long ceiling;

    @Override
    protected RangeSource newCounter() {
        ceiling = Long.MAX_VALUE;
        row = new RowInMemory(ForkJoinPool.commonPool());
        return row.open(ceiling);
    }

    @Override
    protected Optional<RangeSource> secondSource() {
        return Optional.of(row.open(ceiling));
    }

    @Override
    protected Optional<RangeSource> newCounterNearItsCeiling(int left) {
        RangeSource unused = newCounter();
        ceiling = left;
        return Optional.of(row.open(ceiling));
    }
}
