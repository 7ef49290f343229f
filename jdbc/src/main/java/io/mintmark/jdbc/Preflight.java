package io.mintmark.jdbc;

import io.mintmark.jdbc.database.Durability;
import java.util.List;

/**
 * The findings about a counter before its first use. An unsafe counter has none: it was refused.
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
