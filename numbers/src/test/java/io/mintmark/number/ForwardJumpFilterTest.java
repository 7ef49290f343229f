package io.mintmark.number;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ForwardJumpFilterTest {
    private final SteppedTime time = SteppedTime.at("2026-11-01T00:00:00Z");
    private final ForwardJumpFilter clock = new ForwardJumpFilter(time, time);
    private final long begin = clock.millis();

    @Test
    void shouldShowTheWallClockWhileItRunsEvenly() {
        time.pass(Duration.ofHours(9));

        assertThat(clock.millis() - begin).isEqualTo(Duration.ofHours(9).toMillis());
    }

    @Test
    void shouldPassStepsBackOn() {
        time.step(Duration.ofHours(-1));

        assertThat(clock.millis() - begin).isEqualTo(Duration.ofHours(-1).toMillis());
    }

    @Test
    void shouldNotBelieveALeapAtOnce() {
        time.step(Duration.ofDays(3_650));
        time.pass(Duration.ofSeconds(3));
        assertThat(clock.millis() - begin).isEqualTo(3_000);
        time.pass(Duration.ofSeconds(50));
        assertThat(clock.millis() - begin).isEqualTo(53_000);

        time.step(Duration.ofDays(-3_650));
        time.pass(Duration.ofSeconds(100));

        assertThat(clock.millis() - begin).as("as if nothing had been").isEqualTo(153_000);
    }

    @Test
    void shouldBelieveALeapThatLasts() {
        time.step(Duration.ofHours(8));
        clock.millis();
        time.pass(Duration.ofSeconds(ForwardJumpFilter.PROBATION_SECONDS));

        assertThat(clock.millis() - begin).isEqualTo(Duration.ofHours(8).toMillis() + 60_000);
    }

    @Test
    void shouldBelieveAReturnToWhereTheClockHadBeen() {
        time.step(Duration.ofHours(-1));
        clock.millis();
        time.step(Duration.ofHours(1));

        assertThat(clock.millis()).isEqualTo(begin);
    }

    @Test
    void shouldFollowSmallStepsForward() {
        time.step(Duration.ofMillis(ForwardJumpFilter.LEAP_MAX_MILLIS));

        assertThat(clock.millis() - begin).isEqualTo(ForwardJumpFilter.LEAP_MAX_MILLIS);
    }
}
