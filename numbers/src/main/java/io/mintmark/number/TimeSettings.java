package io.mintmark.number;

import io.mintmark.internal.Sleeper;
import io.mintmark.internal.Ticker;
import io.mintmark.range.Refiller;
import java.time.InstantSource;

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
}
