package io.mintmark.server.storage.postgresql.claim;

import io.mintmark.document.NodeTag;

/**
 * The life of a node: whatever it hands out beyond the engine's word dies with it.
 *
 * @param tag which node it is
 * @param epoch tells this claim from all others of the cluster, whatever their tags; larger than all before it
 */
public record Claim(NodeTag tag, long epoch) {
    private static final int SERIAL_BITS = 40;

    /** Returns what the serials of leases follow that this claim reserves at the engine: no other claim has the same. */
    public long serialsAfter() {
        return epoch << SERIAL_BITS;
    }

    /** Returns what the serials of leases follow that this node cuts without the engine: no other lease has the same. */
    public long serialsOfItsOwnAfter() {
        return serialsAfter() + (1L << (SERIAL_BITS - 1));
    }
}
