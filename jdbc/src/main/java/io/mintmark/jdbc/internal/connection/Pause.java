package io.mintmark.jdbc.internal.connection;

import java.util.concurrent.TimeUnit;

/** How time passes between two attempts, so that tests need not wait. */
@FunctionalInterface
public interface Pause {
    /** The one of this machine. */
    Pause SLEEP = TimeUnit.NANOSECONDS::sleep;

    /** Waits about so long. */
    void nanos(long nanos) throws InterruptedException;
}
