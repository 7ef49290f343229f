package io.mintmark.storage.postgresql.claim;

import io.mintmark.document.NodeTag;

/**
 * The life of a node: whatever it hands out beyond the engine's word dies with it.
 *
 * @param tag which node it is
 * @param epoch tells this claim from all others of the cluster, whatever their tags; larger than all before it
 */
public record Claim(NodeTag tag, long epoch) {
    private static final int SERIAL_BITS = 40;
    private static final int OPERATION_BITS = 30;

    /** Returns what the numbers of operations follow that this claim draws; below 2^53, as JavaScript has them. */
    public long operationsAfter() {
        return epoch << OPERATION_BITS;
    }

    /** Returns the epoch of the claim that drew the number of an operation. */
    public static long epochOfOperation(long id) {
        return id >> OPERATION_BITS;
    }

    /** Returns what the serials of this claim's leases follow: no other claim has the same. */
    public long serialsAfter() {
        return serialsAfter(epoch);
    }

    /** Returns the same for the claim of an epoch. */
    public static long serialsAfter(long epoch) {
        return epoch << SERIAL_BITS;
    }

    /** Returns the epoch of the claim under which a lease of that serial was reserved. */
    public static long epochOf(long serial) {
        return serial >> SERIAL_BITS;
    }

    /**
     * Returns what the serials of this claim follow that its lane of documents draws, which puts edits of counters on
     * record: the lane of counters never comes so far.
     */
    public long documentSerialsAfter() {
        return serialsAfter() + (1L << SERIAL_BITS - 1);
    }

    /** Returns what the serials of ranges follow that are cut from this claim's slice: no lane comes so far. */
    public long sliceSerialsAfter() {
        return documentSerialsAfter() + (1L << SERIAL_BITS - 2);
    }
}
