package io.mintmark.client.hilo;

import io.mintmark.range.Range;
import java.net.URI;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Carries the requests about one counter; {@link RemoteCounter} has the rules.
 *
 * <p>Each method fails with the exceptions of {@code io.mintmark.client.exceptions}; of those, {@code
 * UnknownOutcomeException} is the one that leaves open whether the server acted. Safe for any number of threads.
 */
interface HiLoExchange {

    /** A server's reply to a return. */
    enum ReturnReply {
        /** The counter goes on after the last number issued. */
        ACCEPTED,
        /** Nothing changed. */
        IGNORED,
        /** The server does not say; only ours does. */
        UNTOLD
    }

    /**
     * Reserves the next numbers; an attempt whose reply is lost leaves a gap.
     *
     * @param last the last range, by which the server sizes the next one
     * @param lastMax the highest number that the client had; the range begins above it
     * @throws io.mintmark.counter.ExhaustedException if the counter is at its ceiling
     */
    NextRange next(LastRange last, long lastMax);

    /** Gives a range whose last issued number is {@code last} back to its origin. */
    ReturnReply giveBack(Range range, long last, RangeOrigin origin);

    /** Asks for the database's life, which changes nothing; empty if no node names one. */
    Optional<RangeOrigin> life();

    /** Reads the counter's value on a node; empty if there is none, or if it cannot be read. */
    OptionalLong max(URI node);
}
