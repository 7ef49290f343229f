package io.mintmark.client.hilo;

import io.mintmark.hilo.HiLoBuilder;

/** Decides what the server is told about the size of the next range. Safe for any number of threads. */
interface RangeRequestSize {

    /** Returns what to tell the server when {@code wanted} numbers are wanted. */
    LastRange tell(long wanted);

    /** Records what the server granted. */
    void granted(NextRange next);

    /**
     * Lets the generator decide by its measured rate: its wish is sent as the last size, without a time, so that the
     * server neither doubles nor halves it.
     */
    static RangeRequestSize byGenerator() {
        return new RangeRequestSize() {
            @Override
            public LastRange tell(long wanted) {
                return new LastRange(Math.min(wanted, HiLoBuilder.RANGE_SIZE_MAX), "");
            }

            @Override
            public void granted(NextRange next) {}
        };
    }

    /** Lets the server decide by RavenDB's rule: twice as many within half a minute, half as many after a minute. */
    static RangeRequestSize byServer() {
        return new RangeRequestSize() {
            private volatile LastRange last = new LastRange(0, "");

            @Override
            public LastRange tell(long wanted) {
                return last;
            }

            @Override
            public void granted(NextRange next) {
                last = new LastRange(next.lastSize(), next.lastRangeAt());
            }
        };
    }
}
