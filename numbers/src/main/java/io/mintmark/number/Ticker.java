package io.mintmark.number;

import java.time.InstantSource;

/** A clock that never steps, unlike the wall clock; and the one place where this package names the machine's clocks. */
@FunctionalInterface
interface Ticker {
    /** The one of this machine. */
    Ticker SYSTEM = System::nanoTime;

    /** Returns nanoseconds since an arbitrary moment; never fewer than before. */
    long nanos();

    /** Returns the wall clock of this machine. */
    static InstantSource wallClock() {
        return InstantSource.system();
    }
}
