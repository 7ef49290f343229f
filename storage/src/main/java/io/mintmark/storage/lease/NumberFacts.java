package io.mintmark.storage.lease;

import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What is on record of one number of a counter.
 *
 * <p>An engine reads them in this order, each part in one look: {@code max}, {@code chunks}, {@code leases} with
 * {@code restored}, {@code horizon}. What happens in between then only makes an answer weaker, never wrong: a number
 * that was not reserved when {@code max} was read is not called a gap, and what was pruned after the look at the record
 * was found there.
 *
 * @param max where the counter stands; empty if there is none
 * @param chunks of the log of cut ranges, those whose numbers lie around it
 * @param leases those of which the number is one, or was passed over by one, newest first
 * @param restored when the whole database was raised last above that number, or null if it never was: the record may
 *     be that of a copy
 * @param horizon what is gone
 */
public record NumberFacts(
        OptionalLong max,
        List<CutChunk> chunks,
        List<LeaseFact> leases,
        @Nullable Instant restored,
        LeaseHorizon horizon) {
    /** How many leases of one number are looked at; only returned ones are more than two. */
    public static final int LEASES_MAX = 16;
}
