package io.mintmark.jdbc.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeSet;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Intervals beside a plain set of numbers. */
class HeldNumbersProperties {
    private static final long NUMBERS = 80;

    /** Numbers that are reserved, or that go back. */
    record Change(boolean reserved, long low, long size) {
        long high() {
            return low + size - 1;
        }
    }

    @Property
    void shouldHoldWhatASetHolds(@ForAll("changes") List<Change> changes) {
        HeldNumbers held = new HeldNumbers();
        TreeSet<Long> model = new TreeSet<>();
        for (Change change : changes) {
            apply(change, held, model);

            assertThat(held.highest()).isEqualTo(model.isEmpty() ? HeldNumbers.NONE : (long) model.last());
            for (long low = 0; low <= NUMBERS; low++) {
                long high = low + change.size();
                boolean any = !model.subSet(low, true, high, true).isEmpty();
                assertThat(held.overlaps(low, high)).as("%d to %d", low, high).isEqualTo(any);
                assertThat(held.mayOverlap(low, high)).isEqualTo(any);
            }
        }
    }

    @Property
    void shouldForgetNothingThatIsHeldHoweverFewIntervalsThereAre(
            @ForAll("changes") List<Change> changes, @ForAll @IntRange(min = 1, max = 5) int intervalsMax) {
        HeldNumbers held = new HeldNumbers(intervalsMax);
        TreeSet<Long> model = new TreeSet<>();
        for (Change change : changes) {
            // What may be held is not reserved once more, and what goes back is above all else, as with rows.
            if (change.reserved() && !held.mayOverlap(change.low(), change.high())) {
                apply(change, held, model);
            } else if (!change.reserved() && change.low() <= held.highest()) {
                apply(new Change(false, change.low(), held.highest() - change.low() + 1), held, model);
            }

            long highest = model.isEmpty() ? HeldNumbers.NONE : model.last();
            assertThat(held.highest()).isGreaterThanOrEqualTo(highest);
            for (long number = 0; number <= 2 * NUMBERS; number++) {
                assertThat(held.mayOverlap(number, number))
                        .as("%d is held", number)
                        .isIn(true, model.contains(number));
                assertThat(held.overlaps(number, number) && !model.contains(number))
                        .as("%d is not held for certain", number)
                        .isFalse();
            }
        }
    }

    private static void apply(Change change, HeldNumbers held, TreeSet<Long> model) {
        if (change.reserved()) {
            held.add(change.low(), change.high());
            LongStream.rangeClosed(change.low(), change.high()).forEach(model::add);
        } else {
            held.remove(change.low(), change.high());
            model.subSet(change.low(), true, change.high(), true).clear();
        }
    }

    @Example
    void shouldKeepTheNewestIntervalsApart() {
        HeldNumbers held = new HeldNumbers();
        for (long low = 0; low < 20L * HeldNumbers.INTERVALS_MAX; low += 10) {
            held.add(low, low + 4);
        }

        long newest = 10L * HeldNumbers.INTERVALS_MAX;
        assertThat(held.mayOverlap(newest + 25, newest + 29))
                .as("a gap between two of the newest")
                .isFalse();
        assertThat(held.overlaps(5, 9))
                .as("a gap that became part of the oldest")
                .isFalse();
        assertThat(held.mayOverlap(5, 9)).isTrue();
    }

    @Example
    void shouldHoldWhatReachesToTheEndOfALong() {
        HeldNumbers held = new HeldNumbers();
        held.add(Long.MAX_VALUE - 9, Long.MAX_VALUE - 5);
        held.add(Long.MAX_VALUE - 4, Long.MAX_VALUE);

        assertThat(held.highest()).isEqualTo(Long.MAX_VALUE);
        held.remove(Long.MAX_VALUE - 2, Long.MAX_VALUE);
        assertThat(held.highest()).isEqualTo(Long.MAX_VALUE - 3);
    }

    @Provide
    Arbitrary<List<Change>> changes() {
        return Combinators.combine(
                        Arbitraries.frequency(net.jqwik.api.Tuple.of(3, true), net.jqwik.api.Tuple.of(1, false)),
                        Arbitraries.longs().between(0, NUMBERS),
                        Arbitraries.longs().between(1, 12))
                .as(Change::new)
                .list()
                .ofMaxSize(40);
    }
}
