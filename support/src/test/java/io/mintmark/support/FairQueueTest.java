package io.mintmark.support;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.Seed;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FairQueueTest {
    private final FairQueue<String, Integer> queue = new FairQueue<>();

    private void add(String party, int count) {
        IntStream.range(0, count).forEach(i -> queue.add(party, i));
    }

    private String serve(Map<String, Long> costs) {
        List<String> served = new ArrayList<>();
        Integer element = queue.poll(party -> served.isEmpty() && served.add(party));
        assertThat(element).isNotNull();
        queue.charge(served.get(0), costs.getOrDefault(served.get(0), 1L));
        return served.get(0);
    }

    private List<String> serveAll(Map<String, Long> costs) {
        List<String> order = new ArrayList<>();
        while (queue.size() > 0) {
            order.add(serve(costs));
        }
        return order;
    }

    @Test
    void shouldGiveEqualCostsToUnequalDemands() {
        add("cheap", 300);
        add("costly", 300);

        List<String> order = serveAll(Map.of("cheap", 100L, "costly", 5_000L));

        long cheap = order.subList(0, 102).stream().filter("cheap"::equals).count();
        assertThat(cheap).isBetween(99L, 101L);
    }

    @Test
    void shouldServeALatecomerSoonButNotForever() {
        add("old", 100);
        for (int i = 0; i < 50; i++) {
            assertThat(serve(Map.of())).isEqualTo("old");
        }

        add("late", 100);

        List<String> next = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            next.add(serve(Map.of()));
        }
        assertThat(next.subList(0, 2)).contains("late");
        assertThat(next.stream().filter("late"::equals).count()).isBetween(5L, 6L);
    }

    @Test
    void shouldServeWhatWasBegunBeforeWhatTheSamePartySentLater() {
        queue.add("a", 1);
        queue.addFirst("a", 0);
        queue.add("b", 2);
        queue.addFirst("c", 3);

        assertThat(queue.poll("a"::equals)).isZero();
        assertThat(queue.poll("a"::equals)).isEqualTo(1);
        assertThat(queue.sizeOf("c")).isEqualTo(1);
        assertThat(queue.size()).isEqualTo(2);
    }

    @Test
    void shouldSkipWhoMayNotBeServedNow() {
        add("a", 2);
        add("b", 2);

        assertThat(queue.poll("b"::equals)).isZero();
        assertThat(queue.poll(party -> false)).isNull();
        assertThat(queue.size()).isEqualTo(3);
        assertThat(queue.sizeOf("a")).isEqualTo(2);
        assertThat(queue.sizeOf("b")).isEqualTo(1);
    }

    @Test
    void shouldCorrectWhatWasExpectedTooHigh() {
        add("a", 2);
        add("b", 2);

        Integer first = queue.poll("a"::equals);
        queue.charge("a", 1_000);
        queue.charge("a", -1_000);

        assertThat(first).isZero();
        assertThat(serve(Map.of())).isEqualTo("b");
        assertThat(serve(Map.of()))
                .as("without the correction it would be b again")
                .isEqualTo("a");
    }

    @Test
    void shouldRemoveWhatIsOver() {
        add("a", 5);
        add("b", 3);

        assertThat(queue.removeIf(element -> element < 3)).hasSize(6);
        assertThat(queue.size()).isEqualTo(2);
        assertThat(queue.sizeOf("b")).isZero();
        assertThat(queue.removeIf(element -> true)).containsExactly(3, 4);
        assertThat(queue.size()).isZero();
    }

    /** Twenty ask for a lot, one for little, and all of them have cost the same so far. */
    private int placeOfTheCheapAmongTwenty(boolean learnt) {
        for (int i = 0; i < 20; i++) {
            add("costly" + i, 3);
            if (learnt) {
                queue.learn("costly" + i, 1_000);
            }
        }
        if (learnt) {
            queue.learn("cheap", 1);
        }
        add("cheap", 1);
        return serveAll(Map.of()).indexOf("cheap");
    }

    @Test
    void shouldNotLetTheCheapWaitForALargeElementOfEverybodyElse() {
        assertThat(placeOfTheCheapAmongTwenty(true)).isZero();
        assertThat(queue.usual("cheap")).isEqualTo(1);
    }

    /** The broken twin: an order by what was had so far makes the one that asks for little wait for all others once. */
    @Test
    void wouldLetTheCheapWaitIfNobodyLearntWhatElementsCost() {
        assertThat(placeOfTheCheapAmongTwenty(false)).isEqualTo(20);
    }

    @Test
    void shouldNotLetTheCheapHaveMoreThanTheOthersForEver() {
        queue.learn("costly", 100);
        queue.learn("cheap", 1);
        add("costly", 50);
        add("cheap", 5_000);

        List<String> order = serveAll(Map.of("costly", 100L, "cheap", 1L));

        // 101 of the cheap, which cost as much as one of the other, and again.
        assertThat(order.subList(0, 2_000).stream().filter("costly"::equals).count())
                .isBetween(15L, 45L);
    }

    /** Serves one element that costs {@code cost}, which is learnt, and returns whose it was. */
    private String serveAndLearn(long cost) {
        String served = serve(Map.of());
        queue.charge(served, cost);
        queue.learn(served, cost);
        return served;
    }

    @Test
    void shouldServeWhoIsKnownAlthoughNewcomersNeverEnd() {
        long cost = 10_000;
        queue.learn("known", cost);
        for (int i = 0; i < 5; i++) {
            add("new" + i, 1);
        }
        add("known", 1);

        int served = 1;
        for (; !serveAndLearn(cost).equals("known") && served < 1_000; served++) {
            add("newer" + served, 1);
        }

        assertThat(served).isLessThanOrEqualTo(30);
    }

    @Test
    void shouldTakeANewcomerForTheAverage() {
        for (int i = 0; i < 100; i++) {
            queue.learn("many", 10_000);
        }
        queue.learn("cheap", 10);
        add("new", 1);
        add("cheap", 1);

        assertThat(queue.usual("new")).isGreaterThan(5_000);
        assertThat(serve(Map.of())).isEqualTo("cheap");
    }

    @Test
    void shouldForgetWhoWasNotHeardOfForLongestAndNobodyWhoWaitsOrComesAgain() {
        add("waits", 1);
        queue.learn("regular", 7);
        for (int i = 0; i < 50_000; i++) {
            serveOf(i % 1_000 == 0 ? "regular" : "new" + i);
        }

        assertThat(queue.remembered()).isLessThanOrEqualTo(FairQueue.REMEMBERED + 1);
        assertThat(queue.usual("regular")).isEqualTo(7);
        assertThat(queue.poll("waits"::equals)).isZero();
        assertThat(queue.size()).isZero();
    }

    private void serveOf(String party) {
        queue.add(party, 1);
        assertThat(queue.poll(party::equals)).isEqualTo(1);
        queue.charge(party, 7_000);
        if (!party.equals("regular")) {
            queue.learn(party, 7_000);
        }
    }

    /** The broken twin: a queue in the order of arrival serves who came first, all of it, before anybody else. */
    @Test
    void wouldStarveTheCheapInTheOrderOfArrival() {
        Deque<String> arrival = new ArrayDeque<>();
        IntStream.range(0, 300).forEach(i -> arrival.add("costly"));
        arrival.add("cheap");
        add("costly", 300);
        add("cheap", 1);

        assertThat(List.copyOf(arrival).indexOf("cheap")).isEqualTo(300);
        assertThat(serveAll(Map.of("costly", 50L)).indexOf("cheap")).isLessThanOrEqualTo(1);
    }

    @Test
    void shouldKeepOrderAndLoseNothingInRandomUse() {
        SplittableRandom random = new SplittableRandom(Seed.fresh("fair queue"));
        Map<String, Deque<Integer>> model = new HashMap<>();
        int waiting = 0;
        for (int step = 0; step < 200_000; step++) {
            String party = "p" + random.nextInt(20);
            if (random.nextInt(100) < 48) {
                queue.add(party, step);
                model.computeIfAbsent(party, any -> new ArrayDeque<>()).add(step);
                waiting++;
            } else {
                List<String> served = new ArrayList<>();
                Integer element = queue.poll(each -> served.isEmpty() && served.add(each));
                assertThat(element == null).isEqualTo(waiting == 0);
                if (element != null) {
                    assertThat(element)
                            .isEqualTo(model.getOrDefault(served.get(0), new ArrayDeque<>())
                                    .poll());
                    waiting--;
                }
                queue.charge(party, random.nextInt(-5, 50));
            }
            assertThat(queue.size()).isEqualTo(waiting);
        }
    }
}
