package io.mintmark.server.storage.memory;

import io.mintmark.counter.OpenLease;
import io.mintmark.document.DocumentId;
import io.mintmark.document.KeyForm;
import io.mintmark.document.NodeTag;
import io.mintmark.server.storage.Lease;
import io.mintmark.server.storage.document.ChangeVectors;
import io.mintmark.server.storage.document.DocumentChange;
import io.mintmark.server.storage.document.DocumentContent;
import io.mintmark.server.storage.evaluation.Counter;
import io.mintmark.server.storage.evaluation.ReadSet;
import io.mintmark.server.storage.evaluation.Rows;
import io.mintmark.server.storage.group.GroupChanges;
import io.mintmark.server.storage.memory.MemoryTables.LeaseRow;
import io.mintmark.server.storage.memory.MemoryTables.Row;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a group that are written only at its commit: a view with an undo log, as engines have it that fetch what a
 * group reads beforehand and write what it changed behind it. Used by the writer thread only.
 */
final class MemoryRows implements Rows {
    private final MemoryTables tables;
    private final NodeTag node;
    private final GroupChanges changes;
    private final UndoLog undo = new UndoLog();

    private final GroupTable<String, Row> documents;
    private final GroupTable<String, Counter> counters;
    private final GroupTable<Long, LeaseRow> leases;
    private final GroupTable<String, Long> identities;
    private final GroupTable<String, Long> answers;
    private final GroupTable<String, Long> collections;
    private final GroupTable<Long, Integer> counts;
    private final List<GroupTable<?, ?>> all;
    private final Map<String, Counter> working = new HashMap<>();
    private final Map<String, Counter> changed = new LinkedHashMap<>();
    private @Nullable ReadSet fetched;
    private Instant now = Instant.EPOCH;
    private long etag;
    private long leaseSerial;

    MemoryRows(MemoryTables tables, NodeTag node, GroupChanges changes) {
        this.tables = tables;
        this.node = node;
        this.changes = changes;
        documents = new GroupTable<>(tables.documents, undo);
        counters = new GroupTable<>(tables.counters, undo);
        leases = new GroupTable<>(tables.leases, undo);
        identities = new GroupTable<>(tables.identities, undo);
        answers = new GroupTable<>(tables.answers, undo);
        collections = new GroupTable<>(tables.collections, undo);
        counts = new GroupTable<>(tables.counts, undo);
        all = List.of(documents, counters, leases, identities, answers, collections, counts);
        etag = tables.etag;
        leaseSerial = tables.leaseSerial;
    }

    void begin(Instant now) {
        this.now = now;
        undo.mark();
    }

    /** Answers for nothing from here on that is not among {@code keys}: a row far away would not be there. */
    void fetch(ReadSet keys) {
        fetched = keys;
    }

    private void requireFetched(Function<ReadSet, Set<String>> table, String key, boolean perhapsMade) {
        ReadSet keys = fetched;
        if (keys != null && !table.apply(keys).contains(key) && !(perhapsMade && keys.makesIds())) {
            throw new IllegalStateException("work must announce what it asks for: " + key);
        }
    }

    /** Makes all that the group changed visible at once. */
    void commit() {
        versionCounters();
        tables.lock.writeLock().lock();
        try {
            all.forEach(GroupTable::apply);
            tables.etag = etag;
            tables.leaseSerial = leaseSerial;
        } finally {
            tables.lock.writeLock().unlock();
        }
        working.clear();
        changes.publish();
    }

    void abandon() {
        all.forEach(GroupTable::forget);
        working.clear();
        changed.clear();
        changes.forget();
    }

    @Override
    public void mark() {
        versionCounters();
        changes.mark();
        undo.mark();
    }

    @Override
    public void release() {}

    @Override
    public void undo() {
        undo.undo();
        working.clear();
        changed.clear();
        changes.undo();
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
            counter.gets(++etag);
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

    @Override
    public long drawEtag() {
        return ++etag;
    }

    @Override
    public @Nullable Present document(DocumentId id) {
        requireFetched(ReadSet::documents, id.key(), true);
        Row row = documents.get(id.key());
        return row == null ? null : row.version();
    }

    @Override
    public @Nullable Instant sameSince(DocumentId id, Present present, DocumentContent wanted) {
        Row row = documents.get(id.key());
        return row != null && row.content().isSameAs(wanted) ? row.modified() : null;
    }

    @Override
    public boolean addIfSurelyNew(DocumentId id, Present version, DocumentContent content) {
        return false;
    }

    @Override
    public void add(DocumentId id, Present version, DocumentContent content) {
        documents.put(id.key(), new Row(id, version, now, content));
    }

    @Override
    public void replace(DocumentId id, Present present, Present version, DocumentContent content) {
        add(id, version, content);
    }

    @Override
    public void remove(DocumentId id, Present present) {
        documents.put(id.key(), null);
    }

    @Override
    public void note(DocumentChange.Kind kind, DocumentId id, long collection, long etag) {
        String name = collectionName(collection);
        changes.note(() -> new DocumentChange(kind, id.text(), name, changeVector(node.text(), etag)));
    }
}
