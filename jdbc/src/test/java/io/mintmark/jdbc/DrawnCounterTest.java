package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.counter.ExhaustedException;
import io.mintmark.jdbc.database.UnsafeCounterException;
import io.mintmark.jdbc.internal.store.DrawnCounter;
import io.mintmark.range.Range;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Values that one statement draws together while others draw, too, become ranges of adjoining blocks. */
class DrawnCounterTest {
    private final Script script = new Script();
    private final DrawnCounter counter =
            new DrawnCounter(Preset.EF_CORE.counter(10).sequence("orders").counting(), script, Long.MAX_VALUE);

    @Test
    void shouldMakeOneRangeOfBlocksThatAdjoin() throws SQLException {
        script.yields(1).yields(11, 21);

        assertThat(reserve(1_000)).isEqualTo(Range.of(1, 10));
        assertThat(reserve(1_000)).isEqualTo(Range.of(11, 30));
        assertThat(script.asked).containsExactly(1, 2);
    }

    @Test
    void shouldKeepWhatSomebodyElseSetApartForTheNextRange() throws SQLException {
        script.yields(1).yields(11, 41).yields(51);

        reserve(1_000);
        assertThat(reserve(1_000)).isEqualTo(Range.of(11, 20));
        assertThat(reserve(1_000)).as("21 to 40 are somebody else's").isEqualTo(Range.of(41, 50));
        assertThat(script.asked).as("not drawn again").hasSize(2);
        assertThat(reserve(1_000).low()).isEqualTo(51);
    }

    @Test
    void shouldGiveNoMoreThanWasWanted() throws SQLException {
        script.yields(1).yields(11, 21);

        reserve(1_000);
        assertThat(reserve(25)).isEqualTo(Range.of(11, 30));
        script.yields(31, 41, 51, 61);
        assertThat(reserve(49)).isEqualTo(Range.of(31, 70));
        assertThat(script.asked).containsExactly(1, 2, 4);
    }

    /** A distant database is asked less often by a program that needs many, and one that needs few wastes few. */
    @Test
    void shouldDrawNoMoreAtOnceThanAPartOfWhatWasDrawn() throws SQLException {
        long drawn = 0;
        for (int draw = 0; draw < 600; draw++) {
            script.endless = true;
            reserve(1_000_000);
            long numbers = script.asked.get(draw) * 10L;

            assertThat(numbers).isLessThanOrEqualTo(Math.max(500, (drawn + 10) / 32));
            assertThat(numbers).isLessThanOrEqualTo(8_192);
            drawn += numbers;
        }
        assertThat(script.asked.get(599)).as("values of ten numbers each").isEqualTo(819);
    }

    @Test
    void shouldDropWhatLiesBelowARaise() throws SQLException {
        script.yields(1).yields(11, 41).yields(1_001);

        reserve(1_000);
        reserve(1_000);
        try (Connection connection = TestDatabase.H2.source().getConnection()) {
            assertThat(counter.raise(connection, 1_000)).isPresent();
        }

        assertThat(reserve(1_000).low()).isEqualTo(1_001);
    }

    @Test
    void shouldMoveAndDropNothingWhenItRefusesToRaise() throws SQLException {
        script.yields(1).yields(11, 41);
        reserve(1_000);
        reserve(1_000);

        try (Connection connection = TestDatabase.H2.source().getConnection()) {
            assertThatThrownBy(() -> counter.raise(connection, Long.MAX_VALUE - 5))
                    .as("a value whose block of ten does not fit")
                    .isInstanceOf(ExhaustedException.class);
        }

        assertThat(script.raised).isEmpty();
        assertThat(reserve(1_000)).isEqualTo(Range.of(41, 50));
    }

    @Test
    void shouldDropWhatWasDrawnWhenTheStepIsNoLongerTheBlock() throws SQLException {
        script.yields(1).yields(11, 16).yields(21);
        reserve(1_000);
        script.altered = true;

        assertThatThrownBy(() -> reserve(1_000)).isInstanceOf(UnsafeCounterException.class);

        script.altered = false;
        assertThat(reserve(1_000).low()).isEqualTo(21);
    }

    @Test
    void shouldGiveALowerValueThatASessionDrewLongAgo() throws SQLException {
        script.yields(1).yields(201).yields(11);

        assertThat(reserve(1)).isEqualTo(Range.of(1, 10));
        assertThat(reserve(1)).isEqualTo(Range.of(201, 210));
        assertThat(reserve(1)).isEqualTo(Range.of(11, 20));
    }

    @Test
    void shouldGiveALowerValueWhileTheSequenceItselfStandsAboveAll() throws SQLException {
        script.yields(201).yields(11);
        reserve(1);
        script.next = OptionalLong.of(211);

        assertThat(reserve(1)).isEqualTo(Range.of(11, 20));
    }

    @Test
    void shouldRefuseAValueThatItHadUntilItIsRaised() throws SQLException {
        script.yields(1).yields(11).yields(1).yields(21).yields(31);
        reserve(1);
        reserve(1);

        assertThatThrownBy(() -> reserve(1))
                .isInstanceOf(UnsafeCounterException.class)
                .hasMessageContainingAll("must not go back", "its next number is 1", "up to 20", "raise(number)");
        assertThatThrownBy(() -> reserve(1)).isInstanceOf(UnsafeCounterException.class);
        assertThat(script.asked).as("no value is drawn from it meanwhile").hasSize(3);

        try (Connection connection = TestDatabase.H2.source().getConnection()) {
            assertThat(counter.raise(connection, 15)).isPresent();
            assertThatThrownBy(() -> reserve(1)).as("11 to 20 were its own").isInstanceOf(UnsafeCounterException.class);
            assertThat(counter.raise(connection, 20)).isPresent();
        }
        assertThat(reserve(1)).isEqualTo(Range.of(21, 30));
    }

    @Test
    void shouldRefuseASequenceThatStandsBelowWhatItGave() throws SQLException {
        script.yields(1_001).yields(1).yields(1_011);
        reserve(1);
        script.next = OptionalLong.of(11);

        assertThatThrownBy(() -> reserve(1))
                .as("1 to 10 were another program's")
                .isInstanceOf(UnsafeCounterException.class)
                .hasMessageContainingAll("its next number is 11", "up to 1010");

        script.next = OptionalLong.of(1_011);
        assertThat(reserve(1)).as("raised by somebody").isEqualTo(Range.of(1_011, 1_020));
    }

    @Test
    void shouldRefuseASequenceThatStandsBelowWhatItWasRaisedTo() throws SQLException {
        try (Connection connection = TestDatabase.H2.source().getConnection()) {
            assertThat(counter.raise(connection, 5_000)).isPresent();
        }
        script.yields(1);
        script.next = OptionalLong.of(11);

        assertThatThrownBy(() -> reserve(1)).isInstanceOf(UnsafeCounterException.class);
    }

    @Test
    void shouldLeaveOutAnOldValueThatItCannotTellFromItsOwn() throws SQLException {
        for (long value = 1; value < 30_000; value += 20) {
            script.yields(value);
            reserve(1);
        }
        script.yields(11).yields(29_991).yields(40_001);

        assertThat(reserve(1)).as("11 to 20 may have been given").isEqualTo(Range.of(29_991, 30_000));
        assertThat(reserve(1)).isEqualTo(Range.of(40_001, 40_010));
    }

    private Range reserve(long size) throws SQLException {
        try (Connection connection = TestDatabase.H2.source().getConnection()) {
            return counter.reserve(connection, size).orElseThrow();
        }
    }

    /** A sequence whose values are told beforehand. */
    private static final class Script implements DrawnCounter.Draw {
        private final Deque<List<Long>> draws = new ArrayDeque<>();
        private final List<Integer> asked = new ArrayList<>();
        private final List<Long> raised = new ArrayList<>();
        private boolean altered;

        /** Whether it steps on by itself, from 1. */
        private boolean endless;

        private long last = 1;
        private OptionalLong next = OptionalLong.empty();

        Script yields(long... values) {
            draws.add(Arrays.stream(values).boxed().toList());
            return this;
        }

        @Override
        public List<Long> next(Connection connection, int most) {
            asked.add(most);
            if (endless) {
                List<Long> values = LongStream.range(0, most)
                        .map(i -> last + 10 * i)
                        .boxed()
                        .toList();
                last += 10L * most;
                return values;
            }
            return draws.remove();
        }

        @Override
        public void requireStep(Connection connection) {
            if (altered) {
                throw new UnsafeCounterException("altered");
            }
        }

        @Override
        public Optional<Long> raise(Connection connection, long target) {
            raised.add(target);
            return Optional.of(target);
        }

        @Override
        public OptionalLong shownNext(Connection connection) {
            return next;
        }
    }
}
