package io.mintmark.lab.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.mintmark.testkit.Effort;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PassRuleTest {
    /** The number of p-values of the sixteen tests. */
    private static final int VALUES = 48;

    private static final int GOOD = Effort.of("streams of good numbers", 40_000, 200_000, 200_000);

    /** How many of them the rule condemns by chance; the count may be off by four standard deviations. */
    private static final double EXPECTED = GOOD * 5.75e-4;

    private static final int MOST = (int) (EXPECTED + 4 * Math.sqrt(EXPECTED));
    private static final int LEAST = (int) (EXPECTED - 4 * Math.sqrt(EXPECTED));

    private static final int MOVED = Effort.of("streams with a defect", 10_000, 20_000, 20_000);

    private final SplittableRandom random = new SplittableRandom(1);

    @Test
    void shouldCondemnGoodNumbersAsSeldomAsItSays() {
        double bound = VALUES * (PassRule.FAILED + PassRule.SUSPECT * PassRule.CONDEMNED);
        int condemned = 0;
        for (int run = 0; run < GOOD; run++) {
            condemned += isCondemned(0) ? 1 : 0;
        }

        System.out.printf("good numbers: %d of %,d runs condemned, %.2g allowed%n", condemned, GOOD, bound);
        assertThat(bound).isEqualTo(5.8e-4, within(1e-5));
        assertThat(condemned).isBetween(LEAST, MOST);
    }

    /** The values of one test may hang together: here all 48 are the same one, and the bound holds. */
    @Test
    void shouldCondemnNoMoreOftenWhenAllValuesAreOne() {
        int condemned = 0;
        for (int run = 0; run < GOOD; run++) {
            double first = random.nextDouble();
            List<PValue> all = IntStream.rangeClosed(1, VALUES)
                    .mapToObj(place -> new PValue(102, place, first))
                    .toList();
            List<PValue> again = new ArrayList<>();
            for (int repeat = 0;
                    repeat < PassRule.REPEATS && !PassRule.suspects(all).isEmpty();
                    repeat++) {
                double fresh = random.nextDouble();
                IntStream.rangeClosed(1, VALUES).forEach(place -> again.add(new PValue(102, place, fresh)));
            }
            condemned += Judge.verdict(all, again).startsWith("bad") ? 1 : 0;
        }
        assertThat(condemned).isLessThanOrEqualTo(MOST);
    }

    /** How often a defect is found that moves one value of the 48 by so many standard deviations. */
    @ParameterizedTest
    @CsvSource({"2, 0.43, 0.08", "3, 0.85, 0.45", "5, 1.00, 0.99"})
    void shouldFindRealDefectsAsOftenAsItSays(double deviations, double ours, double weakTwice) {
        int found = 0;
        int foundByWeakTwice = 0;
        for (int run = 0; run < MOVED; run++) {
            found += isCondemned(deviations) ? 1 : 0;
            double once = moved(deviations).twoSided();
            foundByWeakTwice +=
                    once < PassRule.FAILED || (once < 0.01 && moved(deviations).twoSided() < 0.01) ? 1 : 0;
        }
        System.out.printf(
                "moved by %.0f standard deviations: %.1f %% found; weak twice finds %.1f %%%n",
                deviations, 100.0 * found / MOVED, 100.0 * foundByWeakTwice / MOVED);
        assertThat(found / (double) MOVED).isEqualTo(ours, within(0.02));
        assertThat(foundByWeakTwice / (double) MOVED).isEqualTo(weakTwice, within(0.02));
    }

    /** One run over 48 values, of which the first is moved. */
    private boolean isCondemned(double deviations) {
        List<PValue> first = new ArrayList<>();
        List<PValue> again = new ArrayList<>();
        first.add(moved(deviations));
        for (int place = 2; place <= VALUES; place++) {
            first.add(new PValue(102, place, random.nextDouble()));
        }
        for (PValue suspect : PassRule.suspects(first)) {
            for (int repeat = 0; repeat < PassRule.REPEATS; repeat++) {
                again.add(
                        suspect.place() == 1
                                ? moved(deviations)
                                : new PValue(102, suspect.place(), random.nextDouble()));
            }
        }
        return Judge.verdict(first, again).startsWith("bad");
    }

    /** A value of a figure that has a normal distribution whose middle is off. */
    private PValue moved(double deviations) {
        return new PValue(102, 1, lowerTail(gaussian() + deviations));
    }

    private double gaussian() {
        return Math.sqrt(-2 * Math.log(1 - random.nextDouble())) * Math.cos(2 * Math.PI * random.nextDouble());
    }

    /** The normal distribution function, by the series of Marsaglia (Journal of Statistical Software 11, 2004). */
    private static double lowerTail(double x) {
        if (Math.abs(x) > 7) {
            return x < 0 ? 0 : 1;
        }
        double sum = x;
        double term = x;
        for (int i = 3; Math.abs(term) > 1e-17 * Math.abs(sum) && i < 400; i += 2) {
            term *= x * x / i;
            sum += term;
        }
        return 0.5 + sum * Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
    }

    @Test
    void shouldCombineAsFisherDoes() {
        // Four degrees of freedom: (1 + x/2) exp(-x/2), with x/2 = ln 10 + ln 20.
        assertThat(PassRule.fisher(0.1, 0.05)).isEqualTo(0.005 * (1 + Math.log(200)), within(1e-12));
        assertThat(PassRule.fisher(0.3)).isEqualTo(0.3, within(1e-12));
        assertThat(PassRule.fisher(1, 1, 1)).isEqualTo(1, within(1e-12));
    }

    @Test
    void shouldSuspectBothEnds() {
        assertThat(new PValue(100, 1, 0.01).twoSided()).isEqualTo(0.02, within(1e-9));
        assertThat(new PValue(100, 1, 0.99).twoSided()).isEqualTo(0.02, within(1e-9));
        assertThat(Judge.verdict(List.of(new PValue(100, 1, 1)), List.of()))
                .isEqualTo("bad 1 p-values, 1 suspect, 1 failed at once");
        assertThat(Judge.verdict(List.of(new PValue(100, 1, 0)), List.of())).startsWith("bad");
        assertThat(Judge.verdict(List.of(new PValue(100, 1, 0.5)), List.of())).startsWith("good");
        assertThat(Judge.verdict(List.of(), List.of())).isEqualTo("bad no answer");
    }

    @Test
    void shouldJudgeASuspectByItsRepetitionsOnly() {
        List<PValue> first = List.of(PValue.parse("15 1 0.50000000"), PValue.parse("102 7 0.00100000"));

        assertThat(Judge.testsToRepeat(first)).isEqualTo("102");
        assertThat(Judge.verdict(first, Collections.nCopies(8, new PValue(102, 7, 0.4))))
                .startsWith("good");
        assertThat(Judge.verdict(first, Collections.nCopies(8, new PValue(102, 7, 0.02))))
                .startsWith("bad");
        assertThatThrownBy(() -> Judge.verdict(first, Collections.nCopies(8, new PValue(102, 8, 0.4))))
                .hasMessageContaining("value 7 of test 102 must be repeated 8 times: it was 0 times");
        assertThatThrownBy(() -> PValue.parse("102 0.5")).hasMessageContaining("test, place, value");
    }

    @Test
    void shouldRepeatNothingOfAStreamThatIsCondemnedAlready() {
        assertThat(Judge.testsToRepeat(List.of(PValue.parse("15 1 0.02"), PValue.parse("100 1 0.00000000"))))
                .isEmpty();
    }
}
