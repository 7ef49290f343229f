package io.mintmark.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.counter.BlockRule.Kind;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rules against what the products were measured to do, and what their own tests say. */
class BlockRuleTest {
    private static final int IDS_EACH = 25;

    @ParameterizedTest(name = "{0}: {1}({2}) from {3} reads {4} as {5}..{6}")
    @CsvSource(delimiter = '|', textBlock = """
            EF Core                              | LOW               | 10    | 1 | 1    | 1     | 10
            EF Core, block of 4                  | LOW               | 4     | 1 | 25   | 25    | 28
            Doctrine ORM, allocation 10          | LOW               | 10    | 1 | 10   | 10    | 19
            OpenJPA table, first client          | LOW               | 10    | 1 | 0    | 1     | 9
            OpenJPA table, second client         | LOW               | 10    | 1 | 10   | 10    | 19
            Hibernate pooled                     | HIGH              | 10    | 1 | 1    | 1     | 1
            Hibernate pooled                     | HIGH              | 10    | 1 | 11   | 2     | 11
            Hibernate pooled                     | HIGH              | 10    | 1 | 41   | 32    | 41
            Hibernate pooled, initialValue 5     | HIGH              | 10    | 5 | 5    | 5     | 5
            Hibernate pooled, initialValue 5     | HIGH              | 10    | 5 | 15   | 6     | 15
            Hibernate pooled table, initial 5    | HIGH              | 10    | 6 | 6    | 6     | 6
            Hibernate pooled table, initial 5    | HIGH              | 10    | 6 | 16   | 7     | 16
            EclipseLink                          | HIGH              | 10    | 1 | 10   | 1     | 10
            EclipseLink table                    | HIGH              | 50    | 1 | 100  | 51    | 100
            NHibernate pooled                    | HIGH_EXCLUSIVE    | 10    | 1 | 11   | 1     | 10
            NHibernate pooled                    | HIGH_EXCLUSIVE    | 10    | 1 | 21   | 11    | 20
            NHibernate pooled, already at 1001   | HIGH_EXCLUSIVE    | 3     | 1 | 1004 | 1001  | 1003
            Hibernate seqhilo, max_lo 3          | MULTIPLY          | 4     | 1 | 1    | 4     | 7
            Hibernate legacy-hilo, increment 10  | MULTIPLY          | 11    | 1 | 1    | 11    | 21
            NHibernate hilo, max_lo 9            | MULTIPLY          | 10    | 1 | 1    | 10    | 19
            NHibernate hilo, max_lo 9, row at 0  | MULTIPLY          | 10    | 1 | 0    | 1     | 9
            NHibernate hilo, max_lo 32767        | MULTIPLY          | 32768 | 1 | 3    | 98304 | 131071
            Hibernate hilo                       | MULTIPLY_FROM_ONE | 10    | 1 | 1    | 1     | 10
            Hibernate hilo, initialValue 5       | MULTIPLY_FROM_ONE | 10    | 1 | 5    | 41    | 50
            Hibernate hilo table, initialValue 5 | MULTIPLY_FROM_ONE | 10    | 1 | 6    | 51    | 60
            Marten                               | PAGE              | 1000  | 1 | 0    | 1     | 1000
            Marten                               | PAGE              | 1000  | 1 | 2    | 2001  | 3000
            Marten after SetFloor(2500)          | PAGE              | 1000  | 1 | 4    | 4001  | 5000
            Weasel, MaxLo 3                      | PAGE              | 3     | 1 | 1    | 4     | 6
            """)
    void shouldReadTheValueOfEachProduct(
            String product, Kind kind, long size, long first, long value, long low, long high) {
        assertThat(new BlockRule(kind, size, first).block(value)).hasValue(new Reservation(low, high));
    }

    @ParameterizedTest(name = "{0}: A {6}, B {7}, then {8}")
    @CsvSource(delimiter = '|', textBlock = """
            Hibernate pooled        | HIGH              | 10 | 1 | 1  | 10 | 1, 12..21, 32..41, 52..55  | 2..11, 22..31, 42..46  | 62
            pooled from 5           | HIGH              | 10 | 5 | 5  | 10 | 5, 16..25, 36..45, 56..59  | 6..15, 26..35, 46..50  | 66
            pooled table from 5     | HIGH              | 10 | 6 | 6  | 10 | 6, 17..26, 37..46, 57..60  | 7..16, 27..36, 47..51  | 67
            Hibernate pooled-lo     | LOW               | 10 | 1 | 1  | 10 | 1..10, 21..30, 41..45      | 11..20, 31..40, 51..55 | 61
            pooled-lo from 5        | LOW               | 10 | 1 | 5  | 10 | 5..14, 25..34, 45..49      | 15..24, 35..44, 55..59 | 65
            pooled-lo table from 5  | LOW               | 10 | 1 | 6  | 10 | 6..15, 26..35, 46..50      | 16..25, 36..45, 56..60 | 66
            Hibernate hilo          | MULTIPLY_FROM_ONE | 10 | 1 | 1  | 1  | 1..10, 21..30, 41..45      | 11..20, 31..40, 51..55 | 61
            hilo from 5             | MULTIPLY_FROM_ONE | 10 | 1 | 5  | 1  | 41..50, 61..70, 81..85     | 51..60, 71..80, 91..95 | 101
            hilo table from 5       | MULTIPLY_FROM_ONE | 10 | 1 | 6  | 1  | 51..60, 71..80, 91..95     | 61..70, 81..90, 101..105 | 111
            legacy-hilo             | MULTIPLY          | 11 | 1 | 1  | 1  | 11..21, 33..43, 55..57     | 22..32, 44..54, 66..68 | 77
            Hibernate 4.2 pooled    | HIGH_EXCLUSIVE    | 10 | 1 | 1  | 10 | 1..10, 21..30, 41..45      | 11..20, 31..40, 51..55 | 61
            EclipseLink             | HIGH              | 10 | 1 | 10 | 10 | 1..10, 21..30, 41..45      | 11..20, 31..40, 51..55 | 61
            EclipseLink at nextval  | LOW               | 10 | 1 | 10 | 10 | 10..19, 30..39, 50..54     | 20..29, 40..49, 60..64 | 70
            EclipseLink TABLE       | HIGH              | 50 | 1 | 50 | 50 | 1..25                      | 51..75                 | 101
            OpenJPA sequence        | LOW               | 10 | 1 | 1  | 10 | 1..10, 21..30, 41..45      | 11..20, 31..40, 51..55 | 61
            OpenJPA table           | LOW               | 10 | 1 | 0  | 10 | 1..9, 20..29, 40..45       | 10..19, 30..39, 50..54 | 60
            NHibernate max_lo 9     | MULTIPLY          | 10 | 1 | 1  | 1  | 10..19, 30..39, 50..54     | 20..29, 40..49, 60..64 | 70
            Marten, MaxLo 10        | PAGE              | 10 | 1 | 0  | 1  | 1..10, 21..30, 41..45      | 11..20, 31..40, 51..55 | 61
            """)
    void shouldIssueWhatTwoAlternatingClientsOfTheProductIssue(
            String product,
            Kind kind,
            long size,
            long first,
            long start,
            long increment,
            String a,
            String b,
            long then) {
        BlockRule rule = new BlockRule(kind, size, first);
        SharedCounter counter = new SharedCounter(start, increment);

        List<SharedCounter.Client> clients = counter.alternate(rule, rule, IDS_EACH);

        assertThat(clients.get(0).runs()).isEqualTo(a);
        assertThat(clients.get(1).runs()).isEqualTo(b);
        assertThat(counter.reserve(rule).low()).isEqualTo(then);
    }

    @ParameterizedTest(name = "A {0} beside B {1}: {2} duplicates")
    @CsvSource(delimiter = '|', textBlock = """
            HIGH           | LOW            | 22
            LOW            | HIGH           | 22
            LOW            | HIGH_EXCLUSIVE | 25
            HIGH           | HIGH_EXCLUSIVE | 3
            LOW            | LOW            | 0
            HIGH           | HIGH           | 0
            HIGH_EXCLUSIVE | HIGH_EXCLUSIVE | 0
            """)
    void shouldRepeatNumbersAsSoonAsTwoRulesShareACounter(Kind kindOfA, Kind kindOfB, int duplicates) {
        SharedCounter counter = new SharedCounter(1, 10);

        List<SharedCounter.Client> clients =
                counter.alternate(new BlockRule(kindOfA, 10, 1), new BlockRule(kindOfB, 10, 1), IDS_EACH);

        List<Long> repeated = clients.get(0).issued();
        repeated.retainAll(clients.get(1).issued());
        assertThat(repeated).hasSize(duplicates);
    }

    @ParameterizedTest(name = "{0}(10): a plain next value lies in the block of {2}: {1}")
    @CsvSource({"HIGH_EXCLUSIVE, 11, 21", "MULTIPLY, 10, 1", "MULTIPLY_FROM_ONE, 2, 1", "PAGE, 1, 0"})
    void shouldRepeatAPlainNextValueWhereTheRuleDoesNotAllowIt(Kind kind, long plain, long value) {
        assertThat(kind.allowsPlainNextValue()).isFalse();
        assertThat(new BlockRule(kind, 10, 1).block(value))
                .hasValueSatisfying(block -> assertThat(plain).isBetween(block.low(), block.high()));
    }

    @Test
    void shouldYieldNothingWhereTheCounterHasNoBlockYet() {
        assertThat(BlockRule.highExclusive(10).block(1)).isEmpty();
        assertThat(BlockRule.highExclusive(10).startingAt(5).block(5)).isEmpty();
        assertThat(BlockRule.low(1).block(0)).isEmpty();
        assertThat(BlockRule.multiply(1).block(0)).isEmpty();
    }

    @ParameterizedTest(name = "{0}(10) from {1} refuses {2}")
    @CsvSource({
        "LOW, 1, -1",
        "LOW, 1, -9223372036854775808",
        "HIGH, 1, 0",
        "HIGH, 1, 2",
        "HIGH, 1, 9",
        "HIGH, 5, 13",
        "HIGH, 5, 1",
        "HIGH, 1, -9223372036854775808",
        "HIGH_EXCLUSIVE, 1, 0",
        "HIGH_EXCLUSIVE, 1, 10",
        "HIGH_EXCLUSIVE, 5, 14",
        "MULTIPLY, 1, -1",
        "MULTIPLY_FROM_ONE, 1, 0",
        "PAGE, 1, -1",
        "PAGE, 1, -9223372036854775808"
    })
    void shouldRefuseAValueBelowOrInsideTheFirstBlock(Kind kind, long first, long value) {
        BlockRule rule = new BlockRule(kind, 10, first);

        assertThatThrownBy(() -> rule.block(value))
                .isInstanceOf(MisplacedCounterException.class)
                .hasMessageContaining(rule.toString())
                .hasMessageContaining("value=" + value);
    }

    @Test
    void shouldNameRuleValueAndRemedyOfAMisplacedCounter() {
        assertThatThrownBy(() -> BlockRule.highExclusive(50).startingAt(7).block(8))
                .hasMessage("a counter read as HIGH-EXCLUSIVE(50) from 7 must not stand below its blocks nor inside the"
                        + " first one: value=8, first number=7; check its start value, its increment, and whether"
                        + " somebody set it by hand");
    }

    @ParameterizedTest(name = "{0}({1}) ends at {2}")
    @CsvSource({
        "LOW, 10, 9223372036854775798",
        "HIGH, 10, 9223372036854775807",
        "HIGH_EXCLUSIVE, 10, 9223372036854775807",
        "MULTIPLY, 8, 1152921504606846975",
        "MULTIPLY_FROM_ONE, 7, 1317624576693539401",
        "PAGE, 7, 1317624576693539400"
    })
    void shouldExhaustRatherThanWrap(Kind kind, long size, long last) {
        BlockRule rule = new BlockRule(kind, size, 1);

        assertThat(rule.block(last)).hasValueSatisfying(block -> {
            assertThat(block.size()).isEqualTo(size);
            assertThat(block.high()).isGreaterThanOrEqualTo(Long.MAX_VALUE - 1);
        });
        if (last < Long.MAX_VALUE) {
            assertThatThrownBy(() -> rule.block(last + 1)).isInstanceOf(ExhaustedException.class);
            assertThatThrownBy(() -> rule.block(Long.MAX_VALUE))
                    .isInstanceOf(ExhaustedException.class)
                    .hasMessageContaining("value=9223372036854775807");
        }
    }

    @ParameterizedTest(name = "{0}(10) above {1}: {2}")
    @CsvSource({
        "LOW, 0, 1",
        "LOW, 25, 26",
        "HIGH, 0, 10",
        "HIGH, 25, 35",
        "HIGH_EXCLUSIVE, 0, 11",
        "HIGH_EXCLUSIVE, 25, 36",
        "MULTIPLY, 0, 1",
        "MULTIPLY, 9, 1",
        "MULTIPLY, 10, 2",
        "MULTIPLY, 25, 3",
        "MULTIPLY_FROM_ONE, 0, 1",
        "MULTIPLY_FROM_ONE, 20, 3",
        "MULTIPLY_FROM_ONE, 25, 4",
        "PAGE, 0, 0",
        "PAGE, 20, 2",
        "PAGE, 25, 3",
        "PAGE, -9223372036854775808, 0"
    })
    void shouldTellWhereToRaiseTheCounterTo(Kind kind, long used, long value) {
        assertThat(new BlockRule(kind, 10, 1).valueAbove(used)).isEqualTo(value);
    }

    @Test
    void shouldRefuseToRaiseBeyondTheLargestLong() {
        assertThatThrownBy(() -> BlockRule.low(10).valueAbove(Long.MAX_VALUE))
                .isInstanceOf(ExhaustedException.class)
                .hasMessageContaining("LOW(10)");
        assertThatThrownBy(() -> BlockRule.high(10).valueAbove(Long.MAX_VALUE - 9))
                .isInstanceOf(ExhaustedException.class);
    }

    @Test
    void shouldRefuseToRaiseToAValueWhoseBlockDoesNotFit() {
        assertThat(BlockRule.low(10).valueAbove(Long.MAX_VALUE - 10)).isEqualTo(Long.MAX_VALUE - 9);
        assertThatThrownBy(() -> BlockRule.low(10).valueAbove(Long.MAX_VALUE - 9))
                .isInstanceOf(ExhaustedException.class)
                .hasMessageContaining("used=" + (Long.MAX_VALUE - 9));
        for (BlockRule rule : List.of(BlockRule.multiply(10), BlockRule.multiplyFromOne(10), BlockRule.page(10))) {
            assertThatThrownBy(() -> rule.valueAbove(Long.MAX_VALUE - 5)).isInstanceOf(ExhaustedException.class);
        }
    }

    @Test
    void shouldAnswerTheDesignsQuestions() {
        assertThat(Arrays.stream(Kind.values()).filter(Kind::needsIncrementOfSize))
                .containsExactly(Kind.LOW, Kind.HIGH, Kind.HIGH_EXCLUSIVE);
        assertThat(Arrays.stream(Kind.values()).filter(Kind::allowsPlainNextValue))
                .containsExactly(Kind.LOW, Kind.HIGH);
        assertThat(Arrays.stream(Kind.values()).map(Kind::toString))
                .containsExactly("LOW", "HIGH", "HIGH-EXCLUSIVE", "MULTIPLY", "MULTIPLY-FROM-ONE", "PAGE");
    }

    @Test
    void shouldRefuseSizesAndFirstNumbersThatMeanNothing() {
        assertThatThrownBy(() -> BlockRule.low(0)).hasMessageContaining("size=0");
        assertThatThrownBy(() -> BlockRule.high(10).startingAt(0)).hasMessageContaining("first=0");
        assertThatThrownBy(() -> BlockRule.page(10).startingAt(2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "the first number of a counter must be at least 1, and is 1 for PAGE: first=2; only HIGH and"
                                + " HIGH-EXCLUSIVE depend on it");
    }
}
