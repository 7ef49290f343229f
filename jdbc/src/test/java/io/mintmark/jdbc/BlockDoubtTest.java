package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.counter.MisplacedCounterException;
import io.mintmark.jdbc.database.ColumnType;
import io.mintmark.jdbc.database.CounterAccess;
import io.mintmark.jdbc.database.RowState;
import io.mintmark.jdbc.database.UnsafeCounterException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** A counter that was used with one block, and is declared with another one. */
class BlockDoubtTest {
    private static final int SIZES = 12;
    private static final int VALUES = 40;

    private static List<String> warnings(TestDatabase database, CounterDescription counter) {
        return database.ranges().counter(counter).build().preflight().warnings();
    }

    private static Predicate<String> says(String... parts) {
        return warning -> Arrays.stream(parts).allMatch(warning::contains);
    }

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void shouldDoubtWhatARowMeansWhoseBlockItDoesNotShow(TestDatabase database) {
        CounterDescription used = database.newTable(Preset.HIBERNATE_UNIQUE_KEY.counter(99), "INTEGER", 6L);
        CounterDescription fresh = database.newTable(Preset.HIBERNATE_UNIQUE_KEY.counter(99), "INTEGER", 0L);

        assertThat(warnings(database, used)).anyMatch(says("max_lo", "blocks of 100", "is 600", "larger", "ids"));
        assertThat(warnings(database, fresh)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void shouldCompareTheIdsInsteadOfDoubting(TestDatabase database) {
        CounterDescription counter = database.newTable(Preset.HIBERNATE_UNIQUE_KEY.counter(99), "INTEGER", 6L);
        String ids = TestDatabase.fresh("orders");
        database.execute("CREATE TABLE " + ids + " (id BIGINT)", "INSERT INTO " + ids + " VALUES (599)");

        assertThat(database.ranges()
                        .counter(counter)
                        .ids(ids, "id")
                        .build()
                        .preflight()
                        .warnings())
                .isEmpty();

        database.execute("INSERT INTO " + ids + " VALUES (196607)"); // the last id of block 5 by 32,768
        assertThatThrownBy(
                        () -> database.ranges().counter(counter).ids(ids, "id").build())
                .isInstanceOf(UnsafeCounterException.class)
                .hasMessageContainingAll("=600", "=196607", "raiseAbove");
    }

    @ParameterizedTest
    @EnumSource(value = TestDatabase.class, names = "SQLITE", mode = Mode.EXCLUDE)
    void shouldDoubtASequenceWhoseBlocksAreMultipliedInThePrograms(TestDatabase database) {
        CounterDescription used = Preset.HIBERNATE_HILO.counter(50).sequence(database.newSequence(7, 1));
        CounterDescription shown = Preset.EF_CORE.counter(50).sequence(database.newSequence(351, 50));

        assertThat(warnings(database, used)).anyMatch(says("blocks of 50", "is 301", "larger"));
        assertThat(warnings(database, shown)).isEmpty();
    }

    @Test
    void shouldWarnThatAFunctionShowsNeitherValueNorBlock() {
        String function = TestDatabase.fresh("next_hi");
        TestDatabase.POSTGRES.execute(
                "CREATE FUNCTION " + function + "(entity varchar) RETURNS bigint LANGUAGE sql AS 'SELECT 5::bigint'");

        assertThat(warnings(TestDatabase.POSTGRES, Preset.MARTEN.counter().function(function)))
                .anyMatch(says("function", "block", "ids"));
    }

    @Test
    void shouldDoubtWhateverAnotherBlockWouldHavePassed() {
        assertThat(passedWithoutADoubt(BlockDoubtTest::isDoubted)).isEmpty();
    }

    @Test
    void shouldFindWhatADoubtAboutMultipliedBlocksAloneWouldMiss() {
        // The broken twin: it forgets that rules which reach downwards, and values after the update, move too.
        assertThat(passedWithoutADoubt(
                        (counter, next) -> !counter.rule().kind().needsIncrementOfSize() && isDoubted(counter, next)))
                .isNotEmpty();
    }

    private interface Doubting {
        boolean doubts(CounterDescription counter, long next);
    }

    private static boolean isDoubted(CounterDescription counter, long next) {
        return BlockDoubt.of(counter, next).isPresent();
    }

    /** Returns the rows of which a program with another block gave out more than ours thinks, and nobody doubts it. */
    private static List<String> passedWithoutADoubt(Doubting doubting) {
        return Arrays.stream(Preset.values())
                .filter(preset -> preset.refusal().isEmpty())
                .filter(preset -> preset.counter(1).access() instanceof CounterAccess.Row)
                .flatMap(preset -> passed(preset.counter(1), doubting).stream())
                .toList();
    }

    private static List<String> passed(CounterDescription counter, Doubting doubting) {
        List<String> passed = new ArrayList<>();
        for (int size = 1; size <= SIZES; size++) {
            for (int other = 1; other <= SIZES; other++) {
                for (long stored = 0; stored < VALUES; stored++) {
                    Optional<Long> ours = next(counter.block(size), stored);
                    Optional<Long> theirs = next(counter.block(other), stored);
                    if (ours.isPresent()
                            && theirs.isPresent()
                            && theirs.get() > ours.get()
                            && ours.get() > 1
                            && !doubting.doubts(counter.block(size), ours.get())) {
                        passed.add(counter.block(size) + " at " + stored + " after blocks of " + other);
                    }
                }
            }
        }
        return passed;
    }

    private static Optional<Long> next(CounterDescription counter, long stored) {
        RowState state =
                new RowState(new ColumnType(true, Long.MAX_VALUE, "bigint"), 1, Optional.of(stored), Optional.of(1L));
        Assessment assessed = Assessment.of(counter, state, Long.MAX_VALUE);
        assessed.refused().ifPresent(why -> assertThat(why).isInstanceOf(MisplacedCounterException.class));
        return assessed.lowestNext().stream().boxed().findFirst();
    }
}
