package io.mintmark.cassandra;

import io.mintmark.range.RangeSource;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.OtherProgram;
import io.mintmark.testkit.RangeSourceContract;
import java.util.Optional;

/** The contract of every range source on a real node: this program, and another one in a JVM of its own. */
class CassandraCounterContractTest extends RangeSourceContract {
    private static final long CEILING = 1_000_000;

    private String last = "";
    private long ceiling;

    @Override
    protected RangeSource newCounter() {
        return open(Long.MAX_VALUE);
    }

    private CassandraCounter open(long highest) {
        last = TestCluster.fresh("contract");
        ceiling = highest;
        return TestCluster.counters().ceiling(highest).counter(last);
    }

    @Override
    protected Optional<RangeSource> secondSource() {
        return Optional.of(OtherProgram.open(CounterInCassandra.class, CounterInCassandra.address(last, ceiling)));
    }

    @Override
    protected Optional<RangeSource> newCounterNearItsCeiling(int left) {
        CassandraCounter near = open(CEILING);
        long raised = near.raise(CEILING - left);
        assert raised == CEILING - left;
        return Optional.of(near);
    }

    @Override
    protected int reservesPerThread() {
        return Effort.of("ranges reserved by each of 64 threads on Cassandra", 40, 2_000);
    }
}
