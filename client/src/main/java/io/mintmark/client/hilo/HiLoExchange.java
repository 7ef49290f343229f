package io.mintmark.client.hilo;

import io.mintmark.client.RemoteRanges;

import io.mintmark.range.Range;
import java.net.URI;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How the ranges of one counter travel; what they mean is {@link RemoteRanges}' business.
 *
 * <p>Each method fails with the exceptions of {@code io.mintmark.client.exceptions}; of those, {@code
 * UnknownOutcomeException} is the one that leaves open whether the server acted. Safe for any number of threads.
 */
interface HiLoExchange {

    /** What a server says of a return. */
    enum ReturnReply {
        /** The counter goes on behind the last number issued. */
        ACCEPTED,
        /** Nothing changed. */
        IGNORED,
        /** It does not say: no server but ours does. */
        UNTOLD
    }

    /**
     * Reserves the next numbers; an attempt whose reply is lost burns what it reserved.
     *
     * @param last what the server sizes the range by
     * @param lastMax the highest number that the client had; the range begins above it
     * @throws io.mintmark.counter.ExhaustedException if the counter is at its ceiling
     */
    NextRange next(LastRange last, long lastMax);

    /** Gives a range back, whose last number issued is {@code last}, to where it came from. */
    ReturnReply giveBack(Range range, long last, RangeOrigin origin);

    /** Asks for the database's life, which changes nothing; empty if no node tells. */
    Optional<RangeOrigin> life();

    /** Reads where the counter stands on a node; empty if there is none, or it cannot be read. */
    OptionalLong max(URI node);
}
