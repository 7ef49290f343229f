package io.mintmark.internal;

import java.util.concurrent.TimeUnit;

/** How a caller waits before it looks or asks again; tests make the moment come. */
@FunctionalInterface
public interface Sleeper {
    /** Sleeps by the clock of this machine; a virtual thread leaves its carrier meanwhile. */
    Sleeper SYSTEM = TimeUnit.NANOSECONDS::sleep;

    /** Waits for about {@code nanos} nanoseconds; an interrupt ends the wait. */
    void sleep(long nanos) throws InterruptedException;
}
