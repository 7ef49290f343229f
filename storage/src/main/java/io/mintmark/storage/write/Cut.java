package io.mintmark.storage.write;

import io.mintmark.counter.OpenLease;
import java.time.Instant;

/**
 * A range that a node cut from numbers it had reserved ahead.
 *
 * @param lease the range, under the serial by which its holder may return it
 * @param passed how many numbers right below it were passed over, because its holder had had higher ones
 * @param at when, by the server's clock
 * @param holder whom it was given to
 */
public record Cut(OpenLease lease, long passed, Instant at, Holder holder) {
    /** Returns the first number that it takes from the node, which is passed over if it is below the range. */
    public long begin() {
        return lease.low() - passed;
    }
}
