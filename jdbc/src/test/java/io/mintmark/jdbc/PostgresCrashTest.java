package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.range.Range;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A PostgreSQL that crashes: what is called durable goes on, and what is not comes again. */
class PostgresCrashTest {
    private static final String UNLOGGED = "unlogged";
    private static final String LOGGED = "logged";

    private static CounterDescription sequence(String name) {
        return Preset.EF_CORE.counter(10).sequence(name + "_seq");
    }

    private static CounterDescription function(String name) {
        return Preset.MARTEN.counter(10).function(name + "_next_hi");
    }

    private static String[] counters(String name, String unlogged) {
        String table = name + "_hilo";
        return new String[] {
            "CREATE " + unlogged + " SEQUENCE " + name + "_seq INCREMENT BY 10",
            "CREATE " + unlogged + " TABLE " + name + "_own (counter_name VARCHAR(255) PRIMARY KEY,"
                    + " last_number BIGINT NOT NULL, serial BIGINT NOT NULL)",
            "CREATE " + unlogged + " TABLE " + table + " (entity_name varchar PRIMARY KEY, hi_value bigint)",
            "CREATE FUNCTION " + name + "_next_hi(entity varchar) RETURNS bigint LANGUAGE sql AS $$ INSERT INTO "
                    + table
                    + " VALUES ($1, 0) ON CONFLICT (entity_name) DO UPDATE SET hi_value = " + table
                    + ".hi_value + 1 RETURNING hi_value $$"
        };
    }

    /** Builds the three counters of that name, and reserves from each. */
    private static void reserve(JdbcRanges ranges, String name, boolean durable, long lowest) {
        for (JdbcCounter counter : new JdbcCounter[] {
            ranges.counter(sequence(name)).build(),
            ranges.table(name + "_own").counter("orders").build(),
            ranges.counter(function(name)).build()
        }) {
            Range range = counter.reserve(10);

            assertThat(counter.preflight().durability().durable())
                    .as(counter + ": " + counter.preflight().durability())
                    .isEqualTo(durable);
            if (durable && lowest > 1) {
                assertThat(range.low()).as(counter.toString()).isGreaterThanOrEqualTo(lowest);
            } else {
                assertThat(range).as(counter.toString()).extracting(Range::low).isEqualTo(lowest);
            }
        }
    }

    @Test
    void shouldRepeatAfterACrashOnlyWhatItDoesNotCallDurable() throws Exception {
        try (CrashingPostgres server = new CrashingPostgres("crashing", Map.of())) {
            server.execute(counters(UNLOGGED, "UNLOGGED"));
            server.execute(counters(LOGGED, ""));
            reserve(server.ranges(), UNLOGGED, false, 1);
            reserve(server.ranges(), LOGGED, true, 1);

            server.crash();

            reserve(server.ranges(), UNLOGGED, false, 1); // the very same numbers
            reserve(server.ranges(), LOGGED, true, 11);
        }
    }
}
