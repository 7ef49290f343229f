package io.mintmark.indexes.reduce;

import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.indexes.rows.OutputDocuments;
import io.mintmark.storage.index.ChangePage;
import io.mintmark.storage.index.DocumentChanges;
import io.mintmark.storage.index.IndexProgress;
import io.mintmark.storage.index.IndexStore;
import io.mintmark.storage.index.IndexWrite;
import io.mintmark.storage.index.RowsTooLargeException;
import io.mintmark.support.HeapShare;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes one index from one commit to the next.
 *
 * <p>Everything that it knows is in the store, so it may stop and begin anew at any moment: after a commit it goes on
 * from there, before one it does the same work again. Used by one thread at a time.
 */
public final class MapReduce implements StepwiseWork {
    /** A batch is read in so many pages: fewer documents are in memory at once, and die young. */
    private static final int PAGES = 4;

    /** A commit that has so many characters of contributions takes no further page. */
    private static final long CHARS_MAX = HeapShare.of(120, 1L << 22);

    /** Steps without a document of this index after which its position is stored all the same. */
    private static final int STEPS_SKIPPED_MAX = 64;

    private final IndexStore store;
    private final DocumentChanges changes;
    private final Mapping mapping;
    private final Reduction reduction;
    private final OutputDocuments documents;
    private final Supplier<IdentityPartsSeparator> separator;
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
        this(store, changes, mapping, reduction, documents, batch, () -> IdentityPartsSeparator.DEFAULT);
    }

    /** Goes on likewise in a database whose separator is {@code separator} at each moment. */
    public MapReduce(
            IndexStore store,
            DocumentChanges changes,
            Mapping mapping,
            Reduction reduction,
            OutputDocuments documents,
            int batch,
            Supplier<IdentityPartsSeparator> separator) {
        this.separator = separator;
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
        try {
            return follow();
        } catch (BatchTooLargeException e) {
            if (limit == 1) {
                throw e;
            }
            limit = Math.max(1, limit / 4);
            return true;
        }
    }

    private boolean follow() {
        MappedChanges mapped = new MappedChanges(mapping);
        ForeignChanges foreign = new ForeignChanges(documents);
        ChangePage last = collect(mapped, foreign);
        if (Objects.equals(last.position(), progress.position())) {
            return last.more();
        }
        boolean isTold = store.isWatchedElsewhere() && !last.more();
        boolean mayBeSkipped = mapped.isEmpty() && skipped + 1 < STEPS_SKIPPED_MAX && !isTold;
        IndexProgress next = progress.reaching(last.position());
        IndexWrite write = mayBeSkipped && foreign.isEmpty() ? null : write(mapped, foreign, next);
        if (write == null || (mayBeSkipped && write.isEmpty())) {
            skipped++;
            progress = new IndexProgress(progress.commits(), last.position(), false);
        } else {
            commit(write);
        }
        return last.more();
    }

    /**
     * Maps page after page; returns the last one. A page that is shorter than it might be has large documents, or is
     * the last.
     */
    private ChangePage collect(MappedChanges mapped, ForeignChanges foreign) {
        @Nullable String position = progress.position();
        int left = limit;
        int asked;
        ChangePage page;
        do {
            asked = Math.min(Math.max(1, batch / PAGES), left);
            page = changes.after(position, asked);
            mapped.add(page.changes());
            foreign.add(page.changes());
            position = page.position();
            left -= asked;
        } while (page.more() && left > 0 && page.changes().size() >= asked && mapped.chars() < CHARS_MAX);
        return page;
    }

    private IndexWrite write(MappedChanges mapped, ForeignChanges foreign, IndexProgress next) {
        try {
            return new Batch(store, reduction, documents, separator.get()).run(mapped, foreign, next);
        } catch (RowsTooLargeException e) {
            throw new BatchTooLargeException(e, true);
        }
    }

    private void commit(IndexWrite write) {
        store.commit(write);
        progress = write.progress();
        skipped = 0;
        limit = Math.min(batch, 2 * limit);
    }

    /** Returns how far it has come, which may be ahead of what is stored by changes that do not concern it. */
    IndexProgress progress() {
        return progress;
    }
}
