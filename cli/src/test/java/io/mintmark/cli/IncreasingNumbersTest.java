package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A judge of {@link NightlyNodesIT} is judged: it accepts what overlaps, and notices what comes too late. */
class IncreasingNumbersTest {
    private final IncreasingNumbers numbers = new IncreasingNumbers();

    @Test
    void callsThatOverlapMayHaveTheirNumbersInEitherOrder() {
        numbers.drew("bills", 0, 10, 2);
        numbers.drew("bills", 5, 6, 1);
        numbers.drew("bills", 9, 20, 3);
        numbers.drew("users", 30, 40, 1);

        assertThat(numbers.outOfOrder()).isEmpty();
        assertThat(numbers.count()).isEqualTo(4);
    }

    @Test
    void aSmallerNumberThatWasAskedForLaterIsNoticed() {
        numbers.drew("bills", 0, 10, 7);
        numbers.drew("bills", 2, 3, 5);
        numbers.drew("bills", 11, 12, 6);

        assertThat(numbers.outOfOrder()).containsExactly("bills gave 6 after 7 had been given");
    }

    @Test
    void theSameNumberIsNoticed() {
        numbers.drew("bills", 0, 1, 7);
        numbers.drew("bills", 2, 3, 7);

        assertThat(numbers.outOfOrder()).hasSize(1);
    }
}
