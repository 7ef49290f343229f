package io.mintmark.server.indexes.reduce;

import io.mintmark.document.KeyForm;
import io.mintmark.server.indexes.output.OutputDocuments;
import io.mintmark.server.storage.index.ChangePage;
import io.mintmark.server.storage.index.ChangedDocument;
import io.mintmark.server.storage.index.DocumentChanges;
import io.mintmark.server.storage.index.IndexProgress;
import io.mintmark.server.storage.index.IndexStore;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Takes one index from one commit to the next.
 *
 * <p>Everything that it knows is in the store, so it may stop and begin anew at any moment: after a commit it goes on behind
 * it, before one it does the same work again. Used by one thread at a time.
 */
public final class MapReduce implements IndexStep {
    /** Pages without a document of this index after which its position is stored all the same. */
    private static final int PAGES_SKIPPED_MAX = 64;

    private final IndexStore store;
    private final DocumentChanges changes;
    private final Mapping mapping;
    private final Reduction reduction;
    private final OutputDocuments documents;
    private final int batch;
    private IndexProgress progress;
    private int limit;
    private int skipped;

    /**
     * Goes on where the last commit ended.
     *
     * @param batch how many changes one commit takes at most
     */
    public MapReduce(
            IndexStore store,
            DocumentChanges changes,
            Mapping mapping,
            Reduction reduction,
            OutputDocuments documents,
            int batch) {
        this.store = store;
        this.changes = changes;
        this.mapping = mapping;
        this.reduction = reduction;
        this.documents = documents;
        this.batch = batch;
        this.limit = batch;
        this.progress = store.progress();
    }

    /** Takes the next changes and commits what follows from them; returns whether there may be more. */
    @Override
    public boolean step() {
        ChangePage page = changes.after(progress.position(), limit);
        if (Objects.equals(page.position(), progress.position())) {
            return page.more();
        }
        Map<String, ChangedDocument> relevant = relevant(page);
        boolean isTold = store.isWatchedElsewhere() && !page.more();
        if (relevant.isEmpty() && ++skipped < PAGES_SKIPPED_MAX && !isTold) {
            progress = new IndexProgress(progress.commits(), page.position(), false);
            return page.more();
        }
        return !commit(relevant, progress.reaching(page.position())) || page.more();
    }

    /** Returns whether it did; fewer changes are taken the next time if these were too much at once. */
    private boolean commit(Map<String, ChangedDocument> relevant, IndexProgress next) {
        try {
            store.commit(new Batch(store, mapping, reduction, documents).run(relevant, next));
        } catch (BatchTooLargeException e) {
            if (limit == 1) {
                throw e;
            }
            limit = Math.max(1, limit / 4);
            return false;
        }
        progress = next;
        skipped = 0;
        limit = Math.min(batch, 2 * limit);
        return true;
    }

    /** Returns how far it has come, which may be ahead of what is stored by changes that do not concern it. */
    public IndexProgress progress() {
        return progress;
    }

    /** The latest state of each document that is, or was, in a collection of this index. */
    private Map<String, ChangedDocument> relevant(ChangePage page) {
        Map<String, ChangedDocument> relevant = new LinkedHashMap<>();
        for (ChangedDocument change : page.changes()) {
            String key = change.id().key();
            if (relevant.containsKey(key) || mapping.reads(KeyForm.of(change.collection()))) {
                relevant.put(key, change);
            }
        }
        return relevant;
    }
}
