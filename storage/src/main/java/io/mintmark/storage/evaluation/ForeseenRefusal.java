package io.mintmark.storage.evaluation;

import io.mintmark.document.DocumentId;
import io.mintmark.document.IdTemplate;
import io.mintmark.document.KeyForm;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.document.Overwrite;
import io.mintmark.storage.row.Counter;
import io.mintmark.storage.row.DocumentRow;
import io.mintmark.storage.row.GroupRows;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.DocumentBatch;
import io.mintmark.storage.write.HiLoDocument;
import io.mintmark.storage.write.HiLoDocument.InvalidHiLoDocumentException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whether a batch will be refused by what is stored now: by a version that its sender does not expect, another
 * collection, or a HiLo document that is none. Nothing is written to find out, and ids that are made on the way are
 * taken for new. One object a batch, used by one thread.
 */
final class ForeseenRefusal {
    /** Stands for the versions that the batch itself makes, which its sender cannot know. */
    private static final String MADE_BY_THE_BATCH = "";

    private final GroupRows rows;
    private final Map<String, State> states = new HashMap<>();

    /**
     * An id at one moment of the batch.
     *
     * @param version its version; null if there is nothing under the id
     * @param collection the key form of its collection
     * @param isCertain whether the batch before it leaves no doubt
     */
    private record State(@Nullable String version, String collection, boolean isCertain) {
        static final State NOTHING = new State(null, "", true);
        static final State UNCERTAIN = new State(null, "", false);
    }

    private ForeseenRefusal(GroupRows rows) {
        this.rows = rows;
    }

    static boolean of(GroupRows rows, DocumentBatch batch) {
        ForeseenRefusal foreseen = new ForeseenRefusal(rows);
        return batch.commands().stream().anyMatch(foreseen::isRefused);
    }

    private boolean isRefused(DocumentCommand command) {
        if (command instanceof DocumentCommand.Delete delete) {
            return isRefused(delete.id(), delete.expectation(), State.NOTHING);
        }
        DocumentCommand.Put put = (DocumentCommand.Put) command;
        return put.id() instanceof IdTemplate.Semantic semantic && isRefused(semantic.id(), put);
    }

    private boolean isRefused(DocumentId id, DocumentCommand.Put put) {
        String collection = KeyForm.of(put.content().collection());
        State present = state(id);
        boolean isElsewhere = present.isCertain && present.version != null && !present.collection.equals(collection);
        State next = put.overwrite() == Overwrite.IF_CHANGED
                ? State.UNCERTAIN
                : new State(MADE_BY_THE_BATCH, collection, true);
        return isRefused(id, put.expectation(), next) || isElsewhere || isNoHiLoDocument(id, put);
    }

    private boolean isRefused(DocumentId id, Expectation expectation, State next) {
        State present = state(id);
        states.put(id.key(), next);
        return present.isCertain && !expectation.isMetBy(present.version);
    }

    private State state(DocumentId id) {
        State known = states.get(id.key());
        return known == null ? stored(id) : known;
    }

    private State stored(DocumentId id) {
        if (CounterName.isShownBy(id)) {
            Counter counter = rows.counter(id);
            return counter == null || !counter.isShown()
                    ? State.NOTHING
                    : stored(counter.node(), counter.etag(), counter.collection());
        }
        DocumentRow present = rows.document(id);
        return present == null ? State.NOTHING : stored(present.node(), present.etag(), present.collection());
    }

    private State stored(String node, long etag, long collection) {
        return new State(rows.changeVector(node, etag), KeyForm.of(rows.collectionName(collection)), true);
    }

    private boolean isNoHiLoDocument(DocumentId id, DocumentCommand.Put put) {
        if (!CounterName.isShownBy(id)) {
            return false;
        }
        try {
            HiLoDocument ignored = HiLoDocument.parse(put.content().body(), rows.ceiling());
            return false;
        } catch (InvalidHiLoDocumentException e) {
            return true;
        }
    }
}
