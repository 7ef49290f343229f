package io.mintmark.jdbc.jta;

import io.mintmark.jdbc.CounterDescription;
import io.mintmark.jdbc.JdbcCounter;
import io.mintmark.jdbc.JdbcRanges;
import io.mintmark.jdbc.Preset;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import javax.sql.DataSource;

/** Counters of both kinds of rows, built where and when the caller asks for one. */
final class CounterRows {
    private static final int MOST = 12;

    private final Place place;
    private final JdbcRanges ranges;
    private final List<JdbcCounter> counters = new ArrayList<>();

    CounterRows(Place place, DataSource source) {
        this.place = place;
        this.ranges = JdbcRanges.over(source).table(Place.fresh("own"));
    }

    /** Returns one of the counters, the first one built on demand. */
    JdbcCounter any(Random random) {
        if (counters.isEmpty()) {
            counters.add(own());
        }
        return counters.get(random.nextInt(counters.size()));
    }

    /** Builds one more: with no row yet, with another product's row at its start, or for a row that is counted with already. */
    void another(Random random) throws SQLException {
        if (counters.size() < MOST) {
            counters.add(random.nextBoolean() ? own() : row());
        } else {
            JdbcCounter one = any(random);
            counters.set(
                    counters.indexOf(one), ranges.counter(one.description()).build());
        }
    }

    JdbcCounter own() {
        return ranges.counter(Place.fresh("orders")).build();
    }

    /** The first block of such a row is read, computed and stored, in a transaction of our own. */
    JdbcCounter row() throws SQLException {
        String table = Place.fresh("theirs");
        place.execute("CREATE TABLE " + table + " (next_val BIGINT)", "INSERT INTO " + table + " VALUES (1)");
        CounterDescription row = Preset.HIBERNATE_ROW_POOLED.counter(10).table(table);
        return ranges.counter(row).build();
    }
}
