package io.mintmark.storage.sqlite.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.storage.write.AnswerLimits;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Up to which answers to repeated requests may be forgotten. */
class AnswerAgesTest {
    private static final Duration DAY = Duration.ofDays(1);

    private final AtomicLong nanos = new AtomicLong();
    private final AnswerAges ages = new AnswerAges(new AnswerLimits(1_000, 100_000, DAY), nanos::get);

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Test
    void shouldKeepItsNumberHoweverOldTheyAre() {
        assertThat(ages.forgettable(500)).isNotPositive();
        pass(DAY.multipliedBy(3));
        assertThat(ages.forgettable(501)).isNotPositive();
        pass(DAY.multipliedBy(3));
        assertThat(ages.forgettable(1_100)).isEqualTo(100);
    }

    @Test
    void shouldKeepWhatADayBroughtThoughItIsMore() {
        assertThat(ages.forgettable(10)).isNotPositive();
        for (int hour = 1; hour <= 24; hour++) {
            pass(Duration.ofHours(1));
            assertThat(ages.forgettable(10 + hour * 2_000)).isLessThanOrEqualTo(10);
        }
        pass(Duration.ofHours(1));
        assertThat(ages.forgettable(60_000)).isEqualTo(2_010);
    }

    @Test
    void shouldTakeThoseThatWereThereBeforeForYoung() {
        assertThat(ages.forgettable(50_000)).isNotPositive();
        pass(DAY.dividedBy(2));
        assertThat(ages.forgettable(50_001)).isNotPositive();
        pass(DAY);
        assertThat(ages.forgettable(50_002)).isEqualTo(49_002);
    }

    @Test
    void shouldForgetBeyondAllBoundsThoughTheyAreYoung() {
        assertThat(ages.forgettable(1)).isNotPositive();
        assertThat(ages.forgettable(150_000)).isEqualTo(50_000);
    }
}
