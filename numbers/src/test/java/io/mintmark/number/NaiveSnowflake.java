package io.mintmark.number;

import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * A snowflake as it is often written: trusts its clock and remembers nothing. The broken twin of {@link TimeOrderedIds}.
 *
 * <p>A step back or a restart brings it to a millisecond that it had before, and its sequence begins at 0 there.
 */
final class NaiveSnowflake implements LongSupplier {
    private final BitLayout layout;
    private final long worker;
    private final InstantSource clock;
    private long tick = -1;
    private long sequence;

    NaiveSnowflake(BitLayout layout, long worker, InstantSource clock) {
        this.layout = layout;
        this.worker = worker;
        this.clock = clock;
    }

    @Override
    public long getAsLong() {
        long now = layout.tickOf(clock.millis());
        sequence = now == tick ? sequence + 1 & layout.sequenceMax() : 0;
        tick = now;
        return layout.encode(now, worker, sequence);
    }
}
