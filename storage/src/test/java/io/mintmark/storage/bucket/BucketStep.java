package io.mintmark.storage.bucket;

import io.mintmark.document.NodeTag;
import io.mintmark.storage.ChangeListener;
import io.mintmark.storage.bucket.BucketRows.Change;
import io.mintmark.storage.bucket.BucketRows.Place;
import io.mintmark.storage.document.DocumentChange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Work on rows of one bucket that takes effect if none of those that it read had changed meanwhile, and is done anew
 * otherwise. That holds for what it refuses, too: nothing is concluded from a row that may be old. Used by one thread.
 */
final class BucketStep {
    static final NodeTag NODE = NodeTag.of("A");

    private final BucketDatabase database;
    private final Map<Place, Change> changes = new HashMap<>();
    private final List<DocumentChange> notes = new ArrayList<>();

    private BucketStep(BucketDatabase database) {
        this.database = database;
    }

    /** Does {@code work} until it was done on rows that were the present ones. */
    static <T> T run(BucketDatabase database, ChangeListener listener, Function<BucketStep, T> work) {
        while (true) {
            BucketStep step = new BucketStep(database);
            try {
                T result = work.apply(step);
                if (step.commit(() -> step.tell(listener))) {
                    return result;
                }
            } catch (RuntimeException refused) {
                step.changes.replaceAll((place, change) -> new Change(place, change.expected(), change.expected()));
                if (step.commit(() -> {})) {
                    throw refused;
                }
            }
        }
    }

    private boolean commit(Runnable after) {
        return database.rows().compareAndSet(changes.values(), after);
    }

    private void tell(ChangeListener listener) {
        if (notes.isEmpty()) {
            return;
        }
        listener.somethingChanged();
        if (listener.isListening()) {
            listener.committed(List.copyOf(notes));
        }
    }

    /** Returns the row there, as this step made it, or as it may be. */
    @Nullable BucketRow get(Place place) {
        return changes.computeIfAbsent(place, any -> {
                    BucketRow found = database.rows().readToCompare(place);
                    return new Change(place, found, found);
                })
                .next();
    }

    /** Sets the row there; null removes it. */
    void set(Place place, @Nullable BucketRow row) {
        BucketRow ignored = get(place);
        changes.computeIfPresent(place, (any, change) -> new Change(place, change.expected(), row));
    }

    /** Takes note of a change of the document that a row shows, or showed. */
    void note(DocumentChange.Kind kind, String id, String collection, long etag) {
        String vector = BucketRow.vector(etag, database.id());
        notes.add(new DocumentChange(kind, id, database.rows().spelling(collection), vector));
    }

    BucketDatabase database() {
        return database;
    }

    long drawEtag() {
        return database.rows().next(BucketDatabase.ETAGS);
    }
}
