package io.mintmark.decimal;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.number.Repetitions;
import io.mintmark.range.InMemoryRanges;
import io.mintmark.range.Refiller;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** No id comes twice when thousands of threads draw at once; the same threads make a broken twin repeat. */
@Timeout(300)
class ManyThreadsTest {
    /** The counter is full after every thousandth id: most of the work is to draw the next generator id. */
    @Test
    void shouldRepeatNoDecimalId() throws Exception {
        InMemoryRanges generators = new InMemoryRanges();
        try (DecimalIds ids = DecimalIds.of(Launch.of(65), launch -> generators, 1_000, Refiller.shared())) {
            assertThat(Repetitions.count("decimal ids", ids)).isZero();
        }
    }

    @Test
    void shouldFindTheRepetitionsOfACounterThatIsNotAtomic() throws Exception {
        long[] counter = {0};

        assertThat(Repetitions.count("decimal ids of a plain counter (broken twin)", () -> {
                    long next = counter[0] + 1;
                    Thread.yield(); // so that threads meet between reading and writing
                    counter[0] = next;
                    return DecimalId.LAYOUT.encode(next, 1, 65);
                }))
                .isPositive();
    }
}
