package io.mintmark.server.storage.memory;

import io.mintmark.server.storage.evaluation.ReadSet;
import io.mintmark.server.storage.evaluation.Rows;
import io.mintmark.server.storage.group.GroupChanges;
import io.mintmark.server.storage.group.GroupStore;
import io.mintmark.server.storage.row.FetchedRows;
import io.mintmark.server.storage.row.GroupTables;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

/** What a group of writes is in memory: rows that become visible together. */
final class MemoryGroupStore implements GroupStore {
    private final MemoryTables stored;
    private final GroupTables tables;
    private final GroupChanges changes;
    private final FetchedRows rows;
    private final Rows shown;
    private final InstantSource clock;

    /** Shows the rows to the evaluation as {@code shown} makes them. */
    MemoryGroupStore(MemoryTables stored, GroupChanges changes, UnaryOperator<Rows> shown, InstantSource clock) {
        this.stored = stored;
        this.tables = GroupTables.over(stored.stored);
        this.changes = changes;
        this.rows = new FetchedRows(stored.home, tables, stored, changes);
        this.shown = shown.apply(rows);
        this.clock = clock;
    }

    @Override
    public Rows rows() {
        return shown;
    }

    @Override
    public void begin() {
        AtomicLong etags = new AtomicLong(stored.etag);
        rows.begin(clock.instant(), etags::incrementAndGet, stored.leaseSerial);
    }

    @Override
    public boolean fetchesGroups() {
        return true;
    }

    @Override
    public void fetch(ReadSet keys) {
        rows.fetched(keys, stored.stored.collections().size());
    }

    @Override
    public void tidyIfOverdue() {}

    @Override
    public void commit() {
        rows.versionCounters();
        stored.lock.writeLock().lock();
        try {
            tables.apply();
            stored.etag = Math.max(stored.etag, rows.etag());
            stored.leaseSerial = rows.leaseSerial();
        } finally {
            stored.lock.writeLock().unlock();
        }
        changes.publish();
    }

    @Override
    public void afterCommit() {}

    @Override
    public void tidyWhileIdle() {}

    @Override
    public void abandon() {
        tables.forgetChanges();
        changes.forget();
    }

    @Override
    public void leaveInOrder() {}

    @Override
    public void close() {}
}
