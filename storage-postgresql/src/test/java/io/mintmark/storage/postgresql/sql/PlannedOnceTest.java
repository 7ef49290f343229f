package io.mintmark.storage.postgresql.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.storage.postgresql.TestEngine;
import io.mintmark.storage.postgresql.TestPostgres;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How the engine plans statements on numbers: once for a connection, and by the index even if the table was small then. */
class PlannedOnceTest {
    private static final String LOOKUP =
            "PREPARE lookup (text[]) AS SELECT value FROM number WHERE key = ANY ($1)" + " ORDER BY key FOR UPDATE";

    /** The engine considers to plan once no earlier than the sixth execution. */
    private static final int EXECUTIONS = 6;

    private String url;

    @AutoClose
    private PostgresConnections connections;

    @BeforeEach
    void open() {
        url = TestPostgres.fresh();
        TestPostgres.run(
                url, "CREATE TABLE number (key text PRIMARY KEY, value bigint) WITH (autovacuum_enabled = off)");
        TestPostgres.run(url, "INSERT INTO number VALUES ('users', 1)");
        TestPostgres.run(url, "VACUUM ANALYZE number");
        connections = PostgresConnections.open(TestEngine.address(url));
    }

    /** Looks a number up while the table is small, lets it grow, and returns how the engine would look it up then. */
    private String planAfterGrowth(Connection connection) throws SQLException {
        connection.setAutoCommit(true);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET search_path TO public");
            statement.execute(LOOKUP);
            for (int i = 0; i < EXECUTIONS; i++) {
                statement.execute("EXECUTE lookup ('{users}')");
            }
            TestPostgres.run(url, "INSERT INTO number SELECT 'grown' || n, n FROM generate_series(1, 20000) n");
            List<String> lines = new ArrayList<>();
            try (ResultSet plan = statement.executeQuery("EXPLAIN EXECUTE lookup ('{users}')")) {
                while (plan.next()) {
                    lines.add(plan.getString(1));
                }
            }
            return String.join("\n", lines);
        }
    }

    @Test
    void shouldPlanALookupOfNumbersOnceAndByItsIndex() throws SQLException {
        try (Connection counters = connections.counters().getConnection()) {
            assertThat(planAfterGrowth(counters)).contains("Index Scan", "$1").doesNotContain("Seq Scan");
        }
    }

    @Test
    void shouldReadAllRowsWhereThePlanOfASmallTableWasKept() throws SQLException {
        try (Connection documents = connections.pool().getConnection()) {
            assertThat(planAfterGrowth(documents)).contains("Seq Scan");
        }
    }
}
