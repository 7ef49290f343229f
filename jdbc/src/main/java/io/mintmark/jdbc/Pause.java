package io.mintmark.jdbc;

import java.util.concurrent.TimeUnit;

/** How time passes between two attempts, so that tests need not wait. */
@FunctionalInterface
interface Pause {
    /** The one of this machine. */
    Pause SLEEP = TimeUnit.NANOSECONDS::sleep;

    /** Waits about so long. */
    void nanos(long nanos) throws InterruptedException;
}
