package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.MintmarkException;
import io.mintmark.counter.BlockRule;
import io.mintmark.counter.BlockRule.Kind;
import io.mintmark.counter.ExhaustedException;
import io.mintmark.jdbc.database.CounterAccess;
import io.mintmark.jdbc.internal.store.RowArithmetic;
import io.mintmark.jdbc.internal.store.RowArithmetic.Placement;
import io.mintmark.testkit.HistoryChecker;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;

class RowArithmeticProperties {

    /** One reservation: by the product, a block; by us, any size; or by us by the short way; or a return of the latest. */
    record Turn(int who, long size) {}

    @Property
    void shouldStandBesideTheProductWhateverEachReserves(
            @ForAll("counters") CounterDescription counter,
            @ForAll @LongRange(max = 3) long stepsBefore,
            @ForAll("turns") List<Turn> turns) {
        RowArithmetic arithmetic = new RowArithmetic(counter.counting(), Long.MAX_VALUE, Long.MAX_VALUE);
        HistoryChecker history = new HistoryChecker();
        long stored = firstStored(counter) + stepsBefore * productStep(counter.rule());
        for (Turn turn : turns) {
            if (turn.who() == 0) {
                long value = stored + counter.meaning().toValue(counter.rule());
                counter.rule().block(value).ifPresent(block -> issue(history, block.low(), block.high()));
                stored += productStep(counter.rule());
            } else {
                Placement placed = ours(arithmetic, stored, turn);
                long kept = turn.who() == 3 ? giveHalfBack(placed) : placed.high();
                issue(history, placed.low(), kept);
                stored = arithmetic.storedAfter(kept).orElse(placed.stored());
            }
        }

        history.requireNoDuplicates();
    }

    @Example
    void shouldPlaceAsManyNumbersAsALongHolds() {
        CounterDescription fromZero = Preset.OPENJPA_TABLE.counter(10);
        RowArithmetic arithmetic = new RowArithmetic(fromZero.counting(), Long.MAX_VALUE, Long.MAX_VALUE);

        assertThat(arithmetic.place(0, Long.MAX_VALUE)).isEqualTo(new Placement(1, Long.MAX_VALUE - 1, Long.MAX_VALUE));
    }

    private static Placement ours(RowArithmetic arithmetic, long stored, Turn turn) {
        long steps = arithmetic.stepsFor(turn.size());
        Placement placed = turn.who() == 2 && stored >= arithmetic.regularFrom()
                ? arithmetic.moved(stored + steps, steps)
                : arithmetic.place(stored, turn.size());
        assertThat(placed.low()).isPositive();
        assertThat(placed.high() - placed.low() + 1).isGreaterThanOrEqualTo(turn.size());
        assertThat(placed.low()).isEqualTo(arithmetic.next(stored));
        assertThat(arithmetic.passed(placed.stored())).isEqualTo(placed.high());
        return placed;
    }

    private static long giveHalfBack(Placement placed) {
        return placed.low() + (placed.high() - placed.low()) / 2;
    }

    @Property
    void shouldRaiseToTheLowestValueWhoseNumbersAreAbove(
            @ForAll("counters") CounterDescription counter, @ForAll @LongRange(max = 100_000) long used) {
        RowArithmetic arithmetic = new RowArithmetic(counter.counting(), Long.MAX_VALUE, Long.MAX_VALUE);

        long stored = arithmetic.storedAbove(used);

        assertThat(arithmetic.next(stored)).isGreaterThan(used);
        assertThat(arithmetic.passed(stored)).isGreaterThanOrEqualTo(used);
        if (stored - 1 >= arithmetic.regularFrom()) {
            assertThat(arithmetic.next(stored - 1)).isLessThanOrEqualTo(used);
        }
    }

    @Property
    void shouldExhaustRatherThanWrap(
            @ForAll("counters") CounterDescription counter,
            @ForAll("ends") long end,
            @ForAll @LongRange(min = 1, max = 1L << 40) long size,
            @ForAll("storedValues") long stored) {
        RowArithmetic arithmetic = new RowArithmetic(counter.counting(), end, Long.MAX_VALUE);

        try {
            Placement placed = arithmetic.place(stored, size);
            assertThat(placed.low()).isPositive();
            assertThat(placed.high()).isGreaterThanOrEqualTo(placed.low());
            assertThat(placed.stored()).isGreaterThan(stored).isLessThanOrEqualTo(end);
        } catch (MintmarkException refusal) {
            assertThat(refusal.getMessage()).contains("=");
        }
    }

    @Property
    void shouldKeepBelowItsCeiling(
            @ForAll("counters") CounterDescription counter, @ForAll @LongRange(min = 1, max = 5_000) long ceiling) {
        RowArithmetic arithmetic = new RowArithmetic(counter.counting(), Long.MAX_VALUE, ceiling);
        long stored = firstStored(counter);
        try {
            while (true) {
                Placement placed = arithmetic.place(stored, 7);
                assertThat(placed.high()).isLessThanOrEqualTo(ceiling);
                stored = placed.stored();
            }
        } catch (ExhaustedException refusal) {
            assertThat(arithmetic.passed(stored) + counter.rule().numbersPerStep())
                    .as("nothing more would have fitted")
                    .isGreaterThanOrEqualTo(ceiling);
        }
    }

    private static void issue(HistoryChecker history, long low, long high) {
        for (long number = low; number <= high; number++) {
            history.issued("ids", number);
        }
    }

    private static long productStep(BlockRule rule) {
        return rule.kind().needsIncrementOfSize() ? rule.size() : 1;
    }

    private static long firstStored(CounterDescription counter) {
        long value = switch (counter.rule().kind()) {
            case LOW ->
                counter.meaning() == StoredValue.AFTER_UPDATE ? counter.rule().size() : 0;
            case MULTIPLY, PAGE -> 0;
            case MULTIPLY_FROM_ONE -> 1;
            case HIGH, HIGH_EXCLUSIVE ->
                counter.meaning() == StoredValue.AFTER_UPDATE
                        ? counter.rule().valueAbove(0)
                        : counter.rule().first();
        };
        return value - counter.meaning().toValue(counter.rule());
    }

    @Provide
    Arbitrary<CounterDescription> counters() {
        return Combinators.combine(
                        Arbitraries.of(Kind.class),
                        Arbitraries.of(StoredValue.class),
                        Arbitraries.longs().between(1, 60))
                .as((kind, meaning, size) -> new CounterDescription(
                        "c",
                        CounterAccess.Row.of("t", "v", Map.of()),
                        meaning,
                        new BlockRule(kind, size, 1),
                        List.of()));
    }

    @Provide
    Arbitrary<List<Turn>> turns() {
        return Combinators.combine(
                        Arbitraries.integers().between(0, 3),
                        Arbitraries.longs().between(1, 130))
                .as(Turn::new)
                .list()
                .ofMinSize(2)
                .ofMaxSize(40);
    }

    @Provide
    Arbitrary<Long> ends() {
        return Arbitraries.of((long) Short.MAX_VALUE, (long) Integer.MAX_VALUE, Long.MAX_VALUE);
    }

    @Provide
    Arbitrary<Long> storedValues() {
        return Arbitraries.oneOf(
                Arbitraries.longs(),
                Arbitraries.longs().between(Integer.MAX_VALUE - 70L, Integer.MAX_VALUE + 2L),
                Arbitraries.longs().between(Long.MAX_VALUE - 70, Long.MAX_VALUE));
    }
}
