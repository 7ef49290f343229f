package io.mintmark.simulation.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class JudgeTest {
    private static final long ORDERS = Scope.of(1, 2, 3);

    private final Judge judge = new Judge();

    @Test
    void shouldFindTheFirstNumberIssuedTwice() {
        judge.issued(ORDERS, 1, 10, 1);
        judge.issued(ORDERS, 21, 30, 2);
        judge.issued(Scope.of(1, 3, 3), 1, 30, 2);
        assertThat(judge.violation()).isEmpty();

        judge.issued(ORDERS, 11, 22, 3);

        assertThat(judge.violation())
                .contains("number 21 of counter 3 (life 2) was issued twice: by client 2, and by client 3");
    }

    @Test
    void shouldKnowNumbersAsASetOfNumbersDoes() {
        SplittableRandom random = new SplittableRandom(7);
        for (int round = 0; round < 2_000; round++) {
            Intervals intervals = new Intervals();
            Set<Long> numbers = new HashSet<>();
            boolean twice = false;
            for (int step = 0; step < 12 && !twice; step++) {
                long low = random.nextLong(1, 60);
                long high = low + random.nextLong(0, 6);
                for (long number = low; number <= high; number++) {
                    twice |= !numbers.add(number);
                }
                assertThat(intervals.add(low, high, step) >= 0).isEqualTo(twice);
            }
        }
    }

    @Test
    void shouldHoldANumberOfAnIdentityAgainstTheTimeOfItsRequest() {
        long early = judge.asked(ORDERS);
        judge.answered(ORDERS, 0, 0, early, 5, 1);
        long late = judge.asked(ORDERS);
        judge.answered(ORDERS, 0, 0, early, 4, 2);
        assertThat(judge.violation()).as("the requests overlap").isEmpty();

        judge.answered(ORDERS, 0, 0, late, 3, 3);

        assertThat(judge.violation()).isPresent();
    }

    @Test
    void shouldWantOneAnswerForOneRequest() {
        judge.answered(ORDERS, 9, 0, 0, 5, 1);
        judge.answered(ORDERS, 9, 0, 0, 5, 1);
        assertThat(judge.violation()).isEmpty();

        judge.answered(ORDERS, 9, 1, 0, 6, 1);
        judge.answered(ORDERS, 9, 0, 0, 5, 1);
        assertThat(judge.violation()).as("the store lost its memory in between").isEmpty();

        judge.answered(ORDERS, 9, 0, 0, 7, 1);

        assertThat(judge.violation()).isPresent();
    }

    @Test
    void shouldWantANewIdEachTime() {
        judge.named(ORDERS, "things/1-A", 1);
        judge.named(ORDERS, "things/2-A", 2);
        assertThat(judge.violation()).isEmpty();

        judge.named(ORDERS, "things/1-A", 3);

        assertThat(judge.violation()).isPresent();
    }
}
