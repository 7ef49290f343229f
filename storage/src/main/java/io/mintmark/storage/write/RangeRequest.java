package io.mintmark.storage.write;

import io.mintmark.counter.NumberSlice;
import org.jspecify.annotations.Nullable;

/**
 * Moves a counter up and takes what was passed.
 *
 * <p>Holds: no number of the lease was or will be part of another one, except by a {@link RangeReturn}. Refused: a
 * counter at its ceiling ({@link io.mintmark.counter.ExhaustedException}), a leap of {@code lastMax} beyond all sense
 * ({@link io.mintmark.counter.LeapRefusedException}).
 *
 * @param counter which counter
 * @param lastMax the highest number the client ever got from it; the lease lies above. One of a {@link NumberSlice}
 *     says nothing, and becomes 0
 * @param size how many numbers
 * @param client the address that asks, for the record, or null to keep none
 * @param principal the name under which access control knows the sender, for the record, or null if it asks nobody
 */
public record RangeRequest(
        CounterName counter,
        long lastMax,
        int size,
        @Nullable String client,
        @Nullable String principal) implements Write<Lease> {

    /** Forgets a {@code lastMax} that is one of a slice. */
    public RangeRequest {
        lastMax = NumberSlice.ordinary(lastMax);
    }

    /** The request of a sender whom access control does not ask. */
    public RangeRequest(CounterName counter, long lastMax, int size, @Nullable String client) {
        this(counter, lastMax, size, client, null);
    }

    /** Returns whom the range is given to, as far as that is recorded. */
    public Holder holder() {
        return client == null && principal == null ? Holder.UNKNOWN : new Holder(client, principal);
    }
}
