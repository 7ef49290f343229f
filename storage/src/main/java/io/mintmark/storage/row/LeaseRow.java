package io.mintmark.storage.row;

import io.mintmark.counter.OpenLease;
import io.mintmark.storage.lease.LeaseKind;
import io.mintmark.storage.write.Holder;
import io.mintmark.storage.write.Lease;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A stored lease, or one that is about to be.
 *
 * @param counter key form of its counter's document
 * @param lease what was reserved, by whom and when
 * @param previous serial of the counter's latest lease before it, or null
 * @param record what else the record says of it
 * @param returned the last number issued, once it was given back
 * @param ended when a node was known to cut nothing of it any more, or null
 */
public record LeaseRow(
        String counter,
        Lease lease,
        @Nullable Long previous,
        Details record,
        @Nullable Long returned,
        @Nullable Instant ended) {

    /**
     * What is recorded of a lease for those who ask.
     *
     * @param holder whom it was given to
     * @param kind what its numbers came to; null if a server wrote it that did not say
     * @param passed how many numbers right below it were passed over for its client
     */
    public record Details(Holder holder, @Nullable LeaseKind kind, long passed) {}

    /** Returns the lease after it was given back. */
    LeaseRow returnedAt(long lastIssued) {
        return new LeaseRow(counter, lease, previous, record, lastIssued, ended);
    }

    /** Returns a node's reservation after it gave the rest back, which was a gap if it is of another {@code kind}. */
    LeaseRow endedAt(long lastIssued, LeaseKind kind, Instant now) {
        Details after = new Details(record.holder(), kind, record.passed());
        return new LeaseRow(counter, lease, previous, after, lastIssued, now);
    }

    /** Returns a node's reservation after it was used up. */
    LeaseRow endedAt(Instant now) {
        return new LeaseRow(counter, lease, previous, record, returned, now);
    }

    /** Returns what was reserved. */
    OpenLease range() {
        return new OpenLease(lease.serial(), lease.low(), lease.high());
    }
}
