package io.mintmark.number;

import java.util.concurrent.locks.LockSupport;

/** How a caller waits for a moment, so that tests can make it come. */
@FunctionalInterface
interface Sleeper {
    /** Leaves the core to others; a virtual thread leaves its carrier too. */
    Sleeper SYSTEM = LockSupport::parkNanos;

    /** Waits about so long, or shorter: whoever waits looks at the clock again. */
    void sleep(long nanos);
}
