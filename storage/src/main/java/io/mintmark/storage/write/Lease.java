package io.mintmark.storage.write;

import io.mintmark.document.NodeTag;
import java.time.Instant;

/**
 * One durable reservation.
 *
 * @param serial the lease's number in the database's life
 * @param low first number
 * @param high last number
 * @param node tag of the node that reserved it, which ids made of its numbers end with
 * @param reservedAt when, by the server's clock
 */
public record Lease(long serial, long low, long high, NodeTag node, Instant reservedAt) {

    /** Returns how many numbers it holds. */
    public long size() {
        return high - low + 1;
    }
}
