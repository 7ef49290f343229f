package io.mintmark.simulation.node;

import io.mintmark.counter.LeaseToken;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a client asks a node for; immutable.
 *
 * @param kind what it is about
 * @param name the database
 * @param thing which counter or identity of it
 * @param lastMax the highest number that the client ever had; of a return the last number issued
 * @param size the size of its last range; of a return the end of the range
 * @param lastRangeAt when that range was reserved, or null
 * @param token the lease's token, or null
 * @param id the id of a document, or of the request, or null
 */
public record Call(
        Kind kind,
        int name,
        int thing,
        long lastMax,
        long size,
        @Nullable Instant lastRangeAt,
        @Nullable LeaseToken token,
        @Nullable String id) {

    /** What a call can be about. */
    public enum Kind {
        /** The next range of a counter. */
        RANGE,
        /** The unused tail of a range. */
        RETURN,
        /** The next number of an identity. */
        IDENTITY,
        /** A new document, whose id the node makes. */
        PUT,
        /** A document that the client named. */
        STORE,
        /** Whether a document is there. */
        READ,
        /** The life of a database. */
        LIFE
    }
}
