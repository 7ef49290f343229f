package io.mintmark.storage.evaluation;

import io.mintmark.RandomBytes;
import io.mintmark.document.DocumentId;
import io.mintmark.document.IdTemplate;
import io.mintmark.storage.document.CollectionMismatchException;
import io.mintmark.storage.document.CommandResult;
import io.mintmark.storage.document.ConcurrencyException;
import io.mintmark.storage.document.DocumentChange;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.document.DocumentContent;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.document.Overwrite;
import io.mintmark.storage.row.DocumentRow;
import io.mintmark.storage.row.GroupRows;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.DocumentBatch;
import io.mintmark.storage.write.IdentityRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a batch of commands comes to: ids are made, expectations are checked, rows change.
 *
 * <p>Identity numbers are taken before the mark, so that a refused batch leaves a gap and never a number that two
 * documents bear. One object a batch, used by one thread.
 */
public final class BatchWork {
    private final GroupRows rows;
    private final RandomBytes random;
    private final DocumentBatch batch;

    private BatchWork(GroupRows rows, RandomBytes random, DocumentBatch batch) {
        this.rows = rows;
        this.random = random;
        this.batch = batch;
    }

    /** Applies all commands of {@code batch}, or none; {@code random} makes the ids that are to be random. */
    public static List<CommandResult> run(GroupRows rows, RandomBytes random, DocumentBatch batch) {
        return run(rows, random, batch, () -> {});
    }

    /** Applies all commands of {@code batch} and runs {@code rest} after them, or none of it. */
    static List<CommandResult> run(GroupRows rows, RandomBytes random, DocumentBatch batch, Runnable rest) {
        return new BatchWork(rows, random, batch).run(rest);
    }

    private List<CommandResult> run(Runnable rest) {
        List<@Nullable DocumentId> identities = takeIdentities();
        List<CommandResult> results = new ArrayList<>(batch.commands().size());
        AllOrNothing.run(rows, () -> {
            for (int i = 0; i < batch.commands().size(); i++) {
                results.add(apply(batch.commands().get(i), identities.get(i)));
            }
            rest.run();
        });
        return results;
    }

    private List<@Nullable DocumentId> takeIdentities() {
        List<@Nullable DocumentId> ids = new ArrayList<>(batch.commands().size());
        for (DocumentCommand command : batch.commands()) {
            if (command instanceof DocumentCommand.Put put && put.id() instanceof IdTemplate.Identity identity) {
                long number = IdentityWork.next(rows, new IdentityRequest(identity.name(), null));
                ids.add(DocumentId.identity(identity.name(), batch.separator(), number));
            } else {
                ids.add(null);
            }
        }
        return ids;
    }

    private CommandResult apply(DocumentCommand command, @Nullable DocumentId identity) {
        if (command instanceof DocumentCommand.Put put) {
            return put(put, identity);
        }
        return delete((DocumentCommand.Delete) command);
    }

    private CommandResult put(DocumentCommand.Put put, @Nullable DocumentId identity) {
        CommandResult unchanged = put.overwrite() == Overwrite.IF_CHANGED ? unchanged(put) : null;
        if (unchanged != null) {
            return unchanged;
        }
        // Every put draws an etag first, so a number that was shown in an id belongs to no other write.
        long etag = rows.drawEtag();
        if (put.id() instanceof IdTemplate.Identity) {
            return store(Objects.requireNonNull(identity), etag, Expectation.ABSENT, put.content());
        }
        if (put.id() instanceof IdTemplate.ServerSide serverSide) {
            return storeServerSide(serverSide.prefix(), etag, put);
        }
        if (put.id() instanceof IdTemplate.Guid) {
            return store(DocumentId.guid(random.take(16)), etag, put.expectation(), put.content());
        }
        return store(((IdTemplate.Semantic) put.id()).id(), etag, put.expectation(), put.content())
                .orRaised(put.raised());
    }

    /** Returns what is there already, if the put would store just that; only an id of the client's own can be there. */
    private @Nullable CommandResult unchanged(DocumentCommand.Put put) {
        if (!(put.id() instanceof IdTemplate.Semantic semantic)) {
            return null;
        }
        DocumentId id = semantic.id();
        if (CounterName.isShownBy(id)) {
            return HiLoDocumentWork.unchanged(rows, id, put);
        }
        DocumentRow present = rows.document(id);
        if (present == null
                || present.collection() != rows.collection(put.content().collection())) {
            return null;
        }
        require("Put", id, put.expectation(), present);
        return rows.isSame(present, put.content())
                ? new CommandResult.Stored(
                        id,
                        put.content().collection(),
                        rows.changeVector(present.node(), present.etag()),
                        present.modified())
                : null;
    }

    private CommandResult storeServerSide(String prefix, long etag, DocumentCommand.Put put) {
        DocumentId id = DocumentId.serverSide(prefix, etag, rows.nodeTag());
        if (rows.document(id) == null) {
            return store(id, etag, put.expectation(), put.content());
        }
        long next = rows.drawEtag();
        DocumentId suffixed = DocumentId.serverSideAfterCollision(prefix, next, random.take(16));
        return store(suffixed, next, put.expectation(), put.content());
    }

    private CommandResult.Stored store(DocumentId id, long etag, Expectation expectation, DocumentContent content) {
        if (CounterName.isShownBy(id)) {
            return HiLoDocumentWork.put(rows, id, expectation, content);
        }
        String node = rows.nodeTag().text();
        long collection = rows.collection(content.collection());
        DocumentRow row = DocumentRow.of(id, etag, node, collection, rows.now(), content);
        boolean added = expectation.isMetBy(null) && rows.addIfSurelyNew(row);
        if (added || storeAnew(row, expectation, content.collection())) {
            rows.count(collection, 1);
        }
        rows.note(DocumentChange.Kind.PUT, id, collection, etag);
        return new CommandResult.Stored(id, content.collection(), rows.changeVector(node, etag), rows.now());
    }

    /** Stores a document, in the place of what is there; returns whether nothing was. */
    private boolean storeAnew(DocumentRow row, Expectation expectation, String collection) {
        DocumentRow present = rows.document(row.id());
        require("Put", row.id(), expectation, present);
        if (present == null) {
            rows.add(row);
            return true;
        }
        requireSameCollection(row.id(), present, row.collection(), collection);
        rows.replace(present, row);
        return false;
    }

    private CommandResult delete(DocumentCommand.Delete delete) {
        if (CounterName.isShownBy(delete.id())) {
            return HiLoDocumentWork.delete(rows, delete);
        }
        DocumentRow present = rows.document(delete.id());
        require("Delete", delete.id(), delete.expectation(), present);
        if (present != null) {
            // A deletion is a write like any other: the etag it draws tells readers that something changed.
            long etag = rows.drawEtag();
            rows.remove(delete.id(), present);
            rows.count(present.collection(), -1);
            rows.note(DocumentChange.Kind.DELETE, delete.id(), present.collection(), etag);
        }
        return new CommandResult.Deleted(delete.id(), present != null);
    }

    private void require(String verb, DocumentId id, Expectation expectation, @Nullable DocumentRow present) {
        String actual = present == null ? null : rows.changeVector(present.node(), present.etag());
        if (!expectation.isMetBy(actual)) {
            throw new ConcurrencyException(verb, id, expectation, actual);
        }
    }

    private void requireSameCollection(DocumentId id, DocumentRow present, long collection, String wanted) {
        if (present.collection() != collection) {
            throw new CollectionMismatchException(id, rows.collectionName(present.collection()), wanted);
        }
    }
}
