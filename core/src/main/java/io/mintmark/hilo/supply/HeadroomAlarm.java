package io.mintmark.hilo.supply;

import io.mintmark.counter.ExhaustedException;
import io.mintmark.internal.Ticker;
import io.mintmark.range.Range;
import io.mintmark.range.RangeListener;
import java.time.Duration;
import java.util.Locale;

/**
 * Announces the end of a domain long before it comes: in its last tenth, or ninety days ahead at the present rate,
 * whichever is earlier. Thread-safe.
 */
final class HeadroomAlarm {
    private static final long NEAR_SECONDS = Duration.ofDays(90).toSeconds();
    private static final int NEAR_PART = 10;

    private final RangeDomain domain;
    private final RangeListener listener;
    private final Ticker ticker;
    private boolean announced;
    private long announcedNanos;
    private double announcedPerSecond;

    HeadroomAlarm(RangeDomain domain, RangeListener listener, Ticker ticker) {
        this.domain = domain;
        this.listener = listener;
        this.ticker = ticker;
    }

    /** Tells the listener if what is left above {@code range} will not last long at {@code perSecond} numbers. */
    void announceIfNear(Range range, double perSecond) {
        long left = domain.leftAbove(range);
        double seconds = perSecond <= 0 ? Double.POSITIVE_INFINITY : left / perSecond;
        if (left >= domain.ceiling() / NEAR_PART && seconds >= NEAR_SECONDS) {
            return;
        }
        remember(perSecond);
        listener.headroom(left, Duration.ofSeconds((long) Math.min(seconds, Long.MAX_VALUE / 2)));
    }

    private synchronized void remember(double perSecond) {
        if (!announced) {
            announced = true;
            announcedNanos = ticker.nanos();
            announcedPerSecond = perSecond;
        }
    }

    /** Returns the exception for the end that tells since when it was announced, and at which rate. */
    ExhaustedException withHistory(ExhaustedException end) {
        ExhaustedException told = new ExhaustedException(
                "The counter " + domain.name() + " is exhausted (" + history() + "): " + end.getMessage());
        told.initCause(end);
        return told;
    }

    private synchronized String history() {
        return announced
                ? String.format(
                        Locale.ROOT,
                        "announced to the listener %s ago, at %,.0f numbers a second",
                        Duration.ofMillis((ticker.nanos() - announcedNanos) / 1_000_000),
                        announcedPerSecond)
                : "never announced, because this generator had no range near the ceiling";
    }
}
