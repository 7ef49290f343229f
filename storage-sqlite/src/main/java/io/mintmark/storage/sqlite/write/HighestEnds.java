package io.mintmark.storage.sqlite.write;

import io.mintmark.storage.evaluation.FormerEnds;
import io.mintmark.storage.row.Counter;
import io.mintmark.storage.sqlite.file.StateRow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads how far the counters of a database came, the furthest ones first. */
public final class HighestEnds {
    private HighestEnds() {}

    /** Returns how far each counter came, or at least did not pass. */
    public static FormerEnds read(Connection connection) throws SQLException {
        try (PreparedStatement highest =
                connection.prepareStatement(CounterRow.SELECT + " ORDER BY highest_end DESC LIMIT ?")) {
            StateRow state = StateRow.read(connection);
            highest.setInt(1, FormerEnds.LISTED_MAX + 1);
            FormerEnds ends = read(highest);
            return ends.others() == 0 ? new FormerEnds(ends.listed(), state.firstMax()) : ends;
        }
    }

    private static FormerEnds read(PreparedStatement highest) throws SQLException {
        CounterRow rows = new CounterRow();
        Map<String, Long> listed = new LinkedHashMap<>();
        try (ResultSet row = highest.executeQuery()) {
            while (row.next()) {
                Counter counter = rows.read(row);
                if (listed.size() == FormerEnds.LISTED_MAX) {
                    return new FormerEnds(listed, counter.highestEnd());
                }
                listed.put(counter.key(), counter.highestEnd());
            }
        }
        return new FormerEnds(listed, 0);
    }
}
