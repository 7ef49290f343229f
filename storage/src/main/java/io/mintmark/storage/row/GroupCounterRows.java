package io.mintmark.storage.row;

import io.mintmark.counter.OpenLease;
import io.mintmark.document.DocumentId;
import io.mintmark.storage.document.DocumentChange;
import io.mintmark.storage.lease.LeaseKind;
import io.mintmark.storage.write.CutLog;
import io.mintmark.storage.write.Holder;
import io.mintmark.storage.write.Lease;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The counters, leases and identities of {@link GroupRows}. Used by the writer thread only. */
abstract class GroupCounterRows {
    final RowsOwner home;
    final GroupTables tables;
    final RowSource source;
    /** Counters as the work changes them; the table has each as its last version was. */
    private final Map<String, Counter> working = new HashMap<>();

    private final Map<String, Counter> changed = new LinkedHashMap<>();
    private LongSupplier etags = () -> {
        throw new IllegalStateException("a group must have begun");
    };
    private long etag;
    private LeaseSerials serials = new LeaseSerials(0);
    private long chunks;

    GroupCounterRows(RowsOwner home, GroupTables tables, RowSource source) {
        this.home = home;
        this.tables = tables;
        this.source = source;
    }

    final void begin(LongSupplier nextEtags, LeaseSerials nextSerials) {
        etags = nextEtags;
        etag = 0;
        serials = nextSerials;
        forgetWork();
    }

    /** Forgets counters that have no version yet. */
    final void forgetWork() {
        working.clear();
        changed.clear();
    }

    /**
     * Takes note that the version {@code etag} of a document was stored, or that it is the deletion of the document.
     */
    public abstract void note(DocumentChange.Kind kind, DocumentId id, long collection, long etag);

    /** Returns the name of the database's life, part of its tokens. */
    public String life() {
        return home.life();
    }

    /** Returns the highest number that a counter may reach. */
    public long ceiling() {
        return home.ceiling();
    }

    /** Returns where counters and identities stand that do not exist yet. */
    public long firstMax() {
        return home.firstMax();
    }

    /**
     * Returns where a counter stands that does not exist yet: {@link #firstMax}, and above all that a node reserved
     * ahead of it in a deleted database of this name, since a node that has not heard of the deletion gives that out
     * still.
     */
    public long beginsAbove(String counterKey) {
        return Math.max(home.firstMax(), source.reservedAheadBefore(counterKey));
    }

    /** Returns at least the highest end that a deleted database of this name ever reserved of that counter. */
    public long highestEndBefore(String counterKey) {
        return source.highestEndBefore(counterKey);
    }

    /** Returns the counter that a document shows or would show, or null if there is none. */
    public @Nullable Counter counter(DocumentId id) {
        Counter known = working.get(id.key());
        return known == null ? stored(id.key()) : known;
    }

    private @Nullable Counter stored(String key) {
        Counter stored = tables.counters().get(key);
        if (stored == null) {
            return null;
        }
        Counter copy = stored.copy();
        working.put(key, copy);
        return copy;
    }

    /** Adds a counter that stands at {@link #beginsAbove}, and is not shown yet. */
    public Counter addCounter(DocumentId id, long collection) {
        Counter added = new Counter(id, home.node().text(), collection);
        long begin = beginsAbove(id.key());
        added.restorePosition(begin, begin, 0, null);
        source.moved(id.key(), null, begin);
        tables.counters().put(id.key(), added.copy());
        working.put(id.key(), added);
        if (begin > 0) {
            passOver(added, LeaseKind.START, 1, begin);
        }
        return added;
    }

    /**
     * Takes note that a counter changed.
     *
     * @param before where it stood before this piece of work
     */
    public void changed(Counter counter, long before) {
        source.moved(counter.key(), before, counter.max());
        changed.put(counter.key(), counter);
    }

    /**
     * Gives each counter that changed its new version now, instead of one version for all that the group does to it.
     */
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

    /** Returns the number of the next write; one that a refused batch drew is never drawn again. */
    public long drawEtag() {
        etag = etags.getAsLong();
        return etag;
    }

    /** Returns the number of the group's latest write; 0 if it drew none. */
    public long etag() {
        return etag;
    }

    /** Returns the number of the next lease. */
    public long drawLeaseSerial() {
        return serials.draw();
    }

    /** Draws serials for {@code ranges} leases that the node will cut by itself. */
    public void drawLeaseSerials(long ranges) {
        serials.reserve(ranges);
    }

    /** Returns the serial that the group must store: no lease has or will have a higher one without another group. */
    public long leaseSerial() {
        return serials.last();
    }

    /** Returns the time stamp that everything in the group bears. */
    public abstract Instant now();

    /** Keeps a lease, which follows the counter's latest one. */
    public void addLease(Lease lease, Counter counter, LeaseRow.Details record) {
        OpenLease before = counter.latest();
        Long previous = before == null ? null : before.serial();
        tables.leases().put(lease.serial(), new LeaseRow(counter.key(), lease, previous, record, null, null));
    }

    /** Returns whether a lease is on record already. */
    public boolean hasLease(long serial) {
        return tables.leases().get(serial) != null;
    }

    /** Keeps on record that a counter passed over numbers which nobody reserved. */
    public void passOver(Counter counter, LeaseKind kind, long low, long high) {
        Lease passed = new Lease(drawLeaseSerial(), low, high, home.node(), now());
        LeaseRow.Details record = new LeaseRow.Details(Holder.UNKNOWN, kind, 0);
        tables.leases().put(passed.serial(), new LeaseRow(counter.key(), passed, null, record, null, null));
    }

    /** Takes note that a node gives back the rest of a reservation, and whether that is taken or a gap. */
    public void endReservation(long serial, long lastIssued, boolean taken) {
        LeaseRow row = tables.leases().get(serial);
        // What was taken once is nobody's gap.
        if (row != null && (taken || row.returned() == null)) {
            LeaseKind kind = taken ? LeaseKind.AHEAD : LeaseKind.AHEAD_WITH_GAP;
            tables.leases().put(serial, row.endedAt(lastIssued, kind, now()));
        }
    }

    /** Takes note that a node used a reservation up. */
    public void endReservation(long serial) {
        LeaseRow row = tables.leases().get(serial);
        if (row != null) {
            tables.leases().put(serial, row.endedAt(now()));
        }
    }

    /** Keeps a chunk of the log of ranges that the node cut. */
    public void addChunk(CutLog.Chunk chunk) {
        tables.cuts().put(chunks++, chunk);
    }

    /** Takes note that a lease was returned, and how far it was used. */
    public void closeLease(Counter counter, long serial, long lastIssued) {
        LeaseRow row = tables.leases().get(serial);
        // A forgotten lease may be the counter's latest still; nothing leads back to it once that is another one.
        if (row != null) {
            tables.leases().put(serial, row.returnedAt(lastIssued));
        }
    }

    /** Returns the lease that was a counter's latest before this one, if it is still open and remembered. */
    public @Nullable OpenLease openLeaseBefore(Counter counter, long serial) {
        LeaseRow returned = tables.leases().get(serial);
        Long previous = returned == null ? null : returned.previous();
        LeaseRow before = previous == null ? null : tables.leases().get(previous);
        if (before == null || before.returned() != null || !before.counter().equals(counter.key())) {
            return null;
        }
        return before.range();
    }

    /** Returns the latest number of an identity, or null if there is none. */
    public @Nullable Long identity(String key) {
        return tables.identities().get(key);
    }

    /**
     * Sets the latest number of an identity.
     *
     * @param before where it stood, or null if it is new
     */
    public void setIdentity(String key, @Nullable Long before, long value) {
        source.moved(key, before, value);
        tables.identities().put(key, value);
    }

    /** Returns what a request was answered that came before, or null if it is new. */
    public @Nullable Long answer(String request) {
        return tables.answers().get(request);
    }

    /** Remembers what a request was answered. */
    public void remember(String request, long value) {
        tables.answers().put(request, value);
    }

    /** Returns what is remembered under the name of a request's key, or null if it is new. */
    public @Nullable String keyedAnswer(String key) {
        return tables.keyed().get(key);
    }

    /** Refuses a further key where as many are remembered as may be. */
    public void requireRoomForKeys() {
        source.requireRoomForKeys(tables.keyed().changes().size());
    }

    /** Remembers {@code answer} under the name of a request's key. */
    public void rememberKey(String key, String answer) {
        tables.keyed().put(key, answer);
    }
}
