package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.mintmark.range.Range;
import io.mintmark.range.RangeSourceException;
import io.mintmark.testkit.HistoryChecker;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Backends that are killed, a server that restarts, and Marten's own function, on a real PostgreSQL. */
class PostgresFailuresTest {
    private static final TestDatabase DATABASE = TestDatabase.POSTGRES;

    @Test
    void shouldReserveOnceMoreWhenItsBackendIsKilled() throws Exception {
        String name = TestDatabase.fresh("orders");
        JdbcCounter counter = DATABASE.ranges().counter(name).build();
        Range first = counter.reserve(10);

        CompletableFuture<Range> second;
        try (Connection holder = DATABASE.source().getConnection()) {
            holder.setAutoCommit(false);
            try (Statement statement = holder.createStatement()) {
                statement.execute("SELECT 1 FROM mintmark_counter WHERE counter_name = '" + name + "' FOR UPDATE");
            }
            second = CompletableFuture.supplyAsync(() -> counter.reserve(10));
            killTheWaitingSession();
            holder.rollback();
            holder.setAutoCommit(true);
        }

        assertThat(second.get(30, TimeUnit.SECONDS).low()).isGreaterThan(first.high());
    }

    private static void killTheWaitingSession() {
        String kill = "SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity"
                + " WHERE wait_event_type = 'Lock' AND query LIKE 'UPDATE%mintmark_counter%'";
        await("a reservation waits")
                .atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(10))
                .until(() -> DATABASE.number(kill) > 0);
    }

    @Test
    void shouldGoOnAboveEverythingAfterARestart() throws IOException {
        DATABASE.source();
        Path data = Engines.directory("restarted");
        HistoryChecker history = new HistoryChecker();
        for (int life = 0; life < 3; life++) {
            try (EmbeddedPostgres server = Engines.postgresOver(data, Map.of());
                    HikariDataSource pool =
                            Engines.pool(server.getJdbcUrl("postgres", "postgres"), "postgres", "postgres")) {
                if (life == 0) {
                    run(pool, "CREATE SEQUENCE orders_seq INCREMENT BY 50");
                }
                JdbcRanges ranges = JdbcRanges.over(pool);
                issue(history, "own", ranges.counter("orders").build());
                CounterDescription shared = Preset.HIBERNATE_POOLED.counter(50).sequence("orders_seq");
                issue(history, "shared", ranges.counter(shared).build());
            }
        }

        history.requireNoDuplicates();
        assertThat(history.issuedCount()).isGreaterThan(300);
    }

    private static void issue(HistoryChecker history, String scope, JdbcCounter counter) {
        assertThat(counter.preflight().durability().durable()).isTrue();
        for (int i = 0; i < 5; i++) {
            Range range = counter.reserve(10);
            for (long number = range.low(); number <= range.high(); number++) {
                history.issued(scope, number);
            }
        }
    }

    private static void run(HikariDataSource pool, String sql) {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new AssertionError(sql, e);
        }
    }

    @Test
    void shouldDrawFromTheFunctionThatMartenInstalled() {
        String schema = TestDatabase.fresh("marten");
        Assumptions.assumeTrue(DATABASE.source() != null);
        DATABASE.execute(
                "CREATE SCHEMA " + schema,
                "CREATE TABLE " + schema + ".mt_hilo (entity_name varchar PRIMARY KEY, hi_value bigint DEFAULT 0)",
                // Its promise, written anew: 0 for a new entity, otherwise one more, -1 for a caller that was too slow.
                "CREATE FUNCTION " + schema + ".mt_get_next_hi(entity varchar) RETURNS integer LANGUAGE plpgsql AS $$"
                        + " DECLARE held bigint; BEGIN"
                        + " SELECT hi_value INTO held FROM " + schema + ".mt_hilo WHERE entity_name = entity;"
                        + " IF held IS NULL THEN INSERT INTO " + schema
                        + ".mt_hilo VALUES (entity, 0); RETURN 0; END IF;"
                        + " UPDATE " + schema + ".mt_hilo SET hi_value = held + 1"
                        + " WHERE entity_name = entity AND hi_value = held;"
                        + " IF FOUND THEN RETURN held + 1; END IF; RETURN -1; END $$");
        JdbcRanges ranges = DATABASE.ranges();
        JdbcCounter function = ranges.counter(
                        Preset.MARTEN.counter().schema(schema).row("Order"))
                .build();
        JdbcCounter row = ranges.counter(
                        Preset.MARTEN_ROW.counter().schema(schema).row("Order"))
                .build();

        assertThat(function.reserve(1)).isEqualTo(Range.of(1, 1_000));
        assertThat(row.reserve(2_500)).extracting(Range::low, Range::high).containsExactly(1_001L, 4_000L);
        assertThat(function.reserve(1)).isEqualTo(Range.of(4_001, 5_000));
        assertThat(function.raise(9_500)).isEqualTo(10_000);
        assertThat(row.reserve(1).low()).isEqualTo(10_001);
        assertThat(function.giveBack(Range.of(4_001, 5_000), 4_001)).isFalse();
    }

    /** A driver that is asked for a long makes 0 of NULL, and page 0 is the first one, again and again. */
    @Test
    void shouldNotTakeNullForThePageOfAFunction() {
        String function = TestDatabase.fresh("null_hi");
        DATABASE.execute("CREATE FUNCTION " + function
                + "(entity varchar) RETURNS bigint LANGUAGE sql AS 'SELECT NULL::bigint'");
        JdbcCounter counter = DATABASE.ranges()
                .counter(Preset.MARTEN.counter().function(function))
                .build();

        assertThatThrownBy(() -> counter.reserve(1))
                .isInstanceOf(RangeSourceException.class)
                .hasMessageContaining("null");
    }
}
