package io.mintmark.jdbc.internal.connection;

import java.util.concurrent.TimeUnit;

/** Lets time pass between two attempts; tests need not wait. */
@FunctionalInterface
public interface Pause {
    /** Sleeps. */
    Pause SLEEP = TimeUnit.NANOSECONDS::sleep;

    /** Waits for about {@code nanos}. */
    void nanos(long nanos) throws InterruptedException;
}
