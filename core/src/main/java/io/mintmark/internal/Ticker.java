package io.mintmark.internal;

import java.time.InstantSource;

/**
 * A clock that never steps, unlike the wall clock; tests make its time pass. The only place that names the real clocks.
 */
@FunctionalInterface
public interface Ticker {
    /** The clock of this machine. */
    Ticker SYSTEM = System::nanoTime;

    /** Returns nanoseconds since an arbitrary moment: never fewer than before, and only differences mean something. */
    long nanos();

    /** Returns the wall clock of this machine. */
    static InstantSource wallClock() {
        return InstantSource.system();
    }
}
