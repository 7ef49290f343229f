package io.mintmark.storage.write;

import io.mintmark.counter.LeaseToken;
import io.mintmark.counter.ReturnRule;
import org.jspecify.annotations.Nullable;

/**
 * Gives the unused tail of a counter's latest lease back; the answer is what became of it.
 *
 * <p>Holds: accepted at most once a lease, see {@link ReturnRule}. Anything else changes nothing: the numbers are a
 * gap.
 *
 * @param counter which counter
 * @param last the last number issued of the lease
 * @param end the last number of the lease
 * @param token the lease's token, or null from a client that knows none
 */
public record RangeReturn(
        CounterName counter, long last, long end, @Nullable LeaseToken token) implements Write<ReturnRule.Verdict> {}
