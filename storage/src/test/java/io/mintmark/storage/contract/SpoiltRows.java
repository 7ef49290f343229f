package io.mintmark.storage.contract;

import io.mintmark.counter.OpenLease;
import io.mintmark.document.DocumentId;
import io.mintmark.storage.document.DocumentChange;
import io.mintmark.storage.lease.LeaseKind;
import io.mintmark.storage.row.Counter;
import io.mintmark.storage.row.DocumentRow;
import io.mintmark.storage.row.GroupChanges;
import io.mintmark.storage.row.GroupRows;
import io.mintmark.storage.row.GroupTables;
import io.mintmark.storage.row.LeaseRow;
import io.mintmark.storage.row.RowSource;
import io.mintmark.storage.row.RowsOwner;
import io.mintmark.storage.write.CutLog;
import io.mintmark.storage.write.Holder;
import io.mintmark.storage.write.Lease;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rows one of whose verbs does nothing, and answers nothing or always the same. */
final class SpoiltRows extends GroupRows {
    private final Verb spoilt;
    private final Map<String, String> late = new HashMap<>();

    /** The verbs that can be spoilt. */
    enum Verb {
        MARK,
        UNDO,
        REMEMBER,
        REMEMBER_KEY,
        SET_IDENTITY,
        OPEN_LEASE_BEFORE,
        HIGHEST_END_BEFORE,
        BEGINS_ABOVE,
        CHANGED,
        DRAW_LEASE_SERIAL,
        DRAW_LEASE_SERIALS,
        DRAW_ETAG,
        ADD_LEASE,
        PASS_OVER,
        END_RESERVATION,
        ADD_CHUNK,
        COUNT,
        NOTE,
        REMOVE,
        DOCUMENT
    }

    SpoiltRows(Verb spoilt, RowsOwner home, GroupTables tables, RowSource source, GroupChanges changes) {
        super(home, tables, source, changes);
        this.spoilt = spoilt;
    }

    @Override
    public void mark() {
        if (spoilt != Verb.MARK) {
            super.mark();
        }
    }

    @Override
    public void undo() {
        if (spoilt != Verb.UNDO) {
            super.undo();
        }
    }

    @Override
    public void remember(String request, long value) {
        if (spoilt != Verb.REMEMBER) {
            super.remember(request, value);
        }
    }

    /** The key comes with a later commit than what was drawn for it. */
    @Override
    public void rememberKey(String key, String answer) {
        if (spoilt == Verb.REMEMBER_KEY) {
            late.forEach(super::rememberKey);
            late.put(key, answer);
        } else {
            super.rememberKey(key, answer);
        }
    }

    @Override
    public void setIdentity(String key, @Nullable Long before, long value) {
        if (spoilt != Verb.SET_IDENTITY) {
            super.setIdentity(key, before, value);
        }
    }

    @Override
    public @Nullable OpenLease openLeaseBefore(Counter counter, long serial) {
        return spoilt == Verb.OPEN_LEASE_BEFORE ? null : super.openLeaseBefore(counter, serial);
    }

    @Override
    public long highestEndBefore(String counterKey) {
        return spoilt == Verb.HIGHEST_END_BEFORE ? 0 : super.highestEndBefore(counterKey);
    }

    @Override
    public long beginsAbove(String counterKey) {
        return spoilt == Verb.BEGINS_ABOVE ? 0 : super.beginsAbove(counterKey);
    }

    @Override
    public void changed(Counter counter, long before) {
        if (spoilt != Verb.CHANGED) {
            super.changed(counter, before);
        }
    }

    @Override
    public void drawLeaseSerials(long ranges) {
        if (spoilt != Verb.DRAW_LEASE_SERIALS) {
            super.drawLeaseSerials(ranges);
        }
    }

    @Override
    public long drawLeaseSerial() {
        return spoilt == Verb.DRAW_LEASE_SERIAL ? 1 : super.drawLeaseSerial();
    }

    /** Whom a lease was given to is left out. */
    @Override
    public void addLease(Lease lease, Counter counter, LeaseRow.Details record) {
        boolean isSpoilt = spoilt == Verb.ADD_LEASE;
        super.addLease(lease, counter, isSpoilt ? new LeaseRow.Details(Holder.UNKNOWN, record.kind(), 0) : record);
    }

    @Override
    public void passOver(Counter counter, LeaseKind kind, long low, long high) {
        if (spoilt != Verb.PASS_OVER) {
            super.passOver(counter, kind, low, high);
        }
    }

    @Override
    public void endReservation(long serial, long lastIssued, boolean taken) {
        if (spoilt != Verb.END_RESERVATION) {
            super.endReservation(serial, lastIssued, taken);
        }
    }

    @Override
    public void addChunk(CutLog.Chunk chunk) {
        if (spoilt != Verb.ADD_CHUNK) {
            super.addChunk(chunk);
        }
    }

    @Override
    public long drawEtag() {
        return spoilt == Verb.DRAW_ETAG ? 7 : super.drawEtag();
    }

    @Override
    public void count(long collection, int change) {
        if (spoilt != Verb.COUNT) {
            super.count(collection, change);
        }
    }

    @Override
    public void note(DocumentChange.Kind kind, DocumentId id, long collection, long etag) {
        if (spoilt != Verb.NOTE) {
            super.note(kind, id, collection, etag);
        }
    }

    @Override
    public void remove(DocumentId id, DocumentRow present) {
        if (spoilt != Verb.REMOVE) {
            super.remove(id, present);
        }
    }

    @Override
    public @Nullable DocumentRow document(DocumentId id) {
        return spoilt == Verb.DOCUMENT ? null : super.document(id);
    }
}
