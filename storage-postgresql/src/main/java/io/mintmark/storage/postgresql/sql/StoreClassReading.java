package io.mintmark.storage.postgresql.sql;

import io.mintmark.storage.StoreClass;
import io.mintmark.storage.sql.Statements;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * The store class that the engine's settings come to, as this node's sessions see them.
 *
 * @param fsync {@code fsync}, or "" where the engine does not say
 * @param fullPageWrites {@code full_page_writes}
 * @param synchronousCommit {@code synchronous_commit}
 * @param standbyNames {@code synchronous_standby_names}
 */
public record StoreClassReading(String fsync, String fullPageWrites, String synchronousCommit, String standbyNames) {
    private static final String SETTINGS =
            "SELECT current_setting('fsync', true), current_setting('full_page_writes', true),"
                    + " current_setting('synchronous_commit', true), current_setting('synchronous_standby_names', true)";
    private static final List<String> WAITS_FOR_STANDBYS = List.of("on", "remote_apply");
    private static final List<String> FLUSHES_HERE = List.of("on", "remote_apply", "remote_write", "local");

    /** Adds the settings to what {@code script} asks; what they are goes to {@code read}. */
    static void ask(SqlScript script, Consumer<StoreClassReading> read) {
        script.query(SETTINGS, row -> read.accept(of(row)));
    }

    /** Reads the settings. */
    public static StoreClassReading of(Connection connection) throws SQLException {
        return Statements.row(connection, StoreClassReading::of, SETTINGS)
                .orElseThrow(() -> new SQLException("the engine does not show its settings"));
    }

    private static StoreClassReading of(ResultSet row) throws SQLException {
        return new StoreClassReading(text(row, 1), text(row, 2), text(row, 3), text(row, 4));
    }

    private static String text(ResultSet row, int column) throws SQLException {
        return Objects.requireNonNullElse(row.getString(column), "");
    }

    /** Returns what the settings promise: nothing that one of them takes back. */
    public StoreClass storeClass() {
        if (!fsync.equals("on")) {
            return bestEffort("fsync", fsync);
        }
        if (!fullPageWrites.equals("on")) {
            return bestEffort("full_page_writes", fullPageWrites);
        }
        if (!FLUSHES_HERE.contains(synchronousCommit)) {
            return bestEffort("synchronous_commit", synchronousCommit);
        }
        if (standbyNames.isBlank()) {
            return new StoreClass(StoreClass.Level.DURABLE, "synchronous_standby_names names no standby");
        }
        return WAITS_FOR_STANDBYS.contains(synchronousCommit)
                ? new StoreClass(StoreClass.Level.QUORUM, "")
                : new StoreClass(StoreClass.Level.DURABLE, "synchronous_commit is " + synchronousCommit);
    }

    private static StoreClass bestEffort(String setting, String value) {
        return new StoreClass(
                StoreClass.Level.BEST_EFFORT, setting + (value.isEmpty() ? " cannot be read" : " is " + value));
    }
}
