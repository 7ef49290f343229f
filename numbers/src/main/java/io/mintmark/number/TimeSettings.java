package io.mintmark.number;

import io.mintmark.internal.Sleeper;
import io.mintmark.internal.Ticker;
import io.mintmark.range.Refiller;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;

/** The clocks and threads of a time-based generator, and its limits of time. */
record TimeSettings(
        InstantSource wall, Ticker ticker, Sleeper sleeper, Refiller refiller, long borrowMillis, long patienceMillis) {
    static final TimeSettings DEFAULT =
            new TimeSettings(Ticker.wallClock(), Ticker.SYSTEM, Sleeper.SYSTEM, Refiller.shared(), 1_000, 5_000);

    TimeSettings withWall(InstantSource other) {
        return new TimeSettings(other, ticker, sleeper, refiller, borrowMillis, patienceMillis);
    }

    TimeSettings withRefiller(Refiller other) {
        return new TimeSettings(wall, ticker, sleeper, other, borrowMillis, patienceMillis);
    }

    TimeSettings withBorrow(long millis) {
        return new TimeSettings(wall, ticker, sleeper, refiller, millis, patienceMillis);
    }

    TimeSettings withPatience(long millis) {
        return new TimeSettings(wall, ticker, sleeper, refiller, borrowMillis, millis);
    }

    /** Returns whether the refiller takes {@code watching}. */
    boolean after(long nanos, Runnable watching) {
        try {
            refiller.after(nanos, watching);
            return true;
        } catch (Throwable refused) { // an Error too: there may be no thread
            return false;
        }
    }

    /** Sleeps; an interrupt ends it and stays set: the caller is refused when it has looked again. */
    void nap(long millis) {
        try {
            sleeper.sleep(TimeUnit.MILLISECONDS.toNanos(millis));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
