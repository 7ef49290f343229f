package io.mintmark.server.storage.sqlite.write;

import io.mintmark.counter.OpenLease;
import io.mintmark.document.DocumentId;
import org.jspecify.annotations.Nullable;

/**
 * One HiLo counter while the writer works on it: the number itself, its latest lease, and the document that shows it.
 *
 * <p>Mutable on purpose: requests for one counter that wait together change it in memory and are written once.
 */
public final class Counter {
    /** The body and metadata of a HiLo document that nobody edited. */
    static final byte[] EMPTY_OBJECT = {'{', '}'};

    final String key;

    /** Row number, or 0 before the first write. */
    long number;

    long max;

    /** The highest end that was ever reserved, also of ranges that went back. */
    long highestEnd;

    long epoch;

    @Nullable OpenLease latest;

    boolean shown;
    DocumentId id;
    long etag;
    long collection;
    String node;
    long modifiedTicks;
    byte[] metadata = EMPTY_OBJECT;
    byte[] body = EMPTY_OBJECT;

    /** What the row holds of the document, or null before it is known. */
    private @Nullable StoredDocumentPart stored;

    /** The columns that only an edit changes; told apart by identity, so a difference is never overlooked. */
    private record StoredDocumentPart(DocumentId id, long collection, byte[] metadata, byte[] body) {}

    Counter(DocumentId id, String node) {
        this.key = id.key();
        this.id = id;
        this.node = node;
    }

    /** Takes note that the row holds everything of this counter. */
    void stored() {
        if (isDocumentChanged()) {
            stored = new StoredDocumentPart(id, collection, metadata, body);
        }
    }

    /** Returns whether the row may differ in what only an edit changes. */
    boolean isDocumentChanged() {
        StoredDocumentPart row = stored;
        return row == null
                || row.id != id
                || row.collection != collection
                || row.metadata != metadata
                || row.body != body;
    }

    /** Takes note of an edit: holders of an older lease or epoch are fenced. */
    void edited() {
        epoch++;
        latest = null;
    }

    /** Moves the counter to the end of a new lease. */
    void reserved(OpenLease lease) {
        latest = lease;
        max = lease.high();
        highestEnd = Math.max(highestEnd, max);
    }

    /** Moves the counter up without a lease; returns what its later ranges begin above. */
    long raisedTo(long atLeast) {
        if (atLeast > max) {
            max = atLeast;
            highestEnd = Math.max(highestEnd, max);
            edited();
        }
        return max;
    }
}
