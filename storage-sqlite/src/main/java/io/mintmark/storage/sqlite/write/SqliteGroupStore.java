package io.mintmark.storage.sqlite.write;

import io.mintmark.storage.evaluation.EngineException;
import io.mintmark.storage.group.GroupStore;
import io.mintmark.storage.row.GroupIndexRows;
import io.mintmark.storage.row.GroupRows;
import io.mintmark.storage.sqlite.file.FencedOut;
import io.mintmark.storage.sqlite.file.LogCopying;
import io.mintmark.storage.sqlite.file.Sql;
import java.sql.Connection;
import java.sql.SQLException;

/** What a group of writes is in SQLite: one transaction; between groups old leases are pruned and the log is copied. */
public final class SqliteGroupStore implements GroupStore {
    private final Connection connection;
    private final WriteTransaction tx;
    private final LeasePruning pruning;
    private final LogCopying log;
    private final GrowthSampling growth;

    /** Writes by {@code tx} on {@code connection}; closes that connection and {@code log} in the end. */
    public SqliteGroupStore(Connection connection, WriteTransaction tx, LeasePruning pruning, LogCopying log)
            throws SQLException {
        this.connection = connection;
        this.tx = tx;
        this.pruning = pruning;
        this.log = log;
        this.growth = new GrowthSampling(connection, tx.state.firstMax());
    }

    /** Returns what dooms the group under way, and closes the writer. */
    static EngineException failure(SQLException e) {
        return new EngineException(e, FencedOut.is(e));
    }

    private static void run(Sql.Step step) {
        try {
            step.run();
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    @Override
    public GroupRows rows() {
        return tx.rows();
    }

    /** Returns the rows of indexes in the same transaction. */
    public GroupIndexRows indexRows() {
        return tx.indexRows();
    }

    @Override
    public void begin() {
        run(tx::begin);
    }

    @Override
    public void tidyIfOverdue() {
        run(() -> {
            // Written here, the rows are no part of the time that the commit takes, by which groups are measured.
            tx.write();
            if (pruning.isOverdue(tx) && pruning.isDue(tx)) {
                pruning.pruneSome(tx);
            }
            long now = tx.rows().now().toEpochMilli();
            if (growth.isDue(now)) {
                growth.sampleSome(now, tx.state.etag());
            }
        });
    }

    @Override
    public void commit() {
        run(tx::commit);
    }

    @Override
    public void afterCommit() {
        run(log::afterCommit);
    }

    @Override
    public void tidyWhileIdle() {
        run(() -> {
            if (pruning.isDue(tx)) {
                tx.begin();
                pruning.pruneSome(tx);
                tx.commit();
            }
        });
    }

    @Override
    public void abandon() {
        run(tx::abandon);
    }

    @Override
    public void leaveInOrder() {
        run(tx::leaveInOrder);
    }

    @Override
    public void close() {
        tx.forget();
        run(() -> {
            try (connection;
                    log) {
                // Closing is all.
            }
        });
    }
}
