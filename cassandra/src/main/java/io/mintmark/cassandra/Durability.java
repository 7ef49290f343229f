package io.mintmark.cassandra;

/**
 * What survives of an answered reservation, as the store's settings were read back; immutable.
 *
 * @param level the class
 * @param why the settings that say so, and what could not be read
 */
public record Durability(Level level, String why) {

    /** The classes, the strongest first. */
    public enum Level {
        /** It is on the disks of most of three or more replicas, so it survives the loss of a minority of them. */
        QUORUM,
        /** It is on the disks of most replicas, of which there are one or two. */
        DURABLE,
        /** It may be lost: a replica answers before it syncs, or what it does could not be read. */
        BEST_EFFORT
    }

    /** Returns the class in small letters, and why. */
    @Override
    public String toString() {
        String name = switch (level) {
            case QUORUM -> "quorum";
            case DURABLE -> "durable";
            case BEST_EFFORT -> "best effort";
        };
        return name + " (" + why + ")";
    }
}
