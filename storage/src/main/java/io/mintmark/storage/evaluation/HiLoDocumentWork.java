package io.mintmark.storage.evaluation;

import io.mintmark.document.DocumentId;
import io.mintmark.storage.document.CollectionMismatchException;
import io.mintmark.storage.document.CommandResult;
import io.mintmark.storage.document.ConcurrencyException;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.document.DocumentContent;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.lease.LeaseKind;
import io.mintmark.storage.row.Counter;
import io.mintmark.storage.row.GroupRows;
import io.mintmark.storage.write.HiLoDocument;
import org.jspecify.annotations.Nullable;

/**
 * What writing to a HiLo document comes to: the counter is raised, never lowered, and its latest lease is forgotten.
 *
 * <p>A document that says less than the counter knows would make numbers come twice (promise G3), so it is stored
 * without its number; a deleted document is hidden until the next reservation, which goes on where the counter stands.
 */
final class HiLoDocumentWork {
    private HiLoDocumentWork() {}

    static CommandResult.Stored put(GroupRows rows, DocumentId id, Expectation expectation, DocumentContent content) {
        Counter counter = rows.counter(id);
        require("Put", id, expectation, rows, counter);
        HiLoDocument document = HiLoDocument.parse(content.body(), rows.ceiling());
        long collection = rows.collection(content.collection());
        if (counter == null) {
            counter = rows.addCounter(id, collection);
        }
        if (counter.isShown() && counter.collection() != collection) {
            throw new CollectionMismatchException(id, rows.collectionName(counter.collection()), content.collection());
        }
        if (!counter.isShown()) {
            counter.show(true);
            rows.count(collection, 1);
        }
        long before = counter.max();
        if (counter.raisedTo(document.max()) > before) {
            rows.passOver(counter, LeaseKind.EDIT, before + 1, counter.max());
        }
        counter.rewritten(id, collection, content.metadata(), document.otherMembers());
        write(rows, counter, before);
        return new CommandResult.Stored(
                id,
                content.collection(),
                rows.changeVector(counter.node(), counter.etag()),
                rows.now(),
                false,
                counter.max() > before);
    }

    /** Returns what the document shows already, if a put would change nothing of it. */
    static @Nullable CommandResult unchanged(GroupRows rows, DocumentId id, DocumentCommand.Put put) {
        Counter counter = rows.counter(id);
        DocumentContent content = put.content();
        if (counter == null || !counter.isShown() || counter.collection() != rows.collection(content.collection())) {
            return null;
        }
        require("Put", id, put.expectation(), rows, counter);
        DocumentContent shown = new DocumentContent(
                content.collection(), HiLoDocument.body(counter.max(), counter.body()), counter.metadata());
        return shown.isSameAs(content)
                ? new CommandResult.Stored(
                        id,
                        content.collection(),
                        rows.changeVector(counter.node(), counter.etag()),
                        counter.modified(),
                        false,
                        put.raised())
                : null;
    }

    static CommandResult delete(GroupRows rows, DocumentCommand.Delete delete) {
        Counter counter = rows.counter(delete.id());
        require("Delete", delete.id(), delete.expectation(), rows, counter);
        if (counter == null || !counter.isShown()) {
            return new CommandResult.Deleted(delete.id(), false);
        }
        rows.count(counter.collection(), -1);
        counter.show(false);
        counter.becomesUsual(rows.collection(HiLoDocument.COLLECTION));
        write(rows, counter, counter.max());
        return new CommandResult.Deleted(delete.id(), true);
    }

    private static void write(GroupRows rows, Counter counter, long before) {
        counter.edited();
        counter.writtenBy(rows.nodeTag().text(), rows.now());
        rows.changed(counter, before);
        // The version that this write made is part of its result.
        rows.versionCounters();
    }

    private static void require(
            String verb, DocumentId id, Expectation expectation, GroupRows rows, @Nullable Counter counter) {
        String actual =
                counter == null || !counter.isShown() ? null : rows.changeVector(counter.node(), counter.etag());
        if (!expectation.isMetBy(actual)) {
            throw new ConcurrencyException(verb, id, expectation, actual);
        }
    }
}
