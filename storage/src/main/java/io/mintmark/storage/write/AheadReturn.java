package io.mintmark.storage.write;

import io.mintmark.counter.OpenLease;
import org.jspecify.annotations.Nullable;

/**
 * Gives the rest of {@link NumbersAhead} back, of which the node hands out nothing any more; the answer is whether it
 * was taken. Otherwise it is a gap, and on record as one: somebody reserved after them, or edited the counter.
 *
 * @param counter which counter
 * @param last the last number that was handed out, or one below the first
 * @param numbers what had been reserved
 * @param latest the range that was cut last and ends at {@code last}, or null if it was given back; if the rest is
 *     taken, its holder may return it afterwards as one that the engine reserved
 */
public record AheadReturn(
        CounterName counter,
        long last,
        NumbersAhead numbers,
        @Nullable Cut latest) implements Write<Boolean> {
    /** Returns the lease that was cut last, without its holder; null if it was given back. */
    public @Nullable OpenLease openLease() {
        return latest == null ? null : latest.lease();
    }
}
