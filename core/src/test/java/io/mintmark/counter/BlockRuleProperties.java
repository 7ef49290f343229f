package io.mintmark.counter;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.counter.BlockRule.Kind;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class BlockRuleProperties {

    @Property
    void shouldNeverOverlapWhoeverDraws(
            @ForAll("rules") BlockRule rule,
            @ForAll @IntRange(max = 5) int blocksBefore,
            @ForAll @LongRange(min = 1, max = 9) long anyIncrement,
            @ForAll @Size(min = 2, max = 40) List<Boolean> issuedByA) {
        SharedCounter counter = counterOf(rule, blocksBefore, anyIncrement);
        SharedCounter.Client a = counter.new Client(rule);
        SharedCounter.Client b = counter.new Client(rule);

        issuedByA.forEach(byA -> (byA ? a : b).issue());

        assertThat(Stream.concat(a.issued().stream(), b.issued().stream())).doesNotHaveDuplicates();
        assertThat(counter.reserved().stream().skip(1)).allMatch(block -> block.size() == rule.size());
        assertThat(counter.reserved().get(0).size()).isBetween(1L, rule.size());
        assertApart(counter.reserved());
    }

    @Property
    void shouldLeaveAPlainNextValueToItsDrawerWhereTheRuleAllowsIt(
            @ForAll("rules") BlockRule rule, @ForAll @Size(min = 2, max = 40) List<Boolean> plain) {
        Assume.that(rule.kind().allowsPlainNextValue());
        SharedCounter counter = counterOf(rule, 1, 1);
        List<Reservation> taken = new ArrayList<>();

        for (boolean one : plain) {
            if (one) {
                long id = counter.draw();
                taken.add(new Reservation(id, id));
            } else {
                taken.add(counter.reserve(rule));
            }
        }

        assertApart(taken);
    }

    @Property
    void shouldRepeatNumbersWhenLowAndHighShareACounter(
            @ForAll @LongRange(min = 2, max = 1000) long size, @ForAll @LongRange(min = 1, max = 1000) long draws) {
        SharedCounter counter = new SharedCounter(1 + size * draws, size);

        Reservation low = counter.reserve(BlockRule.low(size));
        Reservation high = counter.reserve(BlockRule.high(size));

        // The broken twin: all but one number of the block have two owners.
        assertThat(low.high() - high.low() + 1).isEqualTo(size - 1);
    }

    @Property
    void shouldAgreeWithArithmeticThatCannotWrap(@ForAll("anyRules") BlockRule rule, @ForAll("values") long value) {
        BigInteger low = BigInteger.valueOf(value)
                .multiply(BigInteger.valueOf(rule.numbersPerStep()))
                .add(BigInteger.valueOf(rule.lowAtZero()));
        BigInteger high = low.add(BigInteger.valueOf(rule.size() - 1));

        try {
            rule.block(value).filter(block -> value != rule.first()).ifPresent(block -> {
                assertThat(BigInteger.valueOf(block.low())).isEqualTo(low.max(BigInteger.ONE));
                assertThat(BigInteger.valueOf(block.high())).isEqualTo(high);
            });
        } catch (ExhaustedException refusal) {
            assertThat(high.bitLength()).as("%s needs more than 63 bits", high).isGreaterThan(63);
        } catch (MisplacedCounterException refusal) {
            assertThat(low).isLessThan(BigInteger.valueOf(rule.first()));
        }
    }

    @Property
    void shouldRaiseToTheLowestValueWhoseBlockIsFullAndAbove(
            @ForAll("rules") BlockRule rule, @ForAll @LongRange(max = 5000) long used) {
        long value = rule.valueAbove(used);

        assertThat(rule.block(value)).hasValueSatisfying(block -> {
            assertThat(block.low()).isGreaterThan(used);
            assertThat(block.size()).isEqualTo(rule.size());
        });
        assertThat((value - 1) * rule.numbersPerStep() + rule.lowAtZero())
                .isLessThanOrEqualTo(Math.max(used, rule.first() - 1));
    }

    @Property
    void shouldRaiseToNoValueWithoutABlockAtTheEndOfAllNumbers(
            @ForAll("rules") BlockRule rule, @ForAll @LongRange(max = 1000) long left) {
        long used = Long.MAX_VALUE - left;
        try {
            long value = rule.valueAbove(used);

            assertThat(rule.block(value)).hasValueSatisfying(block -> {
                assertThat(block.low()).isGreaterThan(used);
                assertThat(block.size()).isEqualTo(rule.size());
            });
        } catch (ExhaustedException refusal) {
            assertThat(endOfTheLowestBlockAbove(rule, used).bitLength())
                    .as("%s above %d would end beyond 2^63-1", rule, used)
                    .isGreaterThan(63);
        }
    }

    /** Where the block would end, or the value that yields it: one above for HIGH-EXCLUSIVE. */
    private static BigInteger endOfTheLowestBlockAbove(BlockRule rule, long used) {
        BigInteger step = BigInteger.valueOf(rule.numbersPerStep());
        BigInteger distance = BigInteger.valueOf(used).subtract(BigInteger.valueOf(rule.lowAtZero()));
        BigInteger value = distance.divide(step).add(BigInteger.ONE);
        BigInteger low = value.multiply(step).add(BigInteger.valueOf(rule.lowAtZero()));
        return value.max(low.add(BigInteger.valueOf(rule.size() - 1)));
    }

    @Property
    void shouldCountPagesAsMultiplyFromOneCountsFromOne(
            @ForAll @LongRange(min = 1, max = 1 << 20) long size, @ForAll @LongRange(max = 1 << 30) long value) {
        assertThat(BlockRule.page(size).block(value))
                .isEqualTo(BlockRule.multiplyFromOne(size).block(value + 1));
    }

    @Provide
    Arbitrary<BlockRule> rules() {
        return rulesOfSize(Arbitraries.longs().between(1, 200));
    }

    @Provide
    Arbitrary<BlockRule> anyRules() {
        return rulesOfSize(Arbitraries.longs().greaterOrEqual(1));
    }

    @Provide
    Arbitrary<Long> values() {
        return Arbitraries.oneOf(Arbitraries.longs(), Arbitraries.longs().between(-300, 300));
    }

    private static Arbitrary<BlockRule> rulesOfSize(Arbitrary<Long> sizes) {
        Arbitrary<Long> firsts = Arbitraries.longs().between(1, 50);
        return Combinators.combine(Arbitraries.of(Kind.class), sizes, firsts)
                .as((kind, size, first) -> new BlockRule(kind, size, kind.name().startsWith("HIGH") ? first : 1));
    }

    /** A counter stepped as the rule asks, at its beginning or some reservations later. */
    private static SharedCounter counterOf(BlockRule rule, int blocksBefore, long anyIncrement) {
        long increment = rule.kind().needsIncrementOfSize() ? rule.size() : anyIncrement;
        long start = switch (rule.kind()) {
            case LOW, MULTIPLY, PAGE -> 0;
            case HIGH, HIGH_EXCLUSIVE, MULTIPLY_FROM_ONE -> rule.first();
        };
        return new SharedCounter(start + blocksBefore * increment, increment);
    }

    private static void assertApart(List<Reservation> blocks) {
        List<Reservation> sorted = new ArrayList<>(blocks);
        sorted.sort(Comparator.comparingLong(Reservation::low));
        for (int at = 1; at < sorted.size(); at++) {
            assertThat(sorted.get(at).low()).isGreaterThan(sorted.get(at - 1).high());
        }
    }
}
