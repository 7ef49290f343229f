package io.mintmark.server.storage.row;

import io.mintmark.counter.OpenLease;
import io.mintmark.document.NodeTag;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A stored lease.
 *
 * @param counter key form of its counter's document
 * @param range what was reserved
 * @param previous serial of the counter's latest lease before it, or null
 * @param node tag of the node that reserved it
 * @param client who asked for it, or null
 * @param reserved when it was reserved
 * @param returned the last number issued, once it was given back
 */
public record LeaseRow(
        String counter,
        OpenLease range,
        @Nullable Long previous,
        NodeTag node,
        @Nullable String client,
        Instant reserved,
        @Nullable Long returned) {

    /** Returns the lease after it was given back. */
    LeaseRow returnedAt(long lastIssued) {
        return new LeaseRow(counter, range, previous, node, client, reserved, lastIssued);
    }
}
