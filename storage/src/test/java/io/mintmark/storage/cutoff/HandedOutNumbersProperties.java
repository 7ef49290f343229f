package io.mintmark.storage.cutoff;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.storage.write.CounterName;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.Seed;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HandedOutNumbersProperties {
    private static final CounterName ORDERS = CounterName.ofTag("orders");
    private static final int RUNS = Effort.of("runs of numbers handed out", 200, 2_000, 50_000);
    private static final int STEPS = 60;
    private static final int RANGE_MAX = 40;
    private static final int GAP_MAX = 3;
    private static final long SEED = Seed.fresh("HandedOutNumbersProperties");

    /** Ranges come in their order, since counters only move up; a client gives the tail of any of them back. */
    @Test
    void shouldKnowExactlyWhatClientsHave() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int run = 0; run < RUNS; run++) {
            HandedOutNumbers numbers = new HandedOutNumbers(new HandedOutNumbers.Memory(), "shop.1");
            BitSet model = new BitSet();
            int next = 1;
            for (int step = 0; step < STEPS; step++) {
                int low = next + random.nextInt(GAP_MAX);
                int high = low + random.nextInt(RANGE_MAX);
                numbers.add(ORDERS, low, high);
                model.set(low, high + 1);
                next = high + 1;
                if (random.nextInt(3) == 0) {
                    int last = low - 1 + random.nextInt(high - low + 2);
                    numbers.givenBack(ORDERS, last, high);
                    model.clear(last + 1, high + 1);
                }
            }
            for (int number = 0; number <= next; number++) {
                assertThat(numbers.isOwned(ORDERS, number))
                        .as("run %d, number %d", run, number)
                        .isEqualTo(model.get(number));
            }
        }
    }

    @Test
    void shouldForgetTheLowestWhereSpansAreTooMany() {
        HandedOutNumbers numbers = new HandedOutNumbers(new HandedOutNumbers.Memory(), "shop.1");
        for (long span = 0; span <= HandedOutNumbers.SPANS_MAX; span++) {
            numbers.add(ORDERS, 3 * span + 1, 3 * span + 2);
        }

        assertThat(numbers.isOwned(ORDERS, 1)).isFalse();
        assertThat(numbers.isOwned(ORDERS, 4)).isTrue();
        assertThat(numbers.isOwned(CounterName.ofTag("others"), 4)).isFalse();
    }

    /** Strangers may invent names; a counter that is used on stays. */
    @Test
    void shouldForgetCountersThatWereNotUsedForLongest() {
        HandedOutNumbers numbers = new HandedOutNumbers(new HandedOutNumbers.Memory(), "shop.1");
        numbers.add(CounterName.ofTag("early"), 1, 32);
        for (int i = 0; i < 3 * HandedOutNumbers.COUNTERS_KEPT; i++) {
            numbers.add(CounterName.ofTag("tag" + i), 1, 32);
            numbers.add(ORDERS, 1 + 32L * i, 32 + 32L * i);
        }

        assertThat(numbers.isOwned(CounterName.ofTag("early"), 1)).isFalse();
        assertThat(numbers.isOwned(ORDERS, 1)).isTrue();
        assertThat(numbers.isOwned(ORDERS, 32L * 3 * HandedOutNumbers.COUNTERS_KEPT))
                .isTrue();
    }

    @Test
    void shouldBoundSpansOfAllCounters() {
        HandedOutNumbers numbers = new HandedOutNumbers(new HandedOutNumbers.Memory(), "shop.1");
        int counters = 4 * HandedOutNumbers.SPANS_KEPT / HandedOutNumbers.SPANS_MAX;
        for (int counter = 0; counter < counters; counter++) {
            for (long span = 0; span < HandedOutNumbers.SPANS_MAX; span++) {
                numbers.add(CounterName.ofTag("tag" + counter), 3 * span + 1, 3 * span + 2);
            }
        }

        assertThat(numbers.isOwned(CounterName.ofTag("tag0"), 1)).isFalse();
        assertThat(numbers.isOwned(CounterName.ofTag("tag" + (counters - 1)), 1))
                .isTrue();
    }

    /** No counter is new, and each gets more spans. */
    @Test
    void shouldBoundSpansOfCountersThatGrow() {
        HandedOutNumbers numbers = new HandedOutNumbers(new HandedOutNumbers.Memory(), "shop.1");
        List<CounterName> counters = IntStream.range(0, 100)
                .mapToObj(i -> CounterName.ofTag("tag" + i))
                .toList();
        for (int span = 0; span < HandedOutNumbers.SPANS_MAX; span++) {
            for (CounterName counter : counters) {
                numbers.add(counter, 3L * span + 1, 3L * span + 2);
            }
        }

        long remembered = counters.stream()
                .mapToLong(counter -> IntStream.range(0, HandedOutNumbers.SPANS_MAX)
                        .filter(span -> numbers.isOwned(counter, 3L * span + 1))
                        .count())
                .sum();
        assertThat(remembered)
                .isLessThanOrEqualTo(2L * (HandedOutNumbers.SPANS_KEPT + HandedOutNumbers.SPANS_MAX))
                .isGreaterThan(HandedOutNumbers.SPANS_MAX);
    }

    /** A node has thousands of databases, which come and go; each life counts for itself. */
    @Test
    void shouldBoundCountersOfAllDatabases() {
        HandedOutNumbers.Memory memory = new HandedOutNumbers.Memory();
        for (int database = 0; database < 3 * HandedOutNumbers.COUNTERS_KEPT; database++) {
            new HandedOutNumbers(memory, "life" + database).add(ORDERS, 1, 32);
        }

        String last = "life" + (3 * HandedOutNumbers.COUNTERS_KEPT - 1);
        assertThat(new HandedOutNumbers(memory, "life0").isOwned(ORDERS, 1)).isFalse();
        assertThat(new HandedOutNumbers(memory, last).isOwned(ORDERS, 1)).isTrue();
        assertThat(new HandedOutNumbers(memory, "none").isOwned(ORDERS, 1)).isFalse();
    }
}
