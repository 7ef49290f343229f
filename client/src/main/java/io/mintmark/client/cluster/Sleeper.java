package io.mintmark.client.cluster;

import java.util.concurrent.TimeUnit;

/** The wait between two attempts, replaceable so that tests do not wait. */
@FunctionalInterface
public interface Sleeper {
    /** Sleeps on this machine's clock. */
    Sleeper SYSTEM = TimeUnit.NANOSECONDS::sleep;

    /** Waits {@code nanos}; an interrupt ends the wait. */
    void sleep(long nanos) throws InterruptedException;
}
