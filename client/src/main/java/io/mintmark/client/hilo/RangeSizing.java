package io.mintmark.client.hilo;

import io.mintmark.range.HiLoBuilder;

/** Who decides how large a range is. Safe for any number of threads. */
interface RangeSizing {

    /** Returns what to tell the server, of which {@code wanted} numbers would be welcome. */
    LastRange tell(long wanted);

    /** Takes note of what the server granted. */
    void granted(NextRange next);

    /**
     * Lets the generator decide, which measures its own rate: its wish is named as the last size, without a time, so that
     * the server neither doubles nor halves it.
     */
    static RangeSizing byGenerator() {
        return new RangeSizing() {
            @Override
            public LastRange tell(long wanted) {
                return new LastRange(Math.min(wanted, HiLoBuilder.RANGE_SIZE_MAX), "");
            }

            @Override
            public void granted(NextRange next) {}
        };
    }

    /** Lets the server decide by RavenDB's rule: twice as many within half a minute, half as many after a whole one. */
    static RangeSizing byServer() {
        return new RangeSizing() {
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
