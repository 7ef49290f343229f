package io.mintmark.server.storage.memory;

import io.mintmark.counter.OpenLease;
import io.mintmark.document.DocumentId;
import io.mintmark.document.KeyForm;
import io.mintmark.document.NodeTag;
import io.mintmark.server.storage.Lease;
import io.mintmark.server.storage.document.ChangeVectors;
import io.mintmark.server.storage.document.DocumentChange;
import io.mintmark.server.storage.evaluation.Counter;
import io.mintmark.server.storage.evaluation.CounterRows;
import io.mintmark.server.storage.evaluation.ReadSet;
import io.mintmark.server.storage.memory.MemoryTables.LeaseRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The rows of counters and identities of a group that are written only at its commit. Used by the writer thread only. */
abstract class MemoryCounterRows implements CounterRows {
    final MemoryTables tables;
    final NodeTag node;
    final UndoLog undo = new UndoLog();
    final List<GroupTable<?, ?>> all = new ArrayList<>();
    final Map<String, Counter> working = new HashMap<>();
    final Map<String, Counter> changed = new LinkedHashMap<>();
    Instant now = Instant.EPOCH;
    long etag;
    long leaseSerial;

    private final GroupTable<String, Counter> counters;
    private final GroupTable<Long, LeaseRow> leases;
    private final GroupTable<String, Long> identities;
    private final GroupTable<String, Long> answers;
    private final GroupTable<String, Long> collections;
    private final GroupTable<Long, Integer> counts;
    private @Nullable ReadSet fetched;

    MemoryCounterRows(MemoryTables tables, NodeTag node) {
        this.tables = tables;
        this.node = node;
        counters = table(tables.counters);
        leases = table(tables.leases);
        identities = table(tables.identities);
        answers = table(tables.answers);
        collections = table(tables.collections);
        counts = table(tables.counts);
        etag = tables.etag;
        leaseSerial = tables.leaseSerial;
    }

    /** Returns a table that is committed and forgotten with all others. */
    final <K, V> GroupTable<K, V> table(Map<K, V> stored) {
        GroupTable<K, V> table = new GroupTable<>(stored, undo);
        all.add(table);
        return table;
    }

    /** Takes note of a new version of a document. */
    public abstract void note(DocumentChange.Kind kind, DocumentId id, long collection, long etag);

    /** Answers for nothing from here on that is not among {@code keys}: a row far away would not be there. */
    void fetch(ReadSet keys) {
        fetched = keys;
    }

    final void requireFetched(Function<ReadSet, Set<String>> table, String key, boolean perhapsMade) {
        ReadSet keys = fetched;
        if (keys != null && !table.apply(keys).contains(key) && !(perhapsMade && keys.makesIds())) {
            throw new IllegalStateException("work must announce what it asks for: " + key);
        }
    }

    @Override
    public NodeTag nodeTag() {
        return node;
    }

    @Override
    public Instant now() {
        return now;
    }

    @Override
    public String changeVector(String node, long etag) {
        return ChangeVectors.format(node, etag, tables.databaseId);
    }

    @Override
    public long collection(String name) {
        String key = KeyForm.of(name);
        requireFetched(ReadSet::collections, key, false);
        Long found = collections.get(key);
        if (found == null) {
            found = tables.names.size() + 1L;
            collections.put(key, found);
            tables.names.put(found, name);
        }
        return found;
    }

    @Override
    public String collectionName(long number) {
        return Objects.requireNonNull(tables.names.get(number));
    }

    @Override
    public void count(long collection, int change) {
        Integer before = counts.get(collection);
        counts.put(collection, (before == null ? 0 : before) + change);
    }

    @Override
    public String life() {
        return tables.life();
    }

    @Override
    public long firstMax() {
        return 0;
    }

    @Override
    public long highestEndBefore(String counterKey) {
        return tables.formerEnds.getOrDefault(counterKey, 0L);
    }

    @Override
    public @Nullable Counter counter(DocumentId id) {
        requireFetched(ReadSet::counters, id.key(), true);
        Counter known = working.get(id.key());
        Counter stored = counters.get(id.key());
        if (known == null && stored != null) {
            known = stored.copy();
            working.put(id.key(), known);
        }
        return known;
    }

    @Override
    public Counter addCounter(DocumentId id, long collection) {
        Counter added = new Counter(id, node.text(), collection);
        counters.put(id.key(), added.copy());
        working.put(id.key(), added);
        return added;
    }

    @Override
    public void changed(Counter counter, long before) {
        changed.put(counter.key(), counter);
    }

    @Override
    public void versionCounters() {
        for (Counter counter : changed.values()) {
            counter.assignEtag(++etag);
            counters.put(counter.key(), counter.copy());
            note(
                    counter.isShown() ? DocumentChange.Kind.PUT : DocumentChange.Kind.DELETE,
                    counter.id(),
                    counter.collection(),
                    counter.etag());
        }
        changed.clear();
    }

    @Override
    public long drawLeaseSerial() {
        return ++leaseSerial;
    }

    @Override
    public void addLease(Lease lease, Counter counter, @Nullable String client) {
        OpenLease before = counter.latest();
        OpenLease range = new OpenLease(lease.serial(), lease.low(), lease.high());
        leases.put(lease.serial(), new LeaseRow(range, before == null ? 0 : before.serial(), true));
    }

    @Override
    public void closeLease(Counter counter, long serial, long lastIssued) {
        LeaseRow row = Objects.requireNonNull(leases.get(serial));
        leases.put(serial, new LeaseRow(row.range(), row.previous(), false));
    }

    @Override
    public @Nullable OpenLease openLeaseBefore(Counter counter, long serial) {
        LeaseRow before = leases.get(Objects.requireNonNull(leases.get(serial)).previous());
        return before != null && before.open() ? before.range() : null;
    }

    @Override
    public @Nullable Long identity(String key) {
        requireFetched(ReadSet::identities, key, false);
        return identities.get(key);
    }

    @Override
    public void setIdentity(String key, @Nullable Long before, long value) {
        identities.put(key, value);
    }

    @Override
    public @Nullable Long answer(String request) {
        requireFetched(ReadSet::answers, request, false);
        return answers.get(request);
    }

    @Override
    public void remember(String request, long value) {
        answers.put(request, value);
    }
}
