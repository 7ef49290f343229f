package io.mintmark.storage.lease;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How much of the record of one counter is gone.
 *
 * @param leasesTo the highest number of a lease that was pruned; 0 if none was
 * @param leasesAt when that was done last, by the server's clock; null if nobody pruned, but the record begins there
 * @param cutsTo the highest number in the log of cut ranges that was pruned; 0 if none was
 * @param cutsAt when that was done last; null if it never was
 */
public record LeaseHorizon(
        long leasesTo,
        @Nullable Instant leasesAt,
        long cutsTo,
        @Nullable Instant cutsAt) {
    /** Nothing is gone. */
    public static final LeaseHorizon NONE = new LeaseHorizon(0, null, 0, null);
}
