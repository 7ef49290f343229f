package io.mintmark.jdbc.database;

/**
 * Whether a reservation that was answered survives the loss of power, and which settings say so.
 *
 * @param durable true: the database says that it syncs before it answers; false: best effort, and after a crash a counter
 *     may stand lower than what was issued
 * @param why the settings as they were read back
 */
public record Durability(boolean durable, String why) {

    /** Returns {@code durable} or {@code best effort}, and why. */
    @Override
    public String toString() {
        return (durable ? "durable" : "best effort") + " (" + why + ")";
    }
}
