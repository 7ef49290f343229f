package io.mintmark.server.storage.row;

import io.mintmark.counter.OpenLease;
import io.mintmark.document.DocumentId;
import io.mintmark.document.KeyForm;
import io.mintmark.document.NodeTag;
import io.mintmark.server.storage.counter.Lease;
import io.mintmark.server.storage.document.ChangeVectors;
import io.mintmark.server.storage.document.DocumentChange;
import io.mintmark.server.storage.evaluation.Counter;
import io.mintmark.server.storage.evaluation.CounterRows;
import io.mintmark.server.storage.evaluation.ReadSet;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The rows of counters and identities of a group that are written only at its commit. Used by the writer thread only. */
abstract class FetchedCounterRows implements CounterRows {
    final RowsOwner home;
    final GroupTables tables;
    final RowsElsewhere elsewhere;
    /** Counters as the work changes them; the table has each as its last version was. */
    final Map<String, Counter> working = new HashMap<>();

    final Map<String, Counter> changed = new LinkedHashMap<>();
    final Map<Long, String> collectionNames = new HashMap<>();
    Instant now = Instant.EPOCH;
    LongSupplier etags = () -> {
        throw new IllegalStateException("a group must have begun");
    };
    /** The latest one that the group drew; 0 if it drew none. */
    long etag;

    long leaseSerial;
    long lastCollection;

    @Nullable ReadSet announced;

    FetchedCounterRows(RowsOwner home, GroupTables tables, RowsElsewhere elsewhere) {
        this.home = home;
        this.tables = tables;
        this.elsewhere = elsewhere;
    }

    /** Takes note of a new version of a document. */
    public abstract void note(DocumentChange.Kind kind, DocumentId id, long collection, long etag);

    /** A row that nobody announced was not fetched, and may be there all the same. */
    final void requireAnnounced(Function<ReadSet, Set<String>> table, String key, boolean perhapsMade) {
        ReadSet keys = announced;
        if (keys != null && !table.apply(keys).contains(key) && !(perhapsMade && keys.makesIds())) {
            throw new IllegalStateException("work must announce what it asks for: " + key);
        }
    }

    @Override
    public NodeTag nodeTag() {
        return home.node();
    }

    @Override
    public Instant now() {
        return now;
    }

    @Override
    public String changeVector(String node, long etag) {
        return ChangeVectors.format(node, etag, home.databaseId());
    }

    @Override
    public long collection(String name) {
        String key = KeyForm.of(name);
        requireAnnounced(ReadSet::collections, key, false);
        CollectionRow found = tables.collections().get(key);
        if (found == null) {
            found = new CollectionRow(++lastCollection, name);
            tables.collections().put(key, found);
        }
        collectionNames.put(found.number(), found.name());
        return found.number();
    }

    @Override
    public String collectionName(long number) {
        return collectionNames.computeIfAbsent(number, elsewhere::collectionName);
    }

    @Override
    public void count(long collection, int change) {
        count(collection, change, 0);
    }

    final void count(long collection, int documents, long bytes) {
        Tally before = tables.tallies().get(collection);
        tables.tallies().put(collection, (before == null ? Tally.NONE : before).plus(documents, bytes));
    }

    @Override
    public String life() {
        return home.life();
    }

    @Override
    public long firstMax() {
        return home.firstMax();
    }

    @Override
    public long beginsAbove(String counterKey) {
        return Math.max(home.firstMax(), elsewhere.reservedAheadBefore(counterKey));
    }

    @Override
    public long highestEndBefore(String counterKey) {
        return elsewhere.highestEndBefore(counterKey);
    }

    @Override
    public @Nullable Counter counter(DocumentId id) {
        requireAnnounced(ReadSet::counters, id.key(), true);
        Counter known = working.get(id.key());
        Counter stored = tables.counters().get(id.key());
        if (known == null && stored != null) {
            known = stored.copy();
            working.put(id.key(), known);
        }
        return known;
    }

    @Override
    public Counter addCounter(DocumentId id, long collection) {
        Counter added = new Counter(id, home.node().text(), collection);
        long begin = beginsAbove(id.key());
        added.restorePosition(begin, begin, 0, null);
        tables.counters().put(id.key(), added.copy());
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
            Counter before = tables.counters().get(counter.key());
            counter.assignEtag(drawEtag());
            tables.counters().put(counter.key(), counter.copy());
            // One that was hidden and stays so is no document that anybody saw.
            if (counter.isShown() || (before != null && before.isShown())) {
                note(
                        counter.isShown() ? DocumentChange.Kind.PUT : DocumentChange.Kind.DELETE,
                        counter.id(),
                        counter.collection(),
                        counter.etag());
            }
        }
        changed.clear();
    }

    /** Returns the number of the next write. */
    public final long drawEtag() {
        etag = etags.getAsLong();
        return etag;
    }

    @Override
    public long drawLeaseSerial() {
        return ++leaseSerial;
    }

    @Override
    public void addLease(Lease lease, Counter counter, @Nullable String client) {
        OpenLease before = counter.latest();
        tables.leases()
                .put(
                        lease.serial(),
                        new LeaseRow(
                                counter.key(),
                                new OpenLease(lease.serial(), lease.low(), lease.high()),
                                before == null ? null : before.serial(),
                                lease.node(),
                                client,
                                lease.reservedAt(),
                                null));
    }

    @Override
    public void closeLease(Counter counter, long serial, long lastIssued) {
        LeaseRow row = lease(serial);
        // A forgotten lease may be the counter's latest still; nothing leads back to it once that is another one.
        if (row != null) {
            tables.leases().put(serial, row.returnedAt(lastIssued));
        }
    }

    @Override
    public @Nullable OpenLease openLeaseBefore(Counter counter, long serial) {
        LeaseRow returned = lease(serial);
        Long previous = returned == null ? null : returned.previous();
        LeaseRow before = previous == null ? null : lease(previous);
        if (before == null || before.returned() != null || !before.counter().equals(counter.key())) {
            return null;
        }
        return before.range();
    }

    private @Nullable LeaseRow lease(long serial) {
        LeaseRow known = tables.leases().get(serial);
        if (known == null) {
            known = elsewhere.lease(serial);
            if (known != null) {
                tables.leases().fetched(serial, known);
            }
        }
        return known;
    }

    @Override
    public @Nullable Long identity(String key) {
        requireAnnounced(ReadSet::identities, key, false);
        return tables.identities().get(key);
    }

    @Override
    public void setIdentity(String key, @Nullable Long before, long value) {
        tables.identities().put(key, value);
    }

    @Override
    public @Nullable Long answer(String request) {
        requireAnnounced(ReadSet::answers, request, false);
        return tables.answers().get(request);
    }

    @Override
    public void remember(String request, long value) {
        tables.answers().put(request, value);
    }
}
