package io.mintmark.simulation.node;

import io.mintmark.simulation.plan.Shape;

/**
 * Whether a node asks its engine, as {@code EngineBreaker} says it: it opens when the engine does not answer or takes
 * no writes, and closes once a heartbeat was answered. Where nodes keep nothing without it, it is the wire alone.
 */
final class Breaker {
    private final World world;
    private final int slot;
    private boolean open;
    /** Whether the engine did not even answer. */
    private boolean total;

    Breaker(World world, int slot) {
        this.world = world;
        this.slot = slot;
    }

    private boolean isWireWhole() {
        return world.network().reachesEngine(slot);
    }

    /** Returns whether writes go to the engine. */
    boolean isClosed() {
        boolean whole = isWireWhole();
        if (!whole && world.settings().shape() == Shape.POSTGRESQL) {
            open(true);
        }
        return whole && !open;
    }

    private void open(boolean silent) {
        if (!open) {
            world.story().tell("node @ is cut off", slot);
        }
        open = true;
        total |= silent;
    }

    /** Returns whether reads go to the engine. */
    boolean reads() {
        boolean closed = isClosed();
        return closed || (isWireWhole() && open && !total);
    }

    /** Returns whether a heartbeat, which is a write, reaches the engine. */
    boolean takesHeartbeat() {
        if (!isWireWhole()) {
            return isClosed();
        }
        boolean refuses =
                world.settings().shape() == Shape.POSTGRESQL && world.engine().refusesWrites();
        if (refuses) {
            open(false);
        }
        return !refuses;
    }

    /** A heartbeat was answered. */
    void answered() {
        if (open) {
            world.story().tell("node @ is in touch again", slot);
        }
        open = false;
        total = false;
    }
}
