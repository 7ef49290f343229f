package io.mintmark.server.storage.row;

import io.mintmark.document.DocumentId;
import io.mintmark.server.storage.document.DocumentChange;
import io.mintmark.server.storage.document.DocumentContent;
import io.mintmark.server.storage.evaluation.ReadSet;
import io.mintmark.server.storage.evaluation.Rows;
import io.mintmark.server.storage.group.GroupChanges;
import java.time.Instant;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a group that are written only at its commit: what it fetched, what it made of that, and an undo log. It answers
 * only what was announced. Used by the writer thread only.
 *
 * <p>An id that is made on the way was fetched by nobody and is presumed to be new; the engine's insert finds out.
 */
public final class FetchedRows extends FetchedCounterRows implements Rows {
    private final GroupChanges changes;
    /** Whether undoing the present piece of work would not undo all of it. */
    private boolean beganToWrite;

    /** Shows {@code tables} of the database {@code home}, and notes what changes of its documents. */
    public FetchedRows(RowsOwner home, GroupTables tables, RowsElsewhere elsewhere, GroupChanges changes) {
        super(home, tables, elsewhere);
        this.changes = changes;
    }

    /** Begins a group that draws from {@code etags}, and whose leases follow {@code leaseSerial}. */
    public void begin(Instant now, LongSupplier etags, long leaseSerial) {
        this.now = now;
        this.etags = etags;
        this.etag = 0;
        beganToWrite = false;
        this.leaseSerial = leaseSerial;
        working.clear();
        changed.clear();
        collectionNames.clear();
        tables.undo().mark();
    }

    /** Answers for nothing from here on that is not among {@code keys}; collections are numbered up to {@code last}. */
    public void fetched(ReadSet keys, long last) {
        announced = keys;
        lastCollection = last;
    }

    /** Returns the number of the group's latest write; 0 if it drew none. */
    public long etag() {
        return etag;
    }

    /** Returns the serial of the latest lease. */
    public long leaseSerial() {
        return leaseSerial;
    }

    @Override
    public void mark() {
        versionCounters();
        changes.mark();
        tables.undo().mark();
        beganToWrite = false;
    }

    @Override
    public void release() {}

    @Override
    public void undo() {
        if (beganToWrite) {
            throw elsewhere.cannotUndo();
        }
        tables.undo().undo();
        working.clear();
        changed.clear();
        changes.undo();
    }

    @Override
    public @Nullable Present document(DocumentId id) {
        DocumentRow row = row(id);
        return row == null ? null : row.version();
    }

    private @Nullable DocumentRow row(DocumentId id) {
        requireAnnounced(ReadSet::documents, id.key(), true);
        return tables.documents().get(id.key());
    }

    @Override
    public @Nullable Instant sameSince(DocumentId id, Present present, DocumentContent wanted) {
        DocumentRow row = row(id);
        if (row == null) {
            return null;
        }
        DocumentContent content = row.content();
        if (content == null) {
            throw new IllegalStateException("work must announce which contents it compares: " + id.key());
        }
        return content.isSameAs(wanted) ? row.modified() : null;
    }

    @Override
    public boolean addIfSurelyNew(DocumentId id, Present version, DocumentContent content) {
        return false;
    }

    @Override
    public void add(DocumentId id, Present version, DocumentContent content) {
        DocumentRow row = DocumentRow.of(id, version, now, content);
        tables.documents().put(id.key(), row);
        count(version.collection(), 0, row.bytes());
        if (elsewhere.added(row)) {
            beganToWrite = true;
        }
    }

    @Override
    public void replace(DocumentId id, Present present, Present version, DocumentContent content) {
        countOut(id, present);
        add(id, version, content);
    }

    @Override
    public void remove(DocumentId id, Present present) {
        countOut(id, present);
        tables.documents().put(id.key(), null);
    }

    private void countOut(DocumentId id, Present present) {
        DocumentRow row = row(id);
        if (row != null) {
            count(present.collection(), 0, -row.bytes());
        }
    }

    @Override
    public void note(DocumentChange.Kind kind, DocumentId id, long collection, long etag) {
        if (kind == DocumentChange.Kind.DELETE) {
            tables.deletions().put(etag, new DeletionRow(id.text(), collection));
        }
        String name = collectionName(collection);
        changes.note(() -> new DocumentChange(
                kind, id.text(), name, changeVector(home.node().text(), etag)));
    }
}
