package io.mintmark.jdbc.schema;

import io.mintmark.jdbc.CounterDescription;
import io.mintmark.jdbc.schema.SchemaView.ColumnName;
import java.util.List;

/**
 * The raise of one counter above the ids of its tables. It never lowers, and runs beside programs that write.
 *
 * <p>Immutable, safe for any number of threads; nothing happens before {@link #run}. It may be run again, and on
 * several machines at once. It takes back neither the numbers that programs hold in memory nor, where it draws, those
 * that database sessions cache.
 */
public final class Repair {
    /** How a counter is raised; a test may bring one that lowers. */
    @FunctionalInterface
    interface Raiser {
        long raise(CounterDescription counter, List<ColumnName> keys);
    }

    private final CounterDescription counter;
    private final String name;
    private final List<ColumnName> keys;
    private final List<String> statements;
    private final Raiser raiser;

    Repair(CounterDescription counter, String name, List<ColumnName> keys, List<String> statements, Raiser raiser) {
        this.counter = counter;
        this.name = name;
        this.keys = List.copyOf(keys);
        this.statements = List.copyOf(statements);
        this.raiser = raiser;
    }

    /** Returns the counter, as the findings call it. */
    public String counter() {
        return name;
    }

    /**
     * Returns the statements that {@link #run} sends, with the numbers of the look; it reads the highest ids anew and
     * goes higher if they moved meanwhile.
     */
    public List<String> statements() {
        return statements;
    }

    /**
     * Raises the counter above the highest id that its tables have now, and returns a number that it has passed.
     *
     * @throws io.mintmark.MintmarkException if it cannot be raised, or not by this login; it is then as it was, or
     *     higher
     */
    public long run() {
        return raiser.raise(counter, keys);
    }

    Repair by(Raiser other) {
        return new Repair(counter, name, keys, statements, other);
    }

    /** Returns the counter's name and its rule. */
    @Override
    public String toString() {
        return name + " (" + counter.rule() + ")";
    }
}
