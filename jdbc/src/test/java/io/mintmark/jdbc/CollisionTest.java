package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.counter.BlockRule;
import io.mintmark.jdbc.database.CounterAccess;
import io.mintmark.jdbc.database.SqlName;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

/** Some products may share one sequence or one row, and others may not. */
class CollisionTest {

    @ParameterizedTest(name = "{0} beside {1} from {2}: {3}")
    @CsvFileSource(resources = "collisions.csv", delimiter = '|', numLinesToSkip = 1)
    void shouldJudgeTwoProgramsOnOneSequence(String a, String b, long start, String duplicate) {
        long increment = counter(a).rule().kind().needsIncrementOfSize() ? 10 : 1;

        assertThat(verdict(Collision.onSequence(counter(a), counter(b), start, increment)))
                .isEqualTo(duplicate);
        assertThat(verdict(Collision.onSequence(counter(b), counter(a), start, increment)))
                .isEqualTo(duplicate);
    }

    @ParameterizedTest(name = "{0}({1}) beside {2}({3}) on a row at {4}: {5}")
    @CsvSource(delimiter = '|', textBlock = """
            HIBERNATE_TABLE_POOLED_LO   | 10 | NHIBERNATE_TABLE_POOLED_LO     | 10 | 0 | 10
            HIBERNATE_TABLE_NEXT_POOLED_LO | 10 | NHIBERNATE_TABLE_POOLED_LO  | 10 | 1 | safe
            HIBERNATE_TABLE_POOLED_LO   | 10 | HIBERNATE_TABLE_POOLED_LO      | 50 | 0 | safe
            HIBERNATE_TABLE_POOLED      | 10 | HIBERNATE_TABLE_POOLED         | 50 | 0 | 42
            HIBERNATE_TABLE_POOLED      | 10 | HIBERNATE_TABLE_POOLED_LO      | 10 | 0 | 2
            HIBERNATE_TABLE_HILO        | 10 | HIBERNATE_TABLE_LEGACY_HILO    | 10 | 0 | 11
            HIBERNATE_TABLE_HILO        | 10 | HIBERNATE_TABLE_LEGACY_HILO    | 9  | 0 | 11
            HIBERNATE_MULTIPLE_HILO     | 9  | NHIBERNATE_HILO                | 9  | 1 | safe
            HIBERNATE_MULTIPLE_HILO     | 9  | NHIBERNATE_HILO                | 19 | 1 | 20
            ECLIPSELINK_TABLE           | 10 | ECLIPSELINK_TABLE              | 10 | 0 | safe
            ECLIPSELINK_TABLE           | 10 | ECLIPSELINK_TABLE_AT_NEXTVAL   | 10 | 0 | 11
            ECLIPSELINK_TABLE           | 10 | HIBERNATE_TABLE_POOLED_LO      | 10 | 0 | safe
            MARTEN_ROW                  | 10 | POLECAT                        | 10 | -1 | safe
            MARTEN_ROW                  | 10 | MARTEN_ROW                     | 20 | -1 | 11
            """)
    void shouldJudgeTwoProgramsOnOneRow(
            Preset a, long settingOfA, Preset b, long settingOfB, long stored, String twice) {
        CounterDescription first = a.counter(settingOfA);
        CounterDescription second = b.counter(settingOfB);

        assertThat(verdict(Collision.onRow(first, second, stored))).isEqualTo(twice);
        assertThat(verdict(Collision.onRow(second, first, stored))).isEqualTo(twice);
    }

    /** 64 numbers for each value, and values 2^58 apart: their product is beyond a long. */
    @Test
    void shouldNotTakeBlocksThatLieVeryFarApartForACollision() {
        CounterDescription counter = Preset.HIBERNATE_HILO.counter(64);

        assertThat(Collision.onSequence(counter, counter, 1, 1L << 58)).isEmpty();
    }

    @Test
    void shouldFindADuplicateThatComesLate() {
        CounterDescription wide = Preset.NHIBERNATE_HILO.counter();
        CounterDescription single = Preset.NHIBERNATE_TABLE_POOLED_LO.counter(1);

        Optional<Collision> found = Collision.onRow(wide, single, 1);

        assertThat(found).hasValueSatisfying(collision -> {
            assertThat(collision.number()).isEqualTo(OptionalLong.of(32_768));
            assertThat(collision.story()).contains("...").endsWith("B 32768..32768");
        });
    }

    @Test
    void shouldSeeThatAWrongIncrementRepeatsNumbersOfOneProgramAlone() {
        CounterDescription efCore = Preset.EF_CORE.counter(10);

        assertThat(verdict(Collision.onSequence(efCore, efCore, 1, 1))).isEqualTo("2");
        assertThat(verdict(Collision.onSequence(efCore, efCore, 1, 20))).isEqualTo("safe");
    }

    @Test
    void shouldTellTheStory() {
        assertThat(Collision.onSequence(Preset.EF_CORE.counter(10), Preset.HIBERNATE_POOLED.counter(10), 1, 10))
                .hasToString("Optional[collides at 2: A 1..10, B 2..11]");
    }

    @Test
    void shouldAgreeWithTheDatabaseThatRowsMoveBy() {
        // Not only computed: two real counters on one row, by the two readings of hibernate_sequences.
        CounterDescription hibernate =
                TestDatabase.H2.newTable(Preset.HIBERNATE_TABLE_POOLED_LO.counter(10), "BIGINT", 0L);
        CounterDescription nHibernate = Preset.NHIBERNATE_TABLE_POOLED_LO
                .counter(10)
                .table(hibernate.access().name().name());
        JdbcRanges ranges = TestDatabase.H2.ranges();

        assertThat(ranges.counter(hibernate).build().reserve(10).high()).isEqualTo(10);
        assertThat(ranges.counter(nHibernate).build().reserve(10).low()).isEqualTo(10);
    }

    private static CounterDescription counter(String name) {
        return name.equals("PLAIN")
                ? new CounterDescription(
                        "plain",
                        new CounterAccess.Sequence(SqlName.of("s")),
                        StoredValue.NEXT,
                        BlockRule.low(1),
                        List.of())
                : switch (name) {
                    case "DOCTRINE" -> Preset.DOCTRINE.counter(10);
                    case "NHIBERNATE_SEQHILO" -> Preset.NHIBERNATE_SEQHILO.counter(9);
                    default -> Preset.valueOf(name).counter(10);
                };
    }

    private static String verdict(Optional<Collision> collision) {
        return collision.map(found -> String.valueOf(found.number().orElse(-1))).orElse("safe");
    }
}
