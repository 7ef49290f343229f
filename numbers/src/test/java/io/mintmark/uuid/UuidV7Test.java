package io.mintmark.uuid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.RandomBytes;
import io.mintmark.counter.ExhaustedException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class UuidV7Test {
    private static final long NOON = Instant.parse("2026-11-20T12:00:00Z").toEpochMilli();

    private final SteppedClock clock = new SteppedClock(NOON);

    /** The three methods of RFC 9562, section 6.2; what is true of one is true of all. */
    enum Method {
        COUNTER,
        RANDOM_STEP,
        FRACTION;

        UuidSource on(SteppedClock clock, RandomBytes random) {
            return switch (this) {
                case COUNTER -> UuidV7.from(clock, random);
                case RANDOM_STEP -> SteppedUuidV7.from(clock, random);
                case FRACTION -> UuidV7.subMillisecond(clock, random);
            };
        }
    }

    @ParameterizedTest
    @EnumSource(Method.class)
    void shouldCarryTheTimeOfTheClock(Method method) {
        UUID id = method.on(clock, new FixedBytes(1)).next();

        assertThat(id.version()).isEqualTo(7);
        assertThat(id.variant()).isEqualTo(2);
        assertThat(Uuids.timeOf(id)).isEqualTo(Instant.ofEpochMilli(NOON));
    }

    @ParameterizedTest
    @EnumSource(Method.class)
    void shouldRiseWhateverTheClockDoes(Method method) {
        UuidSource source = method.on(clock, new FixedBytes(2));
        SplittableRandom random = new SplittableRandom(3);
        Set<UUID> seen = new HashSet<>();
        UUID last = new UUID(0, 0);

        for (int count = 0; count < 200_000; count++) {
            if (random.nextInt(100) == 0) {
                clock.move(Duration.ofNanos(random.nextLong(-5_000_000_000L, 5_000_000_000L)));
            }
            UUID next = source.next();
            assertThat(Uuids.UNSIGNED.compare(next, last)).isPositive();
            assertThat(seen.add(next)).isTrue();
            last = next;
        }
    }

    /** A generator that follows the clock back makes ids that come before those it has made: the check above sees it. */
    @Test
    void shouldFindTheGeneratorThatFollowsTheClockBack() {
        UUID before = UuidV7.from(clock, new FixedBytes(4)).next();
        clock.move(Duration.ofMillis(-1));
        UUID after = UuidV7.from(clock, new FixedBytes(4)).next();

        assertThat(Uuids.UNSIGNED.compare(after, before)).isNegative();
    }

    @ParameterizedTest
    @EnumSource(Method.class)
    void shouldHoldTheTimeWhileTheClockIsBehind(Method method) {
        UuidSource source = method.on(clock, new FixedBytes(5));
        UUID before = source.next();
        clock.move(Duration.ofHours(-1));

        UUID during = source.next();
        clock.move(Duration.ofHours(1).plusMillis(7));
        UUID after = source.next();

        assertThat(Uuids.timeOf(during)).isEqualTo(Uuids.timeOf(before));
        assertThat(Uuids.timeOf(after)).isEqualTo(clock.instant());
    }

    @Test
    void shouldTellHowFarItIsAheadOfTheClock() {
        UuidV7 source = UuidV7.from(clock, new FixedBytes(5));
        source.next();
        assertThat(source.aheadOfClock()).isZero();

        clock.move(Duration.ofHours(-1));

        assertThat(source.aheadOfClock()).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void shouldGoAheadOfTheClockWhenAMillisecondIsFull() {
        UuidV7 source = UuidV7.from(clock, new FixedBytes(6));
        UUID last = source.next();
        for (int count = 0; count < 3 << 16; count++) {
            UUID next = source.next();
            assertThat(Uuids.UNSIGNED.compare(next, last)).isPositive();
            last = next;
        }

        assertThat(Uuids.timeOf(last)).isBetween(Instant.ofEpochMilli(NOON + 3), Instant.ofEpochMilli(NOON + 4));
        assertThat(source.aheadOfClock()).isBetween(Duration.ofMillis(3), Duration.ofMillis(4));
    }

    @Test
    void shouldLeaveRoomInEveryMillisecond() {
        for (int seed = 0; seed < 200; seed++) {
            UUID id = UuidV7.from(clock, new FixedBytes(seed)).next();
            assertThat(id.getMostSignificantBits() & 0x800).as("guard bit").isZero();
        }
    }

    @Test
    void shouldBeginEachMillisecondAtAnotherCounter() {
        UuidV7 source = UuidV7.from(clock, new FixedBytes(7));
        Set<Long> counters = new HashSet<>();
        for (int count = 0; count < 100; count++) {
            counters.add(source.next().getMostSignificantBits() & 0xFFF);
            clock.move(Duration.ofMillis(1));
        }

        assertThat(counters).hasSizeGreaterThan(80);
    }

    @Test
    void shouldTellFractionsOfAMillisecond() {
        UuidV7 source = UuidV7.subMillisecond(clock, new FixedBytes(8));
        UUID whole = source.next();
        clock.move(Duration.ofNanos(500_000));
        UUID half = source.next();

        assertThat(whole.getMostSignificantBits() & 0xFFF).isZero();
        assertThat(half.getMostSignificantBits() & 0xFFF).isEqualTo(2048);
    }

    @ParameterizedTest
    @EnumSource(Method.class)
    void shouldRefuseAClockOutsideItsRangeAndGoOnWhenItIsRight(Method method) {
        UuidSource source = method.on(clock, new FixedBytes(9));
        for (long wrong : new long[] {-1, Long.MIN_VALUE / 2_000_000, 1L << 48, (1L << 48) - 1, 1L << 50}) {
            clock.set(wrong);
            assertThatThrownBy(source::next)
                    .isInstanceOf(ExhaustedException.class)
                    .hasMessageContaining(wrong + " ms");
        }
        clock.set(NOON);

        assertThat(Uuids.timeOf(source.next())).isEqualTo(Instant.ofEpochMilli(NOON));
    }

    @Test
    void shouldMakeUnalikeIdsUnderAnotherKey() {
        UUID one = UuidV7.from(clock, new FixedBytes(10)).next();
        UUID two = UuidV7.from(clock, new FixedBytes(11)).next();

        assertThat(one.getLeastSignificantBits()).isNotEqualTo(two.getLeastSignificantBits());
        assertThat(UuidV7.from(clock, new FixedBytes(10)).next())
                .as("the key decides")
                .isEqualTo(one);
    }

    /** The ticker reads the clock in the caller's place; played here one tick at a time. */
    @Test
    void shouldReadTheClockAtLeastEverySixtyFourIdsWhileTheCachedClockSleeps() {
        Deque<Runnable> threads = new ArrayDeque<>();
        UuidV7 source = UuidV7.on(clock, new FixedBytes(12), threads::add);
        for (int count = 0; count < 100; count++) {
            source.next();
        }
        assertThat(threads).as("asked for one thread, once").hasSize(1);
        Thread ticking = new Thread(threads.remove());
        ticking.start();

        UUID last = source.next();
        for (int move = 0; move < 200; move++) {
            clock.move(Duration.ofMinutes(10));
            for (int count = 0; count < 65; count++) {
                UUID next = source.next();
                assertThat(Uuids.UNSIGNED.compare(next, last)).isPositive();
                last = next;
            }
            assertThat(Uuids.timeOf(last)).isEqualTo(clock.instant());
        }
    }
}
