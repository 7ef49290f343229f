package io.mintmark.storage.evaluation;

import io.mintmark.document.DocumentId;
import io.mintmark.document.IdTemplate;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.row.Counter;
import io.mintmark.storage.row.GroupRows;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.DocumentBatch;
import io.mintmark.storage.write.HiLoDocument;
import io.mintmark.storage.write.HiLoDocument.InvalidHiLoDocumentException;
import io.mintmark.storage.write.IdentityRequest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a batch wants of counters and identities, where those are written apart from documents: numbers are taken and
 * counters are raised first, and what is left of the batch asks for no number any more.
 *
 * <p><b>A batch that will be refused</b> by what is stored now raises nothing; its numbers are a gap. If somebody
 * changes one of its documents after that, and it is refused then, its counters stay raised. That harms nobody: no
 * number comes twice, and a counter only ever moves up. One object a batch, used by one thread.
 */
public final class BatchPreparation {
    private final GroupRows rows;
    private final DocumentBatch batch;
    /** Keys of the counters that a command named already. */
    private final Set<String> named = new HashSet<>();

    private BatchPreparation(GroupRows rows, DocumentBatch batch) {
        this.rows = rows;
        this.batch = batch;
    }

    /** Returns whether a batch wants anything of counters or identities. */
    public static boolean isNeededFor(DocumentBatch batch) {
        return batch.commands().stream()
                .anyMatch(command -> command instanceof DocumentCommand.Put put
                        && (put.id() instanceof IdTemplate.Identity || isOfCounter(put)));
    }

    /** Returns whether documents of a batch may raise the counters that they show. */
    static boolean raisesCounters(DocumentBatch batch) {
        return batch.commands().stream()
                .anyMatch(command -> command instanceof DocumentCommand.Put put && isOfCounter(put));
    }

    private static boolean isOfCounter(DocumentCommand.Put put) {
        return put.id() instanceof IdTemplate.Semantic semantic && CounterName.isShownBy(semantic.id());
    }

    /** Takes the numbers and raises the counters; returns the batch as it goes on. */
    public static DocumentBatch run(GroupRows rows, DocumentBatch batch) {
        return new BatchPreparation(rows, batch).run();
    }

    private DocumentBatch run() {
        boolean raises = raisesCounters(batch) && !ForeseenRefusal.of(rows, batch);
        List<DocumentCommand> prepared = new ArrayList<>(batch.commands().size());
        for (DocumentCommand command : batch.commands()) {
            prepared.add(
                    command instanceof DocumentCommand.Put put
                            ? prepare(put, raises)
                            : named((DocumentCommand.Delete) command));
        }
        return new DocumentBatch(prepared, batch.separator());
    }

    private DocumentCommand named(DocumentCommand.Delete delete) {
        named.add(delete.id().key());
        return delete;
    }

    private DocumentCommand prepare(DocumentCommand.Put put, boolean raises) {
        if (put.id() instanceof IdTemplate.Identity identity) {
            long number = IdentityWork.next(rows, new IdentityRequest(identity.name(), null));
            DocumentId made = DocumentId.identity(identity.name(), batch.separator(), number);
            return new DocumentCommand.Put(new IdTemplate.Semantic(made), Expectation.ABSENT, put.content());
        }
        // What a later command on the same counter expects is what the one before it leaves.
        return raises
                        && isOfCounter(put)
                        && named.add(((IdTemplate.Semantic) put.id()).id().key())
                ? raise(put)
                : put;
    }

    /**
     * A command that is going to be refused raises nothing; who expects the version from before gets the raised one.
     */
    private DocumentCommand raise(DocumentCommand.Put put) {
        DocumentId id = ((IdTemplate.Semantic) put.id()).id();
        Counter counter = rows.counter(id);
        long max = max(put);
        if (max <= (counter == null ? rows.beginsAbove(id.key()) : counter.max())
                || !put.expectation().isMetBy(shownVersion(counter))) {
            return put;
        }
        if (counter == null) {
            counter = rows.addCounter(id, rows.collection(HiLoDocument.COLLECTION));
        }
        HiLoWork.raise(rows, counter, max);
        rows.versionCounters();
        Expectation expected = put.expectation() instanceof Expectation.Version
                ? Expectation.parse(shownVersion(counter))
                : put.expectation();
        return new DocumentCommand.Put(put.id(), expected, put.content(), put.overwrite(), true);
    }

    /** Returns what the document says; a wrong one is refused where documents are written. */
    private long max(DocumentCommand.Put put) {
        try {
            return HiLoDocument.parse(put.content().body(), rows.ceiling()).max();
        } catch (InvalidHiLoDocumentException e) {
            return 0;
        }
    }

    private @Nullable String shownVersion(@Nullable Counter counter) {
        return counter == null || !counter.isShown() ? null : rows.changeVector(counter.node(), counter.etag());
    }
}
