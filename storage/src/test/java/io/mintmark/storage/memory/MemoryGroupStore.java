package io.mintmark.storage.memory;

import io.mintmark.storage.evaluation.AnnouncedRows;
import io.mintmark.storage.evaluation.ReadSet;
import io.mintmark.storage.group.GroupStore;
import io.mintmark.storage.row.CollectionRow;
import io.mintmark.storage.row.Counter;
import io.mintmark.storage.row.DocumentRow;
import io.mintmark.storage.row.GroupChanges;
import io.mintmark.storage.row.GroupRows;
import io.mintmark.storage.row.GroupTables;
import io.mintmark.storage.row.LeaseRow;
import io.mintmark.storage.row.LeaseSerials;
import io.mintmark.storage.row.RowSource;
import io.mintmark.storage.row.RowsOwner;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** What a group of writes is in memory: rows that become visible together. It answers only what was announced. */
class MemoryGroupStore extends AnnouncedRows implements GroupStore {
    private final MemoryTables stored;
    private final GroupTables tables = GroupTables.of(this);
    private final GroupChanges changes;
    private final GroupRows rows;
    private final InstantSource clock;
    private final LeaseSerials serials;

    /** Makes the rows that the evaluation sees, which may be spoilt. */
    @FunctionalInterface
    public interface Shown {
        GroupRows of(RowsOwner home, GroupTables tables, RowSource source, GroupChanges changes);
    }

    /** Shows the rows to the evaluation as {@code shown} makes them. */
    MemoryGroupStore(MemoryTables stored, GroupChanges changes, Shown shown, InstantSource clock) {
        this.stored = stored;
        this.changes = changes;
        this.rows = shown.of(stored.home, tables, this, changes);
        this.clock = clock;
        this.serials = new LeaseSerials(stored.leaseSerial);
    }

    @Override
    public final GroupRows rows() {
        return rows;
    }

    @Override
    public final void begin() {
        AtomicLong etags = new AtomicLong(stored.etag);
        rows.begin(clock.instant(), etags::incrementAndGet, serials);
    }

    @Override
    public final boolean fetchesGroups() {
        return true;
    }

    @Override
    public final void fetch(ReadSet keys) {
        announced(keys);
    }

    @Override
    public @Nullable Counter counter(String key) {
        Counter ignored = super.counter(key);
        return stored.counters.get(key);
    }

    @Override
    public @Nullable LeaseRow lease(long serial) {
        return stored.leases.get(serial);
    }

    @Override
    public @Nullable Long identity(String key) {
        Long ignored = super.identity(key);
        return stored.identities.get(key);
    }

    @Override
    public @Nullable Long answer(String request) {
        Long ignored = super.answer(request);
        return stored.answers.get(request);
    }

    @Override
    public @Nullable String keyedAnswer(String key) {
        String ignored = super.keyedAnswer(key);
        return stored.keyed.get(key);
    }

    @Override
    public final void requireRoomForKeys(long added) {}

    @Override
    public @Nullable CollectionRow collection(String key) {
        CollectionRow ignored = super.collection(key);
        return stored.collections.get(key);
    }

    @Override
    public final String collectionName(long number) {
        return stored.collectionName(number);
    }

    @Override
    public final long lastCollection() {
        return stored.collections.size();
    }

    @Override
    public @Nullable DocumentRow document(String key) {
        DocumentRow ignored = super.document(key);
        return stored.documents.get(key);
    }

    @Override
    public final long highestEndBefore(String counterKey) {
        return stored.formerEnds.getOrDefault(counterKey, 0L);
    }

    @Override
    public final long reservedAheadBefore(String counterKey) {
        return stored.formerAhead.getOrDefault(counterKey, 0L);
    }

    @Override
    public final void tidyIfOverdue() {}

    @Override
    public final void commit() {
        rows.versionCounters();
        stored.lock.writeLock().lock();
        try {
            stored.apply(tables);
            stored.etag = Math.max(stored.etag, rows.etag());
            stored.leaseSerial = rows.leaseSerial();
        } finally {
            stored.lock.writeLock().unlock();
        }
        serials.committed(stored.leaseSerial);
        tables.forgetAll();
        changes.publish();
    }

    @Override
    public final void afterCommit() {}

    @Override
    public final void tidyWhileIdle() {}

    @Override
    public final void abandon() {
        tables.forgetAll();
        changes.forget();
    }

    @Override
    public final void leaveInOrder() {}

    @Override
    public final void close() {}
}
