package io.mintmark.server.numbers;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.Seed;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class BusiestTalliesTest {
    private static List<String> names(BusiestTallies<String> tallies, int most) {
        return tallies.busiest(most, any -> true).stream()
                .map(Map.Entry::getKey)
                .toList();
    }

    @Test
    void shouldShowTheBusiestThatMayBeShown() {
        BusiestTallies<String> tallies = new BusiestTallies<>();
        for (int i = 0; i < 5; i++) {
            for (int times = 0; times <= i; times++) {
                tallies.of("k" + i).reserved(10);
            }
        }

        assertThat(names(tallies, 3)).containsExactly("k4", "k3", "k2");
        assertThat(tallies.busiest(9, key -> key.compareTo("k2") < 0))
                .extracting(each -> each.getKey() + "=" + each.getValue().numbers())
                .containsExactly("k1=20", "k0=10");
        tallies.of("k0").lost(7);
        assertThat(tallies.ofKnown("k0").orElseThrow().gaps()).isEqualTo(7);
        assertThat(tallies.ofKnown("never")).isEmpty();
    }

    /** Without the rank of the one before it, it would be forgotten for each new one, which would be forgotten for it. */
    @Test
    void shouldFindOneThatBecomesBusyLate() {
        int places = 16;
        BusiestTallies<String> tallies = new BusiestTallies<>(places);
        for (int i = 0; i < 100 * places; i++) {
            tallies.of("old" + i % places).reserved(1);
        }
        for (int i = 0; i < 5_000; i++) {
            tallies.of("late").reserved(1);
            tallies.of("new" + i).reserved(1);
        }

        assertThat(names(tallies, 1)).containsExactly("late");
        assertThat(tallies.ofKnown("late").orElseThrow().ranges()).isEqualTo(5_000);
    }

    /** What the algorithm promises: whoever has more than a share of all counts keeps its place, and its exact tally. */
    @Test
    void shouldKeepThoseWithMoreThanTheirShareWhateverElseComes() {
        Random random = new Random(Seed.fresh("BusiestTalliesTest"));
        int places = 16;
        BusiestTallies<String> tallies = new BusiestTallies<>(places);
        Map<String, Integer> counted = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            String key = random.nextInt(3) == 0 ? "busy" + random.nextInt(4) : "new" + i;
            tallies.of(key).reserved(1);
            counted.merge(key, 1, Integer::sum);
        }

        Set<String> busy = counted.entrySet().stream()
                .filter(each -> each.getValue() > 20_000 / places)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        assertThat(busy).hasSize(4);
        assertThat(names(tallies, 4)).containsExactlyInAnyOrderElementsOf(busy);
        assertThat(names(tallies, 100)).hasSize(places);
        tallies.busiest(100, any -> true)
                .forEach(each -> assertThat(each.getValue().ranges())
                        .as(each.getKey())
                        .isLessThanOrEqualTo(counted.getOrDefault(each.getKey(), 0)));
    }
}
