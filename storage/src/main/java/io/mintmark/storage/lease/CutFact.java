package io.mintmark.storage.lease;

import io.mintmark.document.NodeTag;
import io.mintmark.storage.write.Cut;
import org.jspecify.annotations.Nullable;

/** What a node itself, or its log of cut ranges, says of one number. */
public sealed interface CutFact {
    /**
     * A client holds it.
     *
     * @param node tag of the node that cut it
     * @param cut the range
     * @param last the last number of the range that was used, once the rest was given back; else its last number
     */
    record Held(NodeTag node, Cut cut, long last) implements CutFact {
        /** Returns the last number that was issued of it, or null if it was not given back. */
        @Nullable Long returned() {
            return last < cut.lease().high() ? last : null;
        }
    }

    /**
     * It was passed over, since the client of the range above it had had higher ones.
     *
     * @param next that range
     */
    record Passed(Cut next) implements CutFact {}

    /** It was left of a reservation, too little for the next range. */
    record Left() implements CutFact {}

    /**
     * The node owns it and has not handed it out.
     *
     * @param serial of the reservation
     */
    record Ahead(long serial) implements CutFact {}
}
