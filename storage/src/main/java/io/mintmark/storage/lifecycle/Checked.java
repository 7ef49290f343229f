package io.mintmark.storage.lifecycle;

/**
 * How much a check has read.
 *
 * @param databases files of databases that could be opened
 * @param documents documents in them, without those that show counters
 * @param counters counters in them
 */
public record Checked(long databases, long documents, long counters) {
    /** Nothing yet. */
    public static final Checked NOTHING = new Checked(0, 0, 0);

    /** Returns both together. */
    public Checked plus(Checked other) {
        return new Checked(databases + other.databases, documents + other.documents, counters + other.counters);
    }
}
