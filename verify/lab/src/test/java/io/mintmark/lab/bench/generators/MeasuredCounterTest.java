package io.mintmark.lab.bench.generators;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MeasuredCounterTest {
    @Test
    void shouldCountWhatIsReservedByCallersAndByOthers() throws InterruptedException {
        MeasuredCounter counter = new MeasuredCounter(Duration.ZERO);
        counter.iAmACaller();
        Thread other = new Thread(() -> assertThat(counter.reserve(10)).isEqualTo(1));
        other.start();
        other.join();

        long first = counter.reserve(5);

        assertThat(first).isEqualTo(11);
        assertThat(counter.calls()).isEqualTo(2);
        assertThat(counter.callsByCallers()).isEqualTo(1);
        assertThat(counter.reserved()).isEqualTo(15);
    }

    @Test
    void shouldTakeBackOnlyTheTailOfTheLatestRange() {
        MeasuredCounter counter = new MeasuredCounter(Duration.ZERO);
        long older = counter.reserve(10);
        long latest = counter.reserve(10);

        assertThat(counter.giveBack(older + 9, older)).isFalse();
        assertThat(counter.giveBack(latest + 9, latest)).isTrue();
        assertThat(counter.returned()).isEqualTo(9);
        assertThat(counter.reserve(1)).isEqualTo(latest + 1);
    }

    @Test
    void shouldAnswerNotBeforeItsTimeEvenWhenInterrupted() {
        MeasuredCounter counter = new MeasuredCounter(Duration.ofMillis(5));
        Thread.currentThread().interrupt();
        long begin = System.nanoTime();

        long first = counter.reserve(1);

        assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(5));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(first).isEqualTo(1);
    }
}
