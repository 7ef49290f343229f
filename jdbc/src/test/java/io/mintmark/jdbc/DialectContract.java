package io.mintmark.jdbc;

import io.mintmark.range.RangeSource;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.RangeSourceContract;
import java.util.Optional;
import org.junit.jupiter.api.Nested;

/** The contract of every range source, on one database: our own table, another product's rows, a sequence. */
abstract class DialectContract {
    private static final int ATTEMPTS = 64;

    abstract TestDatabase database();

    private int reserves() {
        return Effort.of(
                "ranges reserved by each of 64 threads on " + database(),
                database().reservesQuick,
                database().reservesProof);
    }

    private RangeSource fleet(CounterDescription counter) {
        return new Fleet(
                () -> database().ranges().counter(counter).attempts(ATTEMPTS).build());
    }

    @Nested
    class OurOwnTable extends RangeSourceContract {
        @Override
        protected RangeSource newCounter() {
            String name = TestDatabase.fresh("orders");
            return new Fleet(
                    () -> database().ranges().counter(name).attempts(ATTEMPTS).build());
        }

        @Override
        protected Optional<RangeSource> newCounterNearItsCeiling(int left) {
            RangeSource counter = newCounter();
            counter.raise(Long.MAX_VALUE - left);
            return Optional.of(counter);
        }

        @Override
        protected int reservesPerThread() {
            return reserves();
        }
    }

    @Nested
    class ARowOfHibernate extends RangeSourceContract {
        @Override
        protected RangeSource newCounter() {
            return fleet(database().newTable(Preset.HIBERNATE_TABLE_POOLED.counter(10), "BIGINT", null));
        }

        @Override
        protected Optional<RangeSource> newCounterNearItsCeiling(int left) {
            CounterDescription counter =
                    database().newTable(Preset.NHIBERNATE_TABLE_POOLED_LO.counter(1), "INTEGER", null);
            return Optional.of(
                    database().ranges().counter(counter).ceiling(left).build());
        }

        @Override
        protected int reservesPerThread() {
            return reserves();
        }
    }

    @Nested
    class ARowOfPages extends RangeSourceContract {
        @Override
        protected RangeSource newCounter() {
            return fleet(database().newTable(Preset.NHIBERNATE_HILO.counter(9), "INTEGER", 1L));
        }

        @Override
        protected boolean takesReturns() {
            // Whole blocks only: see RowCounterTest.
            return false;
        }

        @Override
        protected int reservesPerThread() {
            return reserves();
        }
    }

    @Nested
    class ASequence extends RangeSourceContract {
        @Override
        protected RangeSource newCounter() {
            return fleet(Preset.HIBERNATE_POOLED.counter(10).sequence(database().newSequence(1, 10)));
        }

        @Override
        protected boolean takesReturns() {
            return false;
        }

        @Override
        protected int reservesPerThread() {
            return reserves();
        }
    }
}
