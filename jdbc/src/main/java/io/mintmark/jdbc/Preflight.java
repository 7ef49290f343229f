package io.mintmark.jdbc;

import io.mintmark.jdbc.database.Durability;
import java.util.List;

/**
 * What was found when a counter was looked at before its first use; what is unsafe is not here but was refused.
 *
 * @param counter the counter, its names spelt as the database has them
 * @param database the dialect's name
 * @param durability what survives the loss of power
 * @param warnings what its owner should know although it is not refused
 */
public record Preflight(CounterDescription counter, String database, Durability durability, List<String> warnings) {

    /** Copies the warnings. */
    public Preflight {
        warnings = List.copyOf(warnings);
    }
}
