package io.mintmark.client.http;

import java.util.concurrent.TimeUnit;

/** How a caller waits before it asks again, so that tests need not. */
@FunctionalInterface
public interface Sleeper {
    /** The one of this machine. */
    Sleeper SYSTEM = TimeUnit.NANOSECONDS::sleep;

    /** Waits so long; an interrupt ends it. */
    void sleep(long nanos) throws InterruptedException;
}
