package io.mintmark.storage.row;

import java.util.List;

/**
 * The tables of indexes as a group sees them; rows of indexes are only written, since each has one node that does. Used
 * by one thread.
 *
 * @param progress by the numbers of indexes
 * @param rows contents, by their names
 * @param errors that are added, by running numbers
 * @param forgotten indexes whose earlier errors are forgotten
 * @param list the list, under the one key {@link #LIST}
 */
public record GroupIndexes(
        GroupTable<Long, IndexProgressRow> progress,
        GroupTable<IndexRowName, byte[]> rows,
        GroupTable<Integer, IndexErrorRow> errors,
        GroupTable<Long, Boolean> forgotten,
        GroupTable<Integer, IndexListRow> list) {
    /** The key of the list. */
    public static final int LIST = 1;

    static GroupIndexes of(RowSource source, UndoLog undo) {
        return new GroupIndexes(
                new GroupTable<>(source::progress, undo),
                GroupTable.written(undo),
                GroupTable.written(undo),
                GroupTable.written(undo),
                new GroupTable<>(any -> source.indexList(), undo));
    }

    List<GroupTable<?, ?>> all() {
        return List.of(progress, rows, errors, forgotten, list);
    }

    /** Returns whether the group changed anything. */
    public boolean isChanged() {
        return !(progress.changes().isEmpty()
                && rows.changes().isEmpty()
                && errors.changes().isEmpty()
                && forgotten.changes().isEmpty()
                && list.changes().isEmpty());
    }

    /** Forgets what the group changed and saw. */
    public void forgetAll() {
        all().forEach(GroupTable::forgetAll);
    }
}
