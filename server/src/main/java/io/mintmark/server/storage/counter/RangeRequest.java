package io.mintmark.server.storage.counter;

import org.jspecify.annotations.Nullable;

/**
 * Asks for numbers.
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
        @Nullable String client) {}
