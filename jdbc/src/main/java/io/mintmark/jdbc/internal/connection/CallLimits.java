package io.mintmark.jdbc.internal.connection;

import java.time.Duration;

/**
 * How long a call may take, in nanoseconds.
 *
 * @param call in all
 * @param connecting how much of that it may wait for connections
 */
record CallLimits(long call, long connecting) {
    /**
     * Threads that wait for numbers may hold the last connections. They must hear of it before they give up by
     * themselves.
     */
    private static final int SHARE_OF_CONNECTING = 4;

    /** Returns the limits of a call that may wait for a connection all the time. */
    static CallLimits of(Duration deadline) {
        long nanos = nanosOrForever(deadline);
        return new CallLimits(nanos, nanos);
    }

    /**
     * Returns the same where threads that hold connections may be waiting for the result: a quarter is for connecting.
     */
    CallLimits whileOthersWait() {
        return new CallLimits(call, Math.max(1, call / SHARE_OF_CONNECTING));
    }

    /** Returns the same without a limit for what is done with a connection. */
    CallLimits forConnectionsOnly() {
        return new CallLimits(Long.MAX_VALUE, connecting);
    }

    private static long nanosOrForever(Duration deadline) {
        try {
            return deadline.toNanos();
        } catch (ArithmeticException moreThan292Years) {
            return Long.MAX_VALUE;
        }
    }
}
