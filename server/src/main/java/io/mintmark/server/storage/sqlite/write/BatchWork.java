package io.mintmark.server.storage.sqlite.write;

import io.mintmark.RandomBytes;
import io.mintmark.document.DocumentId;
import io.mintmark.document.IdTemplate;
import io.mintmark.server.storage.CounterName;
import io.mintmark.server.storage.IdentityRequest;
import io.mintmark.server.storage.document.CollectionMismatchException;
import io.mintmark.server.storage.document.CommandResult;
import io.mintmark.server.storage.document.ConcurrencyException;
import io.mintmark.server.storage.document.DocumentBatch;
import io.mintmark.server.storage.document.DocumentChange;
import io.mintmark.server.storage.document.DocumentCommand;
import io.mintmark.server.storage.document.DocumentContent;
import io.mintmark.server.storage.document.Expectation;
import io.mintmark.server.storage.document.Overwrite;
import io.mintmark.server.storage.sqlite.file.Sql;
import io.mintmark.server.storage.sqlite.row.Ticks;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a batch of commands comes to inside a write transaction: ids are made, expectations are checked, rows change.
 *
 * <p>Identity numbers are taken before the savepoint, so that a refused batch leaves a gap and never a number that two
 * documents bear. One object a batch; used by the writer thread only.
 */
final class BatchWork {
    private final WriteTransaction tx;
    private final RandomBytes random;
    private final DocumentBatch batch;

    private BatchWork(WriteTransaction tx, RandomBytes random, DocumentBatch batch) {
        this.tx = tx;
        this.random = random;
        this.batch = batch;
    }

    static List<CommandResult> run(WriteTransaction tx, RandomBytes random, DocumentBatch batch) throws SQLException {
        return new BatchWork(tx, random, batch).run();
    }

    private List<CommandResult> run() throws SQLException {
        List<@Nullable DocumentId> identities = takeIdentities();
        List<CommandResult> results = new ArrayList<>(batch.commands().size());
        tx.mark();
        try {
            for (int i = 0; i < batch.commands().size(); i++) {
                results.add(apply(batch.commands().get(i), identities.get(i)));
            }
        } catch (RuntimeException refused) {
            tx.undo();
            throw refused;
        } catch (SQLException e) {
            // If the group is doomed there may be no transaction left, and a failing undo would hide why.
            if (Sql.blamesTheRow(e)) {
                tx.undo();
            }
            throw e;
        }
        tx.release();
        return results;
    }

    private List<@Nullable DocumentId> takeIdentities() throws SQLException {
        List<@Nullable DocumentId> ids = new ArrayList<>(batch.commands().size());
        for (DocumentCommand command : batch.commands()) {
            if (command instanceof DocumentCommand.Put put && put.id() instanceof IdTemplate.Identity identity) {
                long number = tx.identities.next(new IdentityRequest(identity.name(), null));
                ids.add(DocumentId.identity(identity.name(), batch.separator(), number));
            } else {
                ids.add(null);
            }
        }
        return ids;
    }

    private CommandResult apply(DocumentCommand command, @Nullable DocumentId identity) throws SQLException {
        if (command instanceof DocumentCommand.Put put) {
            return put(put, identity);
        }
        return delete((DocumentCommand.Delete) command);
    }

    private CommandResult put(DocumentCommand.Put put, @Nullable DocumentId identity) throws SQLException {
        CommandResult unchanged = put.overwrite() == Overwrite.IF_CHANGED ? unchanged(put) : null;
        if (unchanged != null) {
            return unchanged;
        }
        // Every put draws an etag first, so a number that was shown in an id belongs to no other write.
        long etag = tx.state.drawEtag();
        if (put.id() instanceof IdTemplate.Identity) {
            return store(Objects.requireNonNull(identity), etag, Expectation.ABSENT, put.content());
        }
        if (put.id() instanceof IdTemplate.ServerSide serverSide) {
            return storeServerSide(serverSide.prefix(), etag, put);
        }
        if (put.id() instanceof IdTemplate.Guid) {
            return store(DocumentId.guid(random.take(16)), etag, put.expectation(), put.content());
        }
        return store(((IdTemplate.Semantic) put.id()).id(), etag, put.expectation(), put.content());
    }

    /** Returns what is there already, if the put would store just that; only an id of the client's own can be there. */
    private @Nullable CommandResult unchanged(DocumentCommand.Put put) throws SQLException {
        if (!(put.id() instanceof IdTemplate.Semantic semantic)) {
            return null;
        }
        DocumentId id = semantic.id();
        if (CounterName.isShownBy(id)) {
            return HiLoDocumentWork.unchanged(tx, id, put);
        }
        Documents.Present present = tx.documents.find(id);
        if (present == null
                || present.collection() != tx.collections.number(put.content().collection())) {
            return null;
        }
        require("Put", id, put.expectation(), present);
        Instant since = tx.documents.sameSince(present.etag(), put.content());
        return since == null
                ? null
                : new CommandResult.Stored(
                        id, put.content().collection(), tx.changeVector(present.node(), present.etag()), since);
    }

    private CommandResult storeServerSide(String prefix, long etag, DocumentCommand.Put put) throws SQLException {
        DocumentId id = DocumentId.serverSide(prefix, etag, tx.nodeTag);
        if (tx.documents.find(id) == null) {
            return store(id, etag, put.expectation(), put.content());
        }
        long next = tx.state.drawEtag();
        DocumentId suffixed = DocumentId.serverSideAfterCollision(prefix, next, random.take(16));
        return store(suffixed, next, put.expectation(), put.content());
    }

    private CommandResult store(DocumentId id, long etag, Expectation expectation, DocumentContent content)
            throws SQLException {
        if (CounterName.isShownBy(id)) {
            return HiLoDocumentWork.put(tx, id, expectation, content);
        }
        String node = tx.nodeTag.text();
        long collection = tx.collections.number(content.collection());
        Documents.Present version = new Documents.Present(etag, node, collection);
        // Where one put was new, the next one usually is, and nobody needs to look for what it replaces.
        boolean inserted = tx.documents.lastWasNew && expectation.isMetBy(null) && insertNew(id, version, content);
        if (!inserted) {
            tx.documents.lastWasNew = replace(id, version, expectation, content);
        }
        tx.changed(DocumentChange.Kind.PUT, id.text(), collection, node, etag);
        return new CommandResult.Stored(id, content.collection(), tx.changeVector(node, etag), tx.now());
    }

    private boolean insertNew(DocumentId id, Documents.Present version, DocumentContent content) throws SQLException {
        boolean inserted = tx.documents.insert(id, version, Ticks.of(tx.now()), content);
        if (inserted) {
            tx.collections.count(version.collection(), 1);
        }
        return inserted;
    }

    /** Stores a document in the place of what is there, and returns whether nothing was. */
    private boolean replace(DocumentId id, Documents.Present version, Expectation expectation, DocumentContent content)
            throws SQLException {
        Documents.Present present = tx.documents.find(id);
        require("Put", id, expectation, present);
        if (present == null) {
            return insertNew(id, version, content);
        }
        requireSameCollection(id, present, version.collection(), content.collection());
        tx.documents.remove(present.etag());
        boolean replaced = tx.documents.insert(id, version, Ticks.of(tx.now()), content);
        if (!replaced) {
            throw new SQLException("a key that was removed must be free: " + id.text());
        }
        return false;
    }

    private CommandResult delete(DocumentCommand.Delete delete) throws SQLException {
        if (CounterName.isShownBy(delete.id())) {
            return HiLoDocumentWork.delete(tx, delete);
        }
        Documents.Present present = tx.documents.find(delete.id());
        require("Delete", delete.id(), delete.expectation(), present);
        if (present != null) {
            // A deletion is a write like any other: the etag it draws tells readers that something changed.
            long etag = tx.state.drawEtag();
            tx.documents.remove(present.etag());
            tx.collections.count(present.collection(), -1);
            tx.changed(DocumentChange.Kind.DELETE, delete.id().text(), present.collection(), tx.nodeTag.text(), etag);
        }
        return new CommandResult.Deleted(delete.id(), present != null);
    }

    private void require(String verb, DocumentId id, Expectation expectation, Documents.@Nullable Present present) {
        String actual = present == null ? null : tx.changeVector(present.node(), present.etag());
        if (!expectation.isMetBy(actual)) {
            throw new ConcurrencyException(verb, id, expectation, actual);
        }
    }

    private void requireSameCollection(DocumentId id, Documents.Present present, long collection, String wanted)
            throws SQLException {
        if (present.collection() != collection) {
            throw new CollectionMismatchException(id, tx.collections.name(present.collection()), wanted);
        }
    }
}
