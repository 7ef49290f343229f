package io.mintmark.storage.lease;

import io.mintmark.counter.OpenLease;
import io.mintmark.document.NodeTag;
import io.mintmark.storage.write.Holder;
import java.time.Instant;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The holder of a number, as far as stored facts prove who it is. Nothing is guessed: what is not known is said. */
public sealed interface NumberAnswer {
    /**
     * A client got it.
     *
     * @param lease the range it is one of
     * @param node tag of the node that gave the range
     * @param at when, by that server's clock
     * @param holder whom it was given to, as far as that was recorded
     * @param returned the last number that was used of the range, or null if none was given back
     * @param restored when the database was raised as a whole since, or null: what a copy says may have changed
     *     before that, in what the copy does not know
     */
    record Held(
            OpenLease lease,
            NodeTag node,
            Instant at,
            Holder holder,
            @Nullable Long returned,
            @Nullable Instant restored)
            implements NumberAnswer {}

    /**
     * A node reserved it ahead. Whether it handed it out, and to whom, is not known, or it did not yet.
     *
     * @param reservation what the node reserved
     * @param node tag of the node
     * @param claim the claim under which it did, where nodes make any
     * @param from when it did: nobody got the number before
     * @param until when it handed out nothing of that any more, or null if nobody knows: it may do so yet
     * @param why why no more is known
     * @param restored as for {@link Held}
     */
    record Reserved(
            OpenLease reservation,
            NodeTag node,
            OptionalLong claim,
            Instant from,
            @Nullable Instant until,
            Why why,
            @Nullable Instant restored)
            implements NumberAnswer {}

    /** Why no more is known of a number that a node reserved ahead. */
    enum Why {
        /** The node that was asked owns it, and has not handed it out. */
        NOT_HANDED_OUT,
        /** No log says so: a crash cut it off, another node has not written it yet, or none is kept. */
        NOT_LOGGED,
        /** The log that may have said so was pruned. */
        LOG_PRUNED,
        /** The server that recorded it did not say whether a client or the node itself reserved it. */
        NOT_RECORDED
    }

    /**
     * Nobody got it, and nobody will.
     *
     * @param reason why
     * @param at when it was passed over, or null if that is not known
     */
    record Gap(Reason reason, @Nullable Instant at) implements NumberAnswer {}

    /** Why a number is a gap. */
    enum Reason {
        /** The client that asked next had had higher numbers already. */
        CLIENT_AHEAD,
        /** The counter was raised over it. */
        RAISED,
        /** The counter's HiLo document was edited to a higher number. */
        EDITED,
        /** It was left of a node's reservation, too little for the next range. */
        LEFT_OVER,
        /** It was left of a node's reservation, and the counter had moved on when the node gave it back. */
        NOT_TAKEN_BACK,
        /** No stored fact says why. */
        UNKNOWN
    }

    /**
     * No longer known.
     *
     * @param cause why
     * @param upTo up to which number that holds at least
     * @param at when that came to be, or null if that was not recorded
     */
    record Forgotten(Cause cause, long upTo, @Nullable Instant at) implements NumberAnswer {}

    /** Why it is no longer known who got a number. */
    enum Cause {
        /** Its lease was pruned. */
        PRUNED,
        /** The record begins above it: an older server kept none, or the database was moved here. */
        BEFORE_THE_RECORD,
        /** The counter began above it, since a deleted database of that name, or a lost one, had come so far. */
        EARLIER_DATABASE,
        /** The database was raised as a whole over it: its copy may not know who got it. */
        RESTORED
    }

    /**
     * It is of the slice of a claim, whose node may hand it out while it is cut off. No record says to whom.
     *
     * @param claim the claim that owns it
     * @param node tag of the node that made the claim, or null if none that lives did
     * @param standing what the node that was asked knows of it
     */
    record OfSlice(long claim, @Nullable NodeTag node, Standing standing) implements NumberAnswer {
        /** What is known of a number of a slice. */
        public enum Standing {
            /** The node that was asked handed it out. */
            HANDED_OUT,
            /** The node that was asked owns it, and has not handed it out. */
            NOT_HANDED_OUT,
            /** The claim is not that of the node that was asked, which cannot judge. */
            ANOTHER_CLAIM
        }
    }

    /**
     * Nobody got it yet.
     *
     * @param max where the counter stands; 0 if there is none
     */
    record NotReserved(long max) implements NumberAnswer {}
}
