package io.mintmark.storage.lease;

import io.mintmark.storage.write.Holder;
import io.mintmark.storage.write.Lease;
import java.time.Instant;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A row of the record of leases, as far as it says who holds its numbers.
 *
 * @param lease what was reserved or passed over, at which node and when
 * @param kind what the numbers came to; null if a server wrote the row that did not say
 * @param passed how many numbers right below it were passed over, because the client had had higher ones
 * @param holder whom the lease was given to
 * @param returned the last number that was issued of it, or null if it was not given back
 * @param ended when its node was known to cut nothing of it any more, or null if that is not known
 * @param claim the claim under which it was reserved, where nodes make any
 */
public record LeaseFact(
        Lease lease,
        @Nullable LeaseKind kind,
        long passed,
        Holder holder,
        @Nullable Long returned,
        @Nullable Instant ended,
        OptionalLong claim) {

    /** Returns whether it says what became of a number. */
    boolean decides(long number) {
        Long last = returned;
        return number <= lease.high()
                && number >= lease.low() - passed
                && (last == null || number <= last || kind == LeaseKind.AHEAD_WITH_GAP);
    }
}
