package io.mintmark.storage.evaluation;

import io.mintmark.storage.document.DocumentContent;
import io.mintmark.storage.row.CollectionRow;
import io.mintmark.storage.row.Counter;
import io.mintmark.storage.row.DocumentRow;
import io.mintmark.storage.row.IndexListRow;
import io.mintmark.storage.row.IndexProgressRow;
import io.mintmark.storage.row.RowSource;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is left to ask an engine that fetched what its group announced: a row that was announced and not fetched is not
 * there. One that nobody announced was not fetched, and may be there all the same, so nothing is answered for it. Used
 * by one thread.
 *
 * <p>An id that is made on the way was fetched by nobody and is presumed to be new; the engine's insert finds out.
 */
public abstract class AnnouncedRows implements RowSource {
    private ReadSet announced = new ReadSet();

    /** Answers from here on for what {@code keys} announce. */
    protected final void announced(ReadSet keys) {
        announced = keys;
    }

    private void require(Set<String> keys, String key, boolean perhapsMade) {
        if (!keys.contains(key) && !(perhapsMade && announced.makesIds())) {
            throw new IllegalStateException("work must announce what it asks for: " + key);
        }
    }

    @Override
    public @Nullable Counter counter(String key) {
        require(announced.counters(), key, true);
        return null;
    }

    @Override
    public @Nullable Long identity(String key) {
        require(announced.identities(), key, false);
        return null;
    }

    @Override
    public @Nullable Long answer(String request) {
        require(announced.answers(), request, false);
        return null;
    }

    @Override
    public @Nullable String keyedAnswer(String key) {
        require(announced.requestKeys(), key, false);
        return null;
    }

    @Override
    public @Nullable CollectionRow collection(String key) {
        require(announced.collections(), key, false);
        return null;
    }

    @Override
    public @Nullable DocumentRow document(String key) {
        require(announced.documents(), key, true);
        return null;
    }

    @Override
    public @Nullable Boolean brought(String changeVector) {
        require(announced.brought(), changeVector, false);
        return null;
    }

    @Override
    public DocumentContent content(DocumentRow row) {
        throw new IllegalStateException(
                "work must announce which contents it compares: " + row.id().key());
    }

    @Override
    public @Nullable IndexProgressRow progress(long index) {
        return null;
    }

    @Override
    public @Nullable IndexListRow indexList() {
        return null;
    }
}
