package io.mintmark.jdbc.database;

import java.util.List;

/**
 * Durability of an answered reservation: it survives the loss of power, or it may not; and what says so.
 *
 * @param durable true if the database says that it syncs before it answers, and that the counter's own table or
 *     sequence outlives a crash; false means best effort: after a crash a counter may stand lower than the numbers that
 *     were issued
 * @param why the settings as they were read back, and what of the object keeps it from being durable
 */
public record Durability(boolean durable, String why) {

    /** Returns this, or best effort for the reasons given, if there are any. */
    Durability unless(List<String> reasons) {
        return reasons.isEmpty() ? this : new Durability(false, why + "; " + String.join("; ", reasons));
    }

    /** Returns {@code durable} or {@code best effort}, and why. */
    @Override
    public String toString() {
        return (durable ? "durable" : "best effort") + " (" + why + ")";
    }
}
