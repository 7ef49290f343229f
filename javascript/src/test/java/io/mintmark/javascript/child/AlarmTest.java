package io.mintmark.javascript.child;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.internal.Ticker;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The alarm strikes when the latest piece of work is late, whatever times earlier ones had. */
@Timeout(60)
class AlarmTest {
    private static final long HOUR = TimeUnit.HOURS.toNanos(1);

    private final CountDownLatch struck = new CountDownLatch(1);

    private static void awaitSleepOfAlarm() {
        while (Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("mintmark-script-alarm"))
                .noneMatch(thread -> thread.getState() == Thread.State.TIMED_WAITING)) {
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldStrikeInTimeAfterAPieceThatHadALongTimeAndDidNotNeedIt() throws InterruptedException {
        try (Alarm alarm = Alarm.start(Ticker.SYSTEM)) {
            alarm.set(HOUR, () -> {});
            awaitSleepOfAlarm();
            assertThat(alarm.clear()).isFalse();

            alarm.set(1, struck::countDown);

            assertThat(struck.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(alarm.clear()).isTrue();
        }
    }

    @Test
    void shouldNotStrikeAtWorkThatWasDone() {
        try (Alarm alarm = Alarm.start(Ticker.SYSTEM)) {
            for (int i = 0; i < 1_000; i++) {
                alarm.set(HOUR, struck::countDown);
                assertThat(alarm.clear()).isFalse();
            }
        }
        assertThat(struck.getCount()).isEqualTo(1);
    }
}
