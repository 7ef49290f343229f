package io.mintmark.simulation.plan;

import java.util.EnumSet;
import java.util.Set;

/** What can go wrong. Each seed draws a part of these: a swarm. */
public enum Fault {
    /** A node ends at once, or the power of its machine. */
    CRASH,
    /** A node stands still, and goes on as if nothing had been. */
    PAUSE,
    /** Nothing passes between a node and its engine, or between clients and a node. */
    PARTITION,
    /** What is asked arrives, and the answer does not; or the other way round. */
    ONE_WAY,
    /** Messages take long, and overtake each other. */
    DELAY,
    /** Messages arrive again, also much later. */
    DUPLICATE,
    /** A write is cut off from its sync: the last group is lost, or kept, or in doubt. */
    LOST_SYNC,
    /** The clock of a node steps by hours. */
    NODE_CLOCK,
    /** The clock of the engine steps by hours. */
    ENGINE_CLOCK,
    /** The engine is put back to an older copy of itself, beneath running nodes or while all are stopped. */
    ROLLBACK,
    /** The disk of the engine is full for a while. */
    FULL_DISK,
    /** The engine takes long for each commit. */
    SLOW,
    /** The engine takes no writes for a while. */
    READ_ONLY,
    /** A database is dropped, and made anew under the same name. */
    DROP_CREATE,
    /** A creation fails at its end and is undone, while others use the database already. */
    UNDONE_CREATION,
    /** A second server begins on the same store. */
    TWO_CLUSTERS;

    /** Returns those that an engine of {@code shape} can meet. */
    public static Set<Fault> of(Shape shape) {
        return switch (shape) {
            case SQLITE -> EnumSet.complementOf(EnumSet.of(ENGINE_CLOCK));
            case POSTGRESQL -> EnumSet.allOf(Fault.class);
            case ONE_ROW -> EnumSet.of(CRASH, PAUSE, PARTITION, ONE_WAY, DELAY, DUPLICATE, NODE_CLOCK, SLOW);
        };
    }
}
