package io.mintmark.storage.write;

import org.jspecify.annotations.Nullable;

/**
 * Moves a counter up and takes what was passed.
 *
 * <p>Holds: no number of the lease was or will be part of another one, except by a {@link RangeReturn}. Refused: a
 * counter at its ceiling ({@link io.mintmark.counter.ExhaustedException}), a leap of {@code lastMax} beyond all sense
 * ({@link io.mintmark.counter.LeapRefusedException}).
 *
 * @param counter which counter
 * @param lastMax the highest number the client ever got from it; the lease lies above
 * @param size how many numbers
 * @param client who asks, for the record, or null to keep none
 */
public record RangeRequest(
        CounterName counter,
        long lastMax,
        int size,
        @Nullable String client) implements Write<Lease> {}
