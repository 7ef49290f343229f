package io.mintmark.storage.row;

import io.mintmark.counter.OpenLease;
import io.mintmark.storage.write.Lease;
import org.jspecify.annotations.Nullable;

/**
 * A stored lease, or one that is about to be.
 *
 * @param counter key form of its counter's document
 * @param lease what was reserved, by whom and when
 * @param previous serial of the counter's latest lease before it, or null
 * @param client who asked for it, or null
 * @param returned the last number issued, once it was given back
 */
public record LeaseRow(
        String counter,
        Lease lease,
        @Nullable Long previous,
        @Nullable String client,
        @Nullable Long returned) {

    /** Returns the lease after it was given back. */
    LeaseRow returnedAt(long lastIssued) {
        return new LeaseRow(counter, lease, previous, client, lastIssued);
    }

    /** Returns what was reserved. */
    OpenLease range() {
        return new OpenLease(lease.serial(), lease.low(), lease.high());
    }
}
