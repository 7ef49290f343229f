package io.mintmark.uuid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.counter.ExhaustedException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class UlidGeneratorTest {
    private static final long NOON = 1_800_000_000_000L;

    private final SteppedClock clock = new SteppedClock(NOON);
    private final UlidGenerator generator = UlidGenerator.from(clock, new FixedBytes(1));

    @Test
    void shouldAddOneWithinAMillisecond() {
        Ulid first = generator.next();
        Ulid second = generator.next();

        assertThat(first.time().toEpochMilli()).isEqualTo(NOON);
        assertThat(second).isEqualTo(UlidGenerator.successor(first));
        assertThat(second.low()).isEqualTo(first.low() + 1);
    }

    @Test
    void shouldBeginEachMillisecondAnew() {
        Ulid first = generator.next();
        clock.move(Duration.ofMillis(1));
        Ulid second = generator.next();

        assertThat(second.time().toEpochMilli()).isEqualTo(NOON + 1);
        assertThat(second.low()).isNotEqualTo(first.low() + 1);
    }

    @Test
    void shouldHoldTheTimeWhileTheClockIsBehind() {
        Ulid first = generator.next();
        clock.move(Duration.ofHours(-1));

        assertThat(generator.next()).isEqualTo(UlidGenerator.successor(first));
    }

    @Test
    void shouldCarryIntoTheUpperBitsAndRefuseAtTheEnd() {
        Ulid carried = UlidGenerator.successor(new Ulid(NOON << 16 | 0xFFFE, -1));

        assertThat(carried).isEqualTo(new Ulid(NOON << 16 | 0xFFFF, 0));
        assertThatThrownBy(() -> UlidGenerator.successor(new Ulid(NOON << 16 | 0xFFFF, -1)))
                .isInstanceOf(ExhaustedException.class)
                .hasMessageContaining("ZZZZZZZZZZZZZZZZ")
                .hasMessageContaining("next millisecond");
    }

    @Test
    void shouldRefuseAClockOutsideItsRange() {
        clock.set(-1);
        assertThatThrownBy(generator::next).isInstanceOf(ExhaustedException.class);
        clock.set(1L << 48);
        assertThatThrownBy(generator::next).isInstanceOf(ExhaustedException.class);
    }
}
