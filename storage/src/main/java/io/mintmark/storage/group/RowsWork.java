package io.mintmark.storage.group;

import io.mintmark.storage.evaluation.ReadSet;
import io.mintmark.storage.row.GroupRows;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/**
 * One request for a verb that writes.
 *
 * @param verb what is asked for
 * @param rows what it is done on
 * @param request the request
 */
record RowsWork<R, T>(Verb<R, T> verb, GroupRows rows, R request) implements Work<T> {
    /**
     * A verb that writes.
     *
     * @param evaluation what a request comes to
     * @param announcement which rows that asks for
     */
    record Verb<R, T>(BiFunction<GroupRows, R, T> evaluation, BiConsumer<ReadSet, R> announcement) {}

    @Override
    public T run() {
        return verb.evaluation.apply(rows, request);
    }

    @Override
    public void announce(ReadSet keys) {
        verb.announcement.accept(keys, request);
    }
}
