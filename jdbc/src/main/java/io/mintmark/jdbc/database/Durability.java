package io.mintmark.jdbc.database;

/**
 * Durability of an answered reservation: it survives the loss of power, or it may not; and which settings say so.
 *
 * @param durable true if the database says that it syncs before it answers; false means best effort: after a crash a counter
 *     may stand lower than the numbers that were issued
 * @param why the settings as they were read back
 */
public record Durability(boolean durable, String why) {

    /** Returns {@code durable} or {@code best effort}, and why. */
    @Override
    public String toString() {
        return (durable ? "durable" : "best effort") + " (" + why + ")";
    }
}
