package io.mintmark.storage.sqlite.write;

import io.mintmark.storage.evaluation.EngineException;
import io.mintmark.storage.group.GroupStore;
import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.sqlite.file.LogCopying;
import io.mintmark.storage.sqlite.file.Sql;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * What a group of writes to the journal is in SQLite: one transaction, on stable storage once COMMIT returns; between
 * groups the log is copied.
 */
public final class JournalGroups implements GroupStore {
    private final Connection connection;
    private final LogCopying log;

    /** Writes on a connection, and closes both in the end. */
    public JournalGroups(Connection connection, LogCopying log) {
        this.connection = connection;
        this.log = log;
    }

    private static void run(Sql.Step step) {
        try {
            step.run();
        } catch (SQLException e) {
            throw new EngineException(e, false);
        }
    }

    private void execute(String sql) {
        run(() -> {
            int ignored = Statements.execute(connection, sql);
        });
    }

    @Override
    public String threadName() {
        return "journal";
    }

    @Override
    public String shown(String name) {
        return "journal of this node";
    }

    @Override
    public void begin() {
        execute("BEGIN IMMEDIATE");
    }

    @Override
    public void commit() {
        execute("COMMIT");
    }

    @Override
    public void abandon() {
        execute("ROLLBACK");
    }

    @Override
    public void tidyIfOverdue() {
        // Nothing gets old here: what is home is removed at once.
    }

    @Override
    public void afterCommit() {
        run(log::afterCommit);
    }

    @Override
    public void tidyWhileIdle() {
        // As above: nothing gets old.
    }

    @Override
    public void leaveInOrder() {
        // The file is the same however it was left.
    }

    @Override
    public void close() {
        run(() -> {
            try (connection;
                    log) {
                // Closing is all.
            }
        });
    }
}
