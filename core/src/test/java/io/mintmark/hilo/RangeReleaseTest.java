package io.mintmark.hilo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.mintmark.hilo.supply.Segment;
import java.lang.ref.WeakReference;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A generator keeps the range in use and those after it in memory, and none that it is done with. */
@Timeout(60)
class RangeReleaseTest {
    private static final int SHARE = 1_024;
    private static final Duration PATIENCE = Duration.ofSeconds(50);

    private final SteppedRefiller time = new SteppedRefiller();
    private final ScriptedSource source = new ScriptedSource();

    private HiLoBuilder builder() {
        return HiLo.over(source).refiller(time).ticker(time);
    }

    /** Waits until nobody holds a segment any longer, which the collector decides. */
    static void awaitCollected(WeakReference<Segment> segment) {
        await("nobody holds the segment")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> {
                    System.gc();
                    return segment.get() == null;
                });
    }

    private void draw(StrictHiLo hilo, int count) {
        for (int i = 0; i < count; i++) {
            hilo.next();
            time.pass(Duration.ofNanos(100_000));
        }
    }

    @Test
    void shouldLetGoOfRangesThatFollowAReturnedSurplus() throws InterruptedException {
        StrictHiLo hilo = builder().rangeSize(100).rangeSizeMax(100).strict();
        draw(hilo, 90);
        time.pass(Duration.ofSeconds(5));
        assertThat(source.accepted).as("a surplus went back").isNotEmpty();
        draw(hilo, 200);
        WeakReference<Segment> later = new WeakReference<>(hilo.current());

        draw(hilo, 300);

        awaitCollected(later);
        assertThat(hilo.next()).isPositive();
    }

    @Test
    void shouldLetGoOfRangesThatAStripeHasAShareOf() throws InterruptedException {
        StrictHiLo strict = builder().rangeSize(4 * SHARE).strict();
        StripedHiLo hilo = new StripedHiLo(strict, 4, SHARE, SHARE);
        hilo.next();
        hilo.next(); // draws a share for this thread's stripe, which nobody visits any more
        WeakReference<Segment> ofTheShare = new WeakReference<>(strict.current());
        hilo.nextBlock(4 * SHARE);
        WeakReference<Segment> later = new WeakReference<>(strict.current());

        hilo.nextBlock(1 << 16);
        hilo.nextBlock(1 << 16);
        time.pass(Duration.ofMillis(50)); // to be looked at

        awaitCollected(ofTheShare);
        awaitCollected(later);
        assertThat(hilo.next()).isPositive();
    }
}
