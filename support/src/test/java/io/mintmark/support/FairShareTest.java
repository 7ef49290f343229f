package io.mintmark.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FairShareTest {
    private static int takeAll(FairShare<String> share, String party) {
        int taken = 0;
        while (share.take(party, 1)) {
            taken++;
        }
        return taken;
    }

    @ParameterizedTest
    @CsvSource({"1,1", "2,1", "10,5", "1000,500"})
    void shouldGiveOneAloneHalf(int capacity, int half) {
        assertThat(takeAll(new FairShare<>(capacity, capacity), "a")).isEqualTo(half);
    }

    @ParameterizedTest
    @CsvSource({"1", "3", "7", "31"})
    void shouldLeaveANewcomerAsMuchAsTheGreedyHave(int greedy) {
        int capacity = 1024;
        FairShare<String> share = new FairShare<>(capacity, capacity);
        boolean any = true;
        while (any) {
            any = false;
            for (int i = 0; i < greedy; i++) {
                any |= share.take("greedy" + i, 1);
            }
        }

        assertThat(capacity - share.taken()).isGreaterThanOrEqualTo(capacity / (greedy + 1));
        assertThat(share.take("newcomer", 1)).isTrue();
    }

    @Test
    void shouldHoldOneToItsMaximum() {
        FairShare<String> share = new FairShare<>(100, 3);

        assertThat(takeAll(share, "a")).isEqualTo(3);
        assertThat(takeAll(share, "b")).isEqualTo(3);
    }

    @Test
    void shouldTakeAgainWhatWasGivenBack() {
        FairShare<String> share = new FairShare<>(10, 10);
        int taken = takeAll(share, "a");

        share.giveBack("a", taken);

        assertThat(share.taken()).isZero();
        assertThat(takeAll(share, "b")).isEqualTo(taken);
    }

    @Test
    void shouldRefuseAmountsThatDoNotFit() {
        FairShare<String> share = new FairShare<>(192, 192);

        assertThat(share.take("a", 193)).isFalse();
        assertThat(share.take("a", 64)).isTrue();
        assertThat(share.take("a", 64)).isTrue();
        assertThat(share.take("a", 1)).isFalse();
        assertThat(share.taken()).isEqualTo(128);
    }

    @Test
    void shouldNeverHandOutMoreThanThereIs() {
        SplittableRandom random = new SplittableRandom(42);
        long capacity = 1_000;
        FairShare<Integer> share = new FairShare<>(capacity, 400);
        long[] held = new long[5];
        for (int step = 0; step < 100_000; step++) {
            int party = random.nextInt(held.length);
            long amount = random.nextLong(1, 200);
            if (random.nextBoolean() && share.take(party, amount)) {
                held[party] += amount;
            } else if (held[party] > 0) {
                long back = random.nextLong(1, held[party] + 1);
                share.giveBack(party, back);
                held[party] -= back;
            }
            long sum = 0;
            for (long each : held) {
                assertThat(each).isLessThanOrEqualTo(400);
                sum += each;
            }
            assertThat(share.taken()).isEqualTo(sum).isLessThanOrEqualTo(capacity);
        }
    }

    @Test
    void shouldLowerItsCapacity() {
        FairShare<String> share = new FairShare<>(100, 100);
        int taken = takeAll(share, "a");

        share.lowerTo(20);

        assertThat(taken).isEqualTo(50);
        assertThat(share.take("b", 1)).isFalse();
        share.giveBack("a", taken);
        assertThat(takeAll(share, "b")).isEqualTo(10);
    }
}
