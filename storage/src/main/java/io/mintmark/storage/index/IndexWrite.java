package io.mintmark.storage.index;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one commit of an index changes: all of it, or nothing.
 *
 * @param progress the progress that it leads to; it builds on the commit before that
 * @param rows new contents of rows; null removes one
 * @param outputs documents that it stores and deletes
 * @param errors what could not be evaluated
 */
public record IndexWrite(
        IndexProgress progress,
        Map<RowKey, byte @Nullable []> rows,
        List<IndexOutput> outputs,
        List<IndexError> errors) {

    /** How many errors of an index are kept; a commit brings no more, since a failing map has one for each document. */
    public static final int ERRORS_MAX = 500;

    /** Copies everything but the contents, which nobody changes, and the latest errors. */
    public IndexWrite {
        rows = Collections.unmodifiableMap(new LinkedHashMap<>(rows));
        outputs = List.copyOf(outputs);
        errors = List.copyOf(errors.subList(Math.max(0, errors.size() - ERRORS_MAX), errors.size()));
    }

    /** Returns whether it changes nothing but the progress. */
    public boolean isEmpty() {
        return rows.isEmpty() && outputs.isEmpty() && errors.isEmpty();
    }

    /** Returns the number of commits that must have been made before this one. */
    public long builtOn() {
        return progress.commits() - 1;
    }
}
