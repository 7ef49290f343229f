package io.mintmark.storage.sqlite.write;

import io.mintmark.storage.evaluation.FormerEnds;
import io.mintmark.storage.row.Counter;
import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.sqlite.file.StateRow;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** Reads how far the counters of a database came, the furthest ones first. */
public final class HighestEnds {
    private HighestEnds() {}

    /** Returns how far each counter came, or at least did not pass. */
    public static FormerEnds read(Connection connection) throws SQLException {
        CounterRow rows = new CounterRow();
        List<Map.Entry<String, Long>> furthest = Statements.rows(
                connection,
                row -> {
                    Counter counter = rows.read(row);
                    return Map.entry(counter.key(), counter.highestEnd());
                },
                CounterRow.SELECT + " ORDER BY highest_end DESC LIMIT ?",
                FormerEnds.LISTED_MAX + 1);
        return FormerEnds.of(furthest, StateRow.read(connection).firstMax());
    }
}
