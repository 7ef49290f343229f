package io.mintmark.lab.bench.generators;

import java.util.function.LongSupplier;

/** One generator under measurement, alone in its JVM so that the calls of the measuring loop have one target. */
public interface Subject extends AutoCloseable {
    /** Answer of {@link #blockedCallers()} for a generator that does not know. */
    long NOT_TOLD = -1;

    /** Returns what one thread calls again and again; asked for once by each measuring thread, on that thread. */
    LongSupplier caller();

    /** Returns how many numbers one call issues. */
    default int idsPerCall() {
        return 1;
    }

    /** Returns how many callers have waited for a fetch so far, in the generator's own count. */
    default long blockedCallers() {
        return NOT_TOLD;
    }

    @Override
    default void close() {}

    /** Opens a fresh generator over a counter. */
    interface Opener {
        Subject open(MeasuredCounter counter);
    }
}
