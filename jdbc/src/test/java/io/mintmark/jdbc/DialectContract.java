package io.mintmark.jdbc;

import io.mintmark.range.RangeSource;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.RangeSourceContract;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;

/**
 * The contract of every range source, on one database: our own table, another product's rows, a sequence; four programs in
 * this process, and one in another.
 */
abstract class DialectContract {
    abstract TestDatabase database();

    /** The contract of one kind of counter. */
    abstract class Kind extends RangeSourceContract {
        private @Nullable CounterAddress last;

        /** Makes a counter that nobody else uses. */
        abstract CounterAddress newAddress();

        @Override
        protected RangeSource newCounter() {
            CounterAddress made = newAddress();
            last = made;
            return new Fleet(made::open);
        }

        RangeSource endingAt(CounterAddress made) {
            last = made;
            return made.open();
        }

        @Override
        protected Optional<RangeSource> secondSource() {
            return Optional.ofNullable(last).map(CounterAddress::openElsewhere);
        }

        @Override
        protected int reservesPerThread() {
            return Effort.of(
                    "ranges reserved by each of 64 threads on " + database(),
                    database().reservesQuick,
                    database().reservesProof);
        }
    }

    @Nested
    class OurOwnTable extends Kind {
        @Override
        CounterAddress newAddress() {
            return CounterAddress.own(database(), TestDatabase.fresh("orders"));
        }

        @Override
        protected Optional<RangeSource> newCounterNearItsCeiling(int left) {
            RangeSource counter = newCounter();
            counter.raise(Long.MAX_VALUE - left);
            return Optional.of(counter);
        }
    }

    @Nested
    class ARowOfHibernate extends Kind {
        @Override
        CounterAddress newAddress() {
            CounterDescription made = database().newTable(Preset.HIBERNATE_TABLE_POOLED.counter(10), "BIGINT", null);
            return CounterAddress.of(
                    database(),
                    Preset.HIBERNATE_TABLE_POOLED,
                    10,
                    made.access().name().name());
        }

        @Override
        protected Optional<RangeSource> newCounterNearItsCeiling(int left) {
            CounterDescription made =
                    database().newTable(Preset.NHIBERNATE_TABLE_POOLED_LO.counter(1), "INTEGER", null);
            return Optional.of(endingAt(CounterAddress.of(
                            database(),
                            Preset.NHIBERNATE_TABLE_POOLED_LO,
                            1,
                            made.access().name().name())
                    .endingAt(left)));
        }
    }

    @Nested
    class ARowOfPages extends Kind {
        @Override
        CounterAddress newAddress() {
            CounterDescription made = database().newTable(Preset.NHIBERNATE_HILO.counter(9), "INTEGER", 1L);
            return CounterAddress.of(
                    database(), Preset.NHIBERNATE_HILO, 9, made.access().name().name());
        }

        @Override
        protected boolean takesReturns() {
            // Whole blocks only: see RowCounterTest.
            return false;
        }
    }

    @Nested
    class ASequence extends Kind {
        @Override
        CounterAddress newAddress() {
            return CounterAddress.of(
                    database(), Preset.HIBERNATE_POOLED, 10, database().newSequence(1, 10));
        }

        @Override
        protected boolean takesReturns() {
            return false;
        }
    }
}
