package io.mintmark.indexes.reduce;

import io.mintmark.document.DocumentId;
import io.mintmark.indexes.rows.GroupsForm;
import io.mintmark.indexes.rows.OutputDocuments;
import io.mintmark.storage.index.IndexOutput;
import io.mintmark.storage.index.IndexProgress;
import io.mintmark.storage.index.IndexStore;
import io.mintmark.storage.index.IndexWrite;
import io.mintmark.storage.index.RowKey;
import io.mintmark.storage.index.RowsTooLargeException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Removes everything that an index wrote, a piece in each commit, so that it begins anew or is gone. A crash leaves the
 * rest for the next start.
 */
public final class Clearing implements StepwiseWork {
    private final IndexStore store;
    private final OutputDocuments documents;
    private final int batch;

    /** Removes at most {@code batch} rows in a commit. */
    public Clearing(IndexStore store, OutputDocuments documents, int batch) {
        this.store = store;
        this.documents = documents;
        this.batch = batch;
    }

    /** Removes the next piece; returns whether there may be more. After the last one the index is as new. */
    @Override
    public boolean step() {
        IndexProgress progress = store.progress();
        for (RowKey.Kind kind : RowKey.Kind.values()) {
            List<RowKey> keys = store.some(kind, batch);
            if (!keys.isEmpty()) {
                store.commit(removal(kind, keys, progress.clearingOn()));
                return true;
            }
        }
        store.commit(new IndexWrite(progress.reaching(null), Map.of(), List.of(), List.of()));
        return false;
    }

    /** Removes those rows, or the first half of them where they are too large to be read together. */
    private IndexWrite removal(RowKey.Kind kind, List<RowKey> keys, IndexProgress next) {
        try {
            return removalOfAll(kind, keys, next);
        } catch (RowsTooLargeException e) {
            return removal(kind, keys.subList(0, keys.size() / 2), next);
        }
    }

    private IndexWrite removalOfAll(RowKey.Kind kind, List<RowKey> keys, IndexProgress next) {
        Map<RowKey, byte @Nullable []> rows = new LinkedHashMap<>();
        List<IndexOutput> commands = new ArrayList<>();
        keys.forEach(key -> rows.put(key, null));
        if (kind == RowKey.Kind.GROUP) {
            store.read(keys).forEach((key, content) -> {
                long hash = GroupsForm.hash(key);
                GroupsForm.shown(hash, content).forEach(slot -> commands.add(documents.delete(hash, slot)));
            });
        } else if (kind == RowKey.Kind.REFERENCE) {
            keys.forEach(key -> commands.add(documents.reference(DocumentId.of(key.key()), List.of(), List.of())));
        }
        return new IndexWrite(next, rows, commands, List.of());
    }
}
