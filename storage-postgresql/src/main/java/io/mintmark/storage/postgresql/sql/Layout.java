package io.mintmark.storage.postgresql.sql;

import io.mintmark.RandomBytes;
import io.mintmark.internal.Sleeper;
import io.mintmark.storage.RandomName;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.sql.SqlResource;
import io.mintmark.storage.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * A versioned layout of tables in one schema: brought up to date by whichever node comes first, refused when it is
 * newer.
 *
 * <p><b>Several nodes at once.</b> Each step is one transaction, which ends with the version it leads to. Two that take
 * the same step meet at a name that can be there once, or at the row of the version: the second waits for the first, is
 * then refused by the engine, and looks again. So each step happens once, and each node goes on when all have happened.
 */
public final class Layout {
    private static final String RESOURCES = "/io/mintmark/storage/postgresql/";
    private static final List<String> STEPS = IntStream.rangeClosed(1, 10)
            .mapToObj(step -> "layout-" + step + ".sql")
            .toList();

    /** Another node was first: the name is there. */
    private static final Set<String> ANOTHER_WAS_FIRST = Set.of("42P06", "42P07", "42710");

    private static final int TRIES = 100;
    private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final PostgresConnections connections;
    private final RandomBytes random;
    private final Sleeper sleeper;
    private final List<String> steps;

    /** Lays out what {@code connections} lead to. */
    public Layout(PostgresConnections connections, RandomBytes random, Sleeper sleeper) {
        this(connections, random, sleeper, STEPS);
    }

    Layout(PostgresConnections connections, RandomBytes random, Sleeper sleeper, List<String> steps) {
        this.connections = connections;
        this.random = random;
        this.sleeper = sleeper;
        this.steps = steps;
    }

    /**
     * Takes the steps that nobody has taken yet.
     *
     * @throws StorageFailedException if the layout is newer than this program, or the engine refuses a step
     */
    public void bringUpToDate() {
        for (int failures = 0; ; failures++) {
            try (Connection connection = connections.pool().getConnection()) {
                Transactions.awaitEachAnswer(connection);
                takeSteps(connection);
                return;
            } catch (SQLException e) {
                if (failures == TRIES || !mayTryAgain(e)) {
                    throw connections.trouble().refusal(e);
                }
                rest();
            }
        }
    }

    private static boolean mayTryAgain(SQLException e) {
        return Failures.isConflict(e) || ANOTHER_WAS_FIRST.contains(String.valueOf(e.getSQLState()));
    }

    private void takeSteps(Connection connection) throws SQLException {
        for (long version = version(connection); version < steps.size(); version = version(connection)) {
            take((int) version, connection);
        }
    }

    /** Returns the version of the layout, 0 where there is none; refuses one that is newer. */
    private long version(Connection connection) throws SQLException {
        String table = "SELECT 1 FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
                + " WHERE n.nspname = ? AND c.relname = 'layout'";
        if (Statements.number(connection, table, schema()).isEmpty()) {
            return 0;
        }
        OptionalLong version = Statements.number(connection, "SELECT version FROM " + schema() + ".layout");
        if (version.isEmpty() || version.getAsLong() < 1) {
            throw new StorageFailedException(
                    "The schema " + schema() + " has a table layout that is none of Mintmark's:"
                            + " give the store another schema with --store-schema.");
        }
        if (version.getAsLong() > steps.size()) {
            throw new StorageFailedException("The schema " + schema() + " has layout version " + version.getAsLong()
                    + ", this Mintmark knows versions up to " + steps.size()
                    + ": run the newer Mintmark that wrote it.");
        }
        return version.getAsLong();
    }

    private void take(int version, Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try {
            if (version == 0) {
                begin(connection);
            } else if (Statements.execute(
                            connection, "UPDATE layout SET version = ? WHERE version = ?", version + 1L, (long) version)
                    == 0) {
                connection.rollback();
                connection.setAutoCommit(true);
                return;
            }
            for (String sql : SqlResource.statements(Layout.class, RESOURCES + steps.get(version))) {
                run(connection, sql);
            }
            if (version == 0) {
                fill(connection);
            }
            connection.commit();
            connection.setAutoCommit(true);
        } catch (SQLException | RuntimeException | Error e) {
            Transactions.undo(connection, e);
            throw e;
        }
    }

    /** The right to create a schema is needed only where it is not there. */
    private void begin(Connection connection) throws SQLException {
        if (Statements.number(connection, "SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = ?", schema())
                .isEmpty()) {
            run(connection, "CREATE SCHEMA " + schema());
        }
        run(connection, "CREATE TABLE layout (one SMALLINT PRIMARY KEY CHECK (one = 1), version BIGINT NOT NULL)");
        run(connection, "INSERT INTO layout VALUES (1, 1)");
    }

    private void fill(Connection connection) throws SQLException {
        int ignored =
                Statements.execute(connection, "INSERT INTO cluster VALUES (1, ?, 0, 1, 0)", RandomName.of(random));
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            boolean ignored = statement.execute(sql);
        }
    }

    private String schema() {
        return connections.address().schema();
    }

    private void rest() {
        try {
            sleeper.sleep(REST_NANOS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StorageFailedException("Interrupted while another node laid out the tables.", e);
        }
    }
}
