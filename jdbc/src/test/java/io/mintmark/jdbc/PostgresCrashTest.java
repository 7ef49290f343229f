package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.range.Range;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A PostgreSQL that crashes: what is called durable goes on, and what is not comes again. */
class PostgresCrashTest {
    private static final String UNLOGGED = "unlogged";
    private static final String LOGGED = "logged";

    /** Nothing of the server syncs by itself, and it logs as little as it may. */
    private static final Map<String, String> QUIET =
            Map.of("wal_writer_delay", "10s", "autovacuum", "off", "wal_level", "minimal", "max_wal_senders", "0");

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

    /**
     * The server logs 32 values of a sequence ahead, and a program that draws the others has nothing to sync. The broken
     * twin draws after all that is synced, and syncs nothing.
     */
    @Test
    void shouldNotRepeatAValueBecauseAnotherTransactionHadLoggedItButOneThatIsDrawnPlainly() throws Exception {
        try (CrashingPostgres server = new CrashingPostgres("crashing-sequence", QUIET)) {
            server.execute("CREATE SEQUENCE logged_seq INCREMENT BY 10", "CREATE SEQUENCE plain_seq INCREMENT BY 10");
            JdbcCounter counter = server.ranges().counter(sequence(LOGGED)).build();
            Connection other = server.connect();
            other.setAutoCommit(false);
            assertThat(drawn(other, "logged_seq")).isEqualTo(1);

            Range reserved = counter.reserve(10);
            assertThat(counter.preflight().durability().durable()).isTrue();
            assertThat(drawn(other, "plain_seq")).isEqualTo(1);
            try (Connection plain = server.connect()) {
                assertThat(drawn(plain, "plain_seq")).isEqualTo(11);
            }
            server.crash();

            assertThat(server.ranges()
                            .counter(sequence(LOGGED))
                            .build()
                            .reserve(10)
                            .low())
                    .isGreaterThan(reserved.high());
            try (Connection plain = server.connect()) {
                assertThat(drawn(plain, "plain_seq")).as("the broken twin").isLessThanOrEqualTo(11);
            }
        }
    }

    private static long drawn(Connection connection, String sequence) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT nextval('" + sequence + "')")) {
            row.next();
            return row.getLong(1);
        }
    }
}
