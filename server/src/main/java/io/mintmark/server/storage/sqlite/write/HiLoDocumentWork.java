package io.mintmark.server.storage.sqlite.write;

import io.mintmark.document.DocumentId;
import io.mintmark.server.storage.HiLoDocument;
import io.mintmark.server.storage.document.CollectionMismatchException;
import io.mintmark.server.storage.document.CommandResult;
import io.mintmark.server.storage.document.ConcurrencyException;
import io.mintmark.server.storage.document.DocumentCommand;
import io.mintmark.server.storage.document.DocumentContent;
import io.mintmark.server.storage.document.Expectation;
import io.mintmark.server.storage.sqlite.row.Ticks;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * What writing to a HiLo document comes to: the counter is raised, never lowered, and its latest lease is forgotten.
 *
 * <p>A document that says less than the counter knows would make numbers come twice (promise G3), so it is stored
 * without its number; a deleted document is hidden until the next reservation, which goes on where the counter stands.
 */
final class HiLoDocumentWork {
    private HiLoDocumentWork() {}

    static CommandResult put(WriteTransaction tx, DocumentId id, Expectation expectation, DocumentContent content)
            throws SQLException {
        Counter counter = tx.counters.find(id);
        require("Put", id, expectation, tx, counter);
        HiLoDocument document = HiLoDocument.parse(content.body(), HiLoWork.CEILING);
        long collection = tx.collections.number(content.collection());
        if (counter == null) {
            counter = tx.counters.add(id, tx.nodeTag.text(), collection);
        }
        if (counter.shown && counter.collection != collection) {
            throw new CollectionMismatchException(id, tx.collections.name(counter.collection), content.collection());
        }
        if (!counter.shown) {
            counter.shown = true;
            tx.collections.count(collection, 1);
        }
        long before = counter.max;
        counter.raisedTo(document.max());
        counter.id = id;
        counter.collection = collection;
        counter.body = document.otherMembers();
        counter.metadata = content.metadata();
        write(tx, counter, before);
        return new CommandResult.Stored(
                id, content.collection(), tx.changeVector(counter.node, counter.etag), tx.now());
    }

    /** Returns what the document shows already, if a put would change nothing of it. */
    static @Nullable CommandResult unchanged(WriteTransaction tx, DocumentId id, DocumentCommand.Put put)
            throws SQLException {
        Counter counter = tx.counters.find(id);
        DocumentContent content = put.content();
        if (counter == null || !counter.shown || counter.collection != tx.collections.number(content.collection())) {
            return null;
        }
        require("Put", id, put.expectation(), tx, counter);
        DocumentContent shown = new DocumentContent(
                content.collection(), HiLoDocument.body(counter.max, counter.body), counter.metadata);
        return shown.isSameAs(content)
                ? new CommandResult.Stored(
                        id,
                        content.collection(),
                        tx.changeVector(counter.node, counter.etag),
                        Ticks.toInstant(counter.modifiedTicks))
                : null;
    }

    static CommandResult delete(WriteTransaction tx, DocumentCommand.Delete delete) throws SQLException {
        Counter counter = tx.counters.find(delete.id());
        require("Delete", delete.id(), delete.expectation(), tx, counter);
        if (counter == null || !counter.shown) {
            return new CommandResult.Deleted(delete.id(), false);
        }
        tx.collections.count(counter.collection, -1);
        counter.shown = false;
        counter.collection = tx.collections.number(HiLoDocument.COLLECTION);
        counter.body = Counter.EMPTY_OBJECT;
        counter.metadata = HiLoDocument.metadata();
        write(tx, counter, counter.max);
        return new CommandResult.Deleted(delete.id(), true);
    }

    private static void write(WriteTransaction tx, Counter counter, long before) throws SQLException {
        counter.edited();
        counter.node = tx.nodeTag.text();
        counter.modifiedTicks = Ticks.of(tx.now());
        tx.counters.change(counter, before);
        // The version that this write made is part of its result.
        tx.counters.flush();
    }

    private static void require(
            String verb, DocumentId id, Expectation expectation, WriteTransaction tx, @Nullable Counter counter) {
        String actual = counter == null || !counter.shown ? null : tx.changeVector(counter.node, counter.etag);
        if (!expectation.isMetBy(actual)) {
            throw new ConcurrencyException(verb, id, expectation, actual);
        }
    }
}
