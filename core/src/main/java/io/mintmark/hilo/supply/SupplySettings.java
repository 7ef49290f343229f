package io.mintmark.hilo.supply;

import io.mintmark.internal.Ticker;
import io.mintmark.range.RangeListener;
import io.mintmark.range.RangeSource;
import io.mintmark.range.Refiller;
import java.time.Duration;

/**
 * Settings of a generator that its supply reads: all but the order of its numbers. Immutable.
 *
 * @param firstSize how many numbers to ask for while no rate is known
 * @param sizeMax most numbers to ask for at once, unless a block needs more
 * @param deadline how long a caller waits
 */
public record SupplySettings(
        RangeSource source,
        RangeDomain domain,
        long firstSize,
        long sizeMax,
        Duration deadline,
        RangeListener listener,
        Refiller refiller,
        Ticker ticker) {

    /** Joins settings; what the listener throws will reach nobody who draws or supplies numbers. */
    public SupplySettings {
        listener = new QuietListener(listener);
    }

    RangePlanner newPlanner() {
        return new RangePlanner(firstSize, sizeMax);
    }

    Deadline newDeadline() {
        return new Deadline(domain.name(), deadline, ticker);
    }
}
