package io.mintmark.server.storage.counter;

import io.mintmark.counter.LeaseToken;
import org.jspecify.annotations.Nullable;

/**
 * Gives numbers back.
 *
 * @param counter which counter
 * @param last the last number issued of the lease
 * @param end the last number of the lease
 * @param token the lease's token, or null from a client that knows none
 */
public record RangeReturn(
        CounterName counter, long last, long end, @Nullable LeaseToken token) {}
