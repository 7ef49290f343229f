package io.mintmark.jdbc.schema;

import io.mintmark.jdbc.CounterDescription;
import io.mintmark.jdbc.database.CounterRightsException;
import io.mintmark.jdbc.database.Dialect;
import io.mintmark.jdbc.database.SequenceState;
import io.mintmark.jdbc.database.SqlName;
import io.mintmark.jdbc.database.UnsafeCounterException;
import io.mintmark.jdbc.internal.JdbcSecrets;
import io.mintmark.jdbc.internal.connection.OwnTransaction;
import io.mintmark.jdbc.internal.store.IdColumn;
import io.mintmark.jdbc.schema.SchemaView.ColumnName;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Restarts a sequence of PostgreSQL beside programs that draw from it, and never lower.
 *
 * <p><b>Why nothing comes between.</b> {@code ALTER SEQUENCE} takes SHARE ROW EXCLUSIVE on the sequence, and
 * {@code nextval} and {@code setval} take ROW EXCLUSIVE and keep it to the end of their transaction; the two exclude
 * each other. The first ALTER here names the CACHE that is there already: it changes nothing and holds the lock. What
 * is read behind it is therefore the sequence as it stays until COMMIT, and it is restarted only if the target lies
 * above that. A {@code setval} has no such moment between its reading and its writing, whatever the caller read.
 *
 * <p>A restart gives the sequence a new file, by which sessions notice that what they cached is of an old life.
 * Programs that draw wait meanwhile, and this waits for transactions that drew and are not over, at most
 * {@value #LOCK_TIMEOUT}, after which it gives the lock up and is tried again.
 */
final class LockedRestart {
    static final String LOCK_TIMEOUT = "500ms";

    private static final String DENIED = "42501";

    /** By a stricter level, ids that were stored while this waited would not be seen. */
    private static final String READ_COMMITTED = "SET TRANSACTION ISOLATION LEVEL READ COMMITTED";

    private final Dialect dialect;
    private final SchemaCatalog catalog;
    private final CounterDescription counter;

    LockedRestart(Dialect dialect, SchemaCatalog catalog, CounterDescription counter) {
        this.dialect = dialect;
        this.catalog = catalog;
        this.counter = counter;
    }

    static List<String> statements(Dialect dialect, String quoted, long cache, List<ColumnName> keys, long target) {
        List<String> statements = new ArrayList<>(List.of("BEGIN", READ_COMMITTED, timeout(), lock(quoted, cache)));
        keys.forEach(key ->
                statements.add("SELECT max(" + dialect.quote(key.column()) + ") FROM " + dialect.quote(key.table())));
        statements.add("SELECT last_value, is_called FROM " + quoted);
        statements.add(restart(quoted, target) + " -- unless it stands above");
        statements.add("COMMIT");
        return statements;
    }

    private static String timeout() {
        return "SET LOCAL lock_timeout = '" + LOCK_TIMEOUT + "'";
    }

    private static String lock(String quoted, long cache) {
        return "ALTER SEQUENCE " + quoted + " CACHE " + cache;
    }

    private static String restart(String quoted, long target) {
        return "ALTER SEQUENCE " + quoted + " RESTART WITH " + target;
    }

    /** Raises the sequence, and returns the value that it gives next. */
    long run(Connection connection, List<ColumnName> keys) throws SQLException {
        SqlName name = counter.access().name();
        String quoted = dialect.quote(name);
        return OwnTransaction.run(connection, () -> {
            execute(connection, READ_COMMITTED);
            execute(connection, timeout());
            lock(connection, lock(quoted, state(connection, name).cache()));
            SequenceState now = catalog.behindCaches(connection, name, state(connection, name));
            long target = RaisePlan.target(counter.rule(), now, highest(connection, dialect, keys));
            if (now.ended() || now.next().orElse(Long.MAX_VALUE) >= target) {
                return now.next().orElse(Long.MAX_VALUE);
            }
            execute(connection, restart(quoted, target));
            return target;
        });
    }

    /** A right that is missing is not there at the next attempt, either. */
    private void lock(Connection connection, String lock) throws SQLException {
        try {
            execute(connection, lock);
        } catch (SQLException e) {
            if (DENIED.equals(e.getSQLState())) {
                throw new CounterRightsException("the counter " + counter
                        + " can be raised only by a restart of its sequence, which this login may not do: "
                        + JdbcSecrets.toldWithState(e) + "; log in as the owner of the sequence");
            }
            throw e;
        }
    }

    /** Returns the highest id of all keys, or 0. */
    static long highest(Connection connection, Dialect dialect, List<ColumnName> keys) throws SQLException {
        long highest = 0;
        for (ColumnName key : keys) {
            highest = Math.max(highest, new IdColumn(key.table(), key.column()).highest(connection, dialect));
        }
        return highest;
    }

    private SequenceState state(Connection connection, SqlName name) throws SQLException {
        return dialect.sequence(connection, name)
                .orElseThrow(() ->
                        new UnsafeCounterException("the sequence " + name + " is not there any more: look again"));
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
