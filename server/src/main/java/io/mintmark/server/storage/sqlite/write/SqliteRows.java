package io.mintmark.server.storage.sqlite.write;

import io.mintmark.document.DocumentId;
import io.mintmark.server.storage.document.DocumentChange;
import io.mintmark.server.storage.document.DocumentContent;
import io.mintmark.server.storage.evaluation.IndexRows;
import io.mintmark.server.storage.evaluation.Rows;
import io.mintmark.server.storage.index.IndexWrite;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rows of a database as its write transaction sees them. Used by the writer thread only. */
final class SqliteRows extends SqliteCounterRows implements Rows, IndexRows {
    SqliteRows(WriteTransaction tx) {
        super(tx);
    }

    @Override
    public long drawEtag() {
        return tx.state.drawEtag();
    }

    @Override
    public @Nullable Present document(DocumentId id) {
        try {
            return tx.documents.find(id);
        } catch (SQLException e) {
            throw refusal(e);
        }
    }

    @Override
    public @Nullable Instant sameSince(DocumentId id, Present present, DocumentContent wanted) {
        try {
            return tx.documents.sameSince(present.etag(), wanted);
        } catch (SQLException e) {
            throw refusal(e);
        }
    }

    @Override
    public boolean addIfSurelyNew(DocumentId id, Present version, DocumentContent content) {
        try {
            return tx.documents.addIfLikelyNew(id, version, tx.now(), content);
        } catch (SQLException e) {
            throw refusal(e);
        }
    }

    @Override
    public void add(DocumentId id, Present version, DocumentContent content) {
        try {
            tx.documents.add(id, version, tx.now(), content);
        } catch (SQLException e) {
            throw refusal(e);
        }
    }

    @Override
    public void replace(DocumentId id, Present present, Present version, DocumentContent content) {
        try {
            tx.documents.replace(id, present, version, tx.now(), content);
        } catch (SQLException e) {
            throw refusal(e);
        }
    }

    @Override
    public void remove(DocumentId id, Present present) {
        try {
            tx.documents.remove(present);
        } catch (SQLException e) {
            throw refusal(e);
        }
    }

    @Override
    public void note(DocumentChange.Kind kind, DocumentId id, long collection, long etag) {
        try {
            if (kind == DocumentChange.Kind.DELETE) {
                tx.indexes.deleted(id, collection, etag);
            }
            tx.changed(kind, id.text(), collection, tx.nodeTag.text(), etag);
        } catch (SQLException e) {
            throw refusal(e);
        }
    }

    @Override
    public void requireNext(long index, IndexWrite write) {
        try {
            tx.indexes.requireNext(index, write);
        } catch (SQLException e) {
            throw refusal(e);
        }
    }

    @Override
    public Set<String> foreign(String collection, List<DocumentId> ids) {
        try {
            return tx.documents.foreign(collection, ids);
        } catch (SQLException e) {
            throw refusal(e);
        }
    }

    @Override
    public void apply(long index, IndexWrite write) {
        try {
            tx.indexes.apply(index, write, tx.now());
            tx.changes.madeBy(index);
        } catch (SQLException e) {
            throw refusal(e);
        }
    }

    @Override
    public boolean putList(byte[] list, Set<Long> indexes) {
        try {
            return tx.indexes.putList(list, indexes);
        } catch (SQLException e) {
            throw refusal(e);
        }
    }

    @Override
    public void forgetErrors(long index) {
        try {
            tx.indexes.forgetErrors(index);
        } catch (SQLException e) {
            throw refusal(e);
        }
    }

    @Override
    public void mark() {
        try {
            tx.mark();
        } catch (SQLException e) {
            throw refusal(e);
        }
    }

    @Override
    public void release() {
        try {
            tx.release();
        } catch (SQLException e) {
            throw refusal(e);
        }
    }

    @Override
    public void undo() {
        try {
            tx.undo();
        } catch (SQLException e) {
            throw refusal(e);
        }
    }
}
