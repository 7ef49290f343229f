package io.mintmark.decimal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.range.InMemoryRanges;
import io.mintmark.range.Range;
import io.mintmark.range.RangeSource;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LaunchTest {
    private final InMemoryRanges counter = new InMemoryRanges();
    private final LaunchLog log = new LaunchLog(counter);

    @Test
    void shouldReadTheVariable() {
        assertThat(Launch.fromEnvironment(Map.of("MINTMARK_LAUNCH_ID", "65"))).isEqualTo(Launch.of(65));
    }

    @Test
    void shouldRefuseAMissingVariable() {
        assertThatThrownBy(() -> Launch.fromEnvironment(Map.of()))
                .isInstanceOf(LaunchRefusedException.class)
                .hasMessageContaining("MINTMARK_LAUNCH_ID is not set")
                .hasMessageContaining("mintmark launch next");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "00065", "65 ", "-1", "+65", "100000", "6x", "٦٥", "999999999999", "1\n2"})
    void shouldRefuseAnyOtherSpellingOfTheVariable(String text) {
        assertThatThrownBy(() -> Launch.fromEnvironment(Map.of("MINTMARK_LAUNCH_ID", text)))
                .isInstanceOf(LaunchRefusedException.class)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
    }

    @Test
    void shouldRefuseALaunchBeyondItsLimits() {
        assertThat(Launch.of(DecimalId.LAUNCH_MAX).id()).isEqualTo(99_999);
        assertThatThrownBy(() -> Launch.of(100_000)).isInstanceOf(LaunchRefusedException.class);
        assertThatThrownBy(() -> new Launch(-1)).isInstanceOf(LaunchRefusedException.class);
    }

    @Test
    void shouldBeginEveryLaunchOnce() {
        assertThat(log.begin()).isEqualTo(Launch.of(1));
        log.begin(Launch.of(2));
        log.begin(Launch.of(10));

        assertThatThrownBy(() -> log.begin(Launch.of(10))).hasMessageContaining("launch 10 is repeated");
        assertThatThrownBy(() -> log.begin(Launch.of(3))).hasMessageContaining("the log stands at 10");
        assertThatThrownBy(() -> log.begin(Launch.ofATest())).isInstanceOf(LaunchRefusedException.class);
        assertThat(log.begin()).isEqualTo(Launch.of(11));
    }

    @Test
    void shouldBeginALaunchOnceAlsoWhenManyTryAtOnce() {
        long begun = IntStream.range(0, 16)
                .mapToObj(i -> CompletableFuture.supplyAsync(
                        () -> {
                            try {
                                log.begin(Launch.of(5));
                                return 1;
                            } catch (LaunchRefusedException repeated) {
                                return 0;
                            }
                        },
                        task -> new Thread(task).start()))
                .toList()
                .stream()
                .mapToInt(CompletableFuture::join)
                .sum();

        assertThat(begun).isEqualTo(1);
    }

    @Test
    void shouldNotEndALaunchThatBeginsTwiceAtOnce() {
        AtomicBoolean raced = new AtomicBoolean();
        LaunchLog late = new LaunchLog(new RangeSource() {
            @Override
            public Range reserve(long size) {
                return counter.reserve(size);
            }

            @Override
            public boolean giveBack(Range range, long lastIssued) {
                return counter.giveBack(range, lastIssued);
            }

            @Override
            public long raise(long atLeast) {
                long standing = counter.raise(atLeast);
                if (raced.compareAndSet(false, true)) {
                    log.begin(Launch.of(5));
                }
                return standing;
            }
        });

        assertThatThrownBy(() -> late.begin(Launch.of(5))).hasMessageContaining("launch 5 is repeated");

        log.join(Launch.of(5));
    }

    @Test
    void shouldLetOnlyTheNewestLaunchBeJoined() {
        Launch first = log.begin();
        log.join(first);
        Launch second = log.begin();
        log.join(second);

        assertThatThrownBy(() -> log.join(first))
                .hasMessageContaining("repeated or over")
                .hasMessageContaining("is 2");
        assertThatThrownBy(() -> log.join(Launch.of(3))).hasMessageContaining("never began");
    }

    @Test
    void shouldRefuseTheLaunchAfterTheLast() {
        assertThat(counter.raise(DecimalId.LAUNCH_MAX - 1)).isEqualTo(DecimalId.LAUNCH_MAX - 1);

        assertThat(log.begin()).isEqualTo(Launch.of(DecimalId.LAUNCH_MAX));
        assertThatThrownBy(log::begin).isInstanceOf(LaunchRefusedException.class);
    }

    @Test
    void shouldNotBeginTheLaunchOfTestsWhereACounterBeginsAtZero() {
        RangeSource fromZero = new RangeSource() {
            @Override
            public Range reserve(long size) {
                return Range.of(counter.reserve(1).low() - 1, counter.max() - 1);
            }

            @Override
            public boolean giveBack(Range range, long lastIssued) {
                return false;
            }

            @Override
            public long raise(long atLeast) {
                return counter.raise(atLeast + 1) - 1;
            }
        };

        assertThat(new LaunchLog(fromZero).begin()).isEqualTo(Launch.of(1));
    }
}
