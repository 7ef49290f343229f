package io.mintmark.jdbc.schema;

import io.mintmark.RandomBytes;
import io.mintmark.counter.BlockRule;
import io.mintmark.counter.ExhaustedException;
import io.mintmark.jdbc.CounterDescription;
import io.mintmark.jdbc.database.CounterAccess;
import io.mintmark.jdbc.database.CounterState;
import io.mintmark.jdbc.database.Dialect;
import io.mintmark.jdbc.database.RowState;
import io.mintmark.jdbc.database.SequenceState;
import io.mintmark.jdbc.internal.store.FirstSerial;
import io.mintmark.jdbc.schema.SchemaView.ColumnName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How a counter is to be raised, and by which statements.
 *
 * <p>A row is raised by an update that names a higher number only, and inserted where it is missing. A sequence is
 * raised by drawing, which cannot lower it and waits for nobody. On PostgreSQL that takes too long for a million values
 * and more, and does not reach what sessions cache: there the sequence is restarted under its lock
 * ({@link LockedRestart}).
 */
final class RaisePlan {
    /** Draws take about a second for so many. */
    static final long DRAWS_MAX = 1_000_000;

    private final Dialect dialect;
    private final CounterDescription counter;
    private final CounterState state;

    RaisePlan(Dialect dialect, CounterDescription counter, CounterState state) {
        this.dialect = dialect;
        this.counter = counter;
        this.state = state;
    }

    /** Returns the value at or above which no id exists, on the line on which the sequence's values lie. */
    static long target(BlockRule rule, SequenceState state, long highest) {
        long value = rule.valueAbove(highest);
        long off = Math.floorMod(value - state.start(), state.increment());
        return off == 0 ? value : Math.addExact(value, state.increment() - off);
    }

    /** Returns whether the sequence is to be restarted under its lock. */
    boolean isLocked(long highest) {
        return dialect.name().equals("PostgreSQL")
                && state instanceof SequenceState sequence
                && (sequence.cache() > 1 || missing(sequence, highest) > DRAWS_MAX);
    }

    /** Returns whether there is a number above the ids that the sequence can give. */
    boolean isPossible(long highest) {
        try {
            return state instanceof SequenceState sequence
                    ? sequence.increment() > 0 && target(counter.rule(), sequence, highest) <= sequence.last()
                    : counter.rule().valueAbove(highest) > 0;
        } catch (ExhaustedException | ArithmeticException atTheEndOfAll) {
            return false;
        }
    }

    /** A sequence that was set by hand may stand off the line on which the target lies, so that a part counts. */
    private long missing(SequenceState sequence, long highest) {
        long target = target(counter.rule(), sequence, highest);
        return sequence.next().isEmpty()
                ? 0
                : -Math.floorDiv(sequence.next().getAsLong() - target, sequence.increment());
    }

    List<String> statements(List<ColumnName> keys, long highest) {
        String quoted = dialect.quote(counter.access().name());
        if (counter.access() instanceof CounterAccess.Row row) {
            boolean isThere = ((RowState) state).rows() > 0;
            return List.of(isThere ? update(row, quoted, highest) : insert(row, quoted, highest));
        }
        SequenceState sequence = (SequenceState) state;
        long target = target(counter.rule(), sequence, highest);
        if (isLocked(highest)) {
            return LockedRestart.statements(dialect, quoted, sequence.cache(), keys, target);
        }
        return List.of(
                switch (dialect.name()) {
                    case "PostgreSQL" ->
                        "SELECT max(nextval('" + quoted.replace("'", "''") + "')) FROM generate_series(1, "
                                + missing(sequence, highest) + ")";
                    case "MariaDB" -> "SELECT SETVAL(" + quoted + ", " + target + ", 0)";
                    default -> "SELECT NEXT VALUE FOR " + quoted + " -- " + missing(sequence, highest) + " times";
                });
    }

    private long stored(long highest) {
        return counter.rule().valueAbove(highest) - counter.meaning().toValue(counter.rule());
    }

    private String insert(CounterAccess.Row row, String quoted, long highest) {
        Map<String, Object> values = new LinkedHashMap<>(row.where());
        values.put(row.column(), stored(highest));
        row.serial().ifPresent(serial -> values.put(serial, FirstSerial.draw(RandomBytes.secure())));
        return "INSERT INTO " + quoted + " ("
                + values.keySet().stream().map(dialect::quote).collect(Collectors.joining(", ")) + ") VALUES ("
                + values.values().stream().map(RaisePlan::literal).collect(Collectors.joining(", ")) + ")";
    }

    private String update(CounterAccess.Row row, String quoted, long highest) {
        String column = dialect.quote(row.column());
        long stored = stored(highest);
        String serial = row.serial()
                .map(dialect::quote)
                .map(name -> ", " + name + " = " + name + " + 1")
                .orElse("");
        String where = row.where().entrySet().stream()
                .map(one -> " AND " + dialect.quote(one.getKey()) + " = " + literal(one.getValue()))
                .collect(Collectors.joining());
        return "UPDATE " + quoted + " SET " + column + " = " + stored + serial + " WHERE " + column + " < " + stored
                + where;
    }

    private static String literal(Object value) {
        return value instanceof Number
                ? value.toString()
                : "'" + String.valueOf(value).replace("'", "''") + "'";
    }
}
