package io.mintmark.server.storage.memory;

import io.mintmark.document.DocumentId;
import io.mintmark.document.NodeTag;
import io.mintmark.server.storage.document.DocumentChange;
import io.mintmark.server.storage.document.DocumentContent;
import io.mintmark.server.storage.evaluation.ReadSet;
import io.mintmark.server.storage.evaluation.Rows;
import io.mintmark.server.storage.group.GroupChanges;
import io.mintmark.server.storage.memory.MemoryTables.Row;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a group that are written only at its commit: a view with an undo log, as engines have it that fetch what a
 * group reads beforehand and write what it changed behind it. Used by the writer thread only.
 */
final class MemoryRows extends MemoryCounterRows implements Rows {
    private final GroupChanges changes;
    private final GroupTable<String, Row> documents;

    MemoryRows(MemoryTables tables, NodeTag node, GroupChanges changes) {
        super(tables, node);
        this.changes = changes;
        this.documents = table(tables.documents);
    }

    void begin(Instant now) {
        this.now = now;
        undo.mark();
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
