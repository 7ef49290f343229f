package io.mintmark.decimal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.counter.ExhaustedException;
import io.mintmark.number.SeenIds;
import io.mintmark.range.InMemoryRanges;
import io.mintmark.range.RangeSource;
import io.mintmark.range.Refiller;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class DecimalIdsTest {
    private final Map<Long, InMemoryRanges> sources = new HashMap<>();
    private final LongFunction<RangeSource> byLaunch =
            launch -> sources.computeIfAbsent(launch, none -> new InMemoryRanges());

    @Test
    void shouldCountWithinOneGeneratorOfItsLaunch() {
        try (DecimalIds ids = DecimalIds.of(Launch.of(65), byLaunch)) {
            assertThat(DecimalId.of(ids.next())).isEqualTo(new DecimalId(1, 1, 65));
            assertThat(DecimalId.of(ids.getAsLong())).isEqualTo(new DecimalId(2, 1, 65));
        }
    }

    /** As docs/numbers/decimal-id.md shows it. */
    @Test
    void shouldBeginAsTheDocumentationShows() {
        InMemoryRanges generators = new InMemoryRanges();
        try (DecimalIds ids = DecimalIds.of(Launch.ofATest(), launch -> generators)) {
            long id = ids.next();

            assertThat(id).isEqualTo(10_000_100_000L);
            assertThat(DecimalId.of(id)).hasToString("1·00001·00000");
        }
    }

    @Test
    void shouldTakeTheNextGeneratorWhenTheCounterIsFull() {
        try (DecimalIds ids = DecimalIds.of(Launch.of(65), byLaunch, 3, Refiller.shared())) {
            Set<Long> seen = new HashSet<>();
            for (int i = 0; i < 9; i++) {
                DecimalId id = DecimalId.of(ids.next());
                assertThat(id.counter()).isEqualTo(i % 3 + 1);
                assertThat(seen.add(id.value())).isTrue();
            }
            assertThat(seen.stream().map(id -> DecimalId.of(id).generator()).distinct())
                    .hasSize(3);
        }
    }

    @Test
    void shouldNeverRepeatAPairOfLaunchAndGeneratorAlsoWhenTheLaunchIsRepeated() {
        Set<Long> seen = new HashSet<>();
        for (int start = 0; start < 20; start++) {
            DecimalIds ids = DecimalIds.of(Launch.of(start % 2 + 1), byLaunch);
            for (int i = 0; i < 100; i++) {
                assertThat(seen.add(ids.next())).isTrue();
            }
            if (start % 3 == 0) {
                ids.close();
            }
        }
    }

    @Test
    void shouldStayWithin53BitsInTheJavaScriptProfile() {
        try (DecimalIds ids = DecimalIds.jsSafe(Launch.of(99_999), byLaunch)) {
            long last = 0;
            for (long i = 0; i < DecimalId.COUNTER_MAX_JS_SAFE; i++) {
                last = ids.next();
            }
            assertThat(DecimalId.of(last).counter()).isEqualTo(DecimalId.COUNTER_MAX_JS_SAFE);
            assertThat(last).isLessThan(1L << 53);
            assertThat(DecimalId.of(ids.next()).counter())
                    .as("the next generator")
                    .isEqualTo(1);
        }
    }

    @Test
    void shouldRefuseGenerator100000() {
        sources.put(7L, new InMemoryRanges(DecimalId.GENERATOR_MAX - 1, Long.MAX_VALUE));
        try (DecimalIds ids = DecimalIds.of(Launch.of(7), byLaunch, 2, Refiller.shared())) {
            assertThat(DecimalId.of(ids.next())).isEqualTo(new DecimalId(1, DecimalId.GENERATOR_MAX, 7));
            assertThat(DecimalId.of(ids.next())).isEqualTo(new DecimalId(2, DecimalId.GENERATOR_MAX, 7));
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(ids::next)
                        .isInstanceOf(ExhaustedException.class)
                        .hasMessageContaining("begin a new launch");
            }
        }
    }

    @Test
    void shouldReachTheHighestIdAndNotWrap() {
        IdBlock last = new IdBlock(DecimalId.LAYOUT.encode(1, 99_999, 99_999), DecimalId.COUNTER_MAX);
        long highest = last.first + (last.size - 1) * DecimalId.LAYOUT.unit(0);

        assertThat(highest).isEqualTo(9_223_372_029_999_999_999L);
    }

    @Test
    void shouldMakeIdsOfATestOnlyWhenTold() {
        assertThatThrownBy(() -> Launch.of(0)).isInstanceOf(LaunchRefusedException.class);
        try (DecimalIds ids = DecimalIds.of(Launch.ofATest(), byLaunch)) {
            assertThat(DecimalId.of(ids.next()).isOfATest()).isTrue();
        }
    }

    @Test
    void shouldRefuseOnceClosed() {
        DecimalIds ids = DecimalIds.of(Launch.of(1), byLaunch);
        ids.next();
        ids.close();
        ids.close();

        assertThatThrownBy(ids::next).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(ids::next).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldIssueEveryIdOnceToManyThreads() {
        List<CompletableFuture<long[]>> threads = new ArrayList<>();
        SeenIds seen = new SeenIds();
        try (DecimalIds ids = DecimalIds.of(Launch.of(3), byLaunch, 1_000, Refiller.shared())) {
            for (int thread = 0; thread < 4; thread++) {
                threads.add(CompletableFuture.supplyAsync(
                        () -> {
                            long[] drawn = new long[100_000];
                            for (int i = 0; i < drawn.length; i++) {
                                drawn[i] = ids.next();
                            }
                            return drawn;
                        },
                        task -> new Thread(task).start()));
            }
            for (CompletableFuture<long[]> thread : threads) {
                for (long id : thread.join()) {
                    seen.add(id);
                }
            }
        }
        assertThat(seen.count()).isEqualTo(400_000);
        assertThat(seen.duplicates()).isZero();
    }
}
