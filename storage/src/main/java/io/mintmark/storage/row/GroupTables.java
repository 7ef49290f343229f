package io.mintmark.storage.row;

import io.mintmark.storage.write.CutLog;
import java.util.ArrayList;
import java.util.List;

/**
 * All tables of one database as a group sees them. Used by one thread.
 *
 * @param counters by the key form of their documents
 * @param leases by their serials
 * @param cuts chunks of the log of ranges that the node cut, in the order in which they came
 * @param identities the latest numbers, by the keys of identities
 * @param answers by what requests are remembered by
 * @param keyed what is remembered of requests that take place once, by the names of their keys
 * @param collections by the key form of their names
 * @param documents by the key form of their ids
 * @param tallies by how much collections grew, by their numbers
 * @param deletions what was deleted, by the numbers of those writes
 * @param brought versions that came home from a journal which has not confirmed that yet
 * @param indexes the tables of indexes
 */
public record GroupTables(
        UndoLog undo,
        GroupTable<String, Counter> counters,
        GroupTable<Long, LeaseRow> leases,
        GroupTable<Long, CutLog.Chunk> cuts,
        GroupTable<String, Long> identities,
        GroupTable<String, Long> answers,
        GroupTable<String, String> keyed,
        GroupTable<String, CollectionRow> collections,
        GroupTable<String, DocumentRow> documents,
        GroupTable<Long, Tally> tallies,
        GroupTable<Long, DeletionRow> deletions,
        GroupTable<String, Boolean> brought,
        GroupIndexes indexes) {

    /** Returns tables that ask {@code source} for rows which a group neither fetched nor made. */
    public static GroupTables of(RowSource source) {
        UndoLog undo = new UndoLog();
        return new GroupTables(
                undo,
                new GroupTable<>(source::counter, undo),
                new GroupTable<>(source::lease, undo),
                GroupTable.written(undo),
                new GroupTable<>(source::identity, undo),
                new GroupTable<>(source::answer, undo),
                new GroupTable<>(source::keyedAnswer, undo),
                new GroupTable<>(source::collection, undo),
                new GroupTable<>(source::document, undo),
                GroupTable.written(undo),
                GroupTable.written(undo),
                new GroupTable<>(source::brought, undo),
                GroupIndexes.of(source, undo));
    }

    private List<GroupTable<?, ?>> all() {
        List<GroupTable<?, ?>> all = new ArrayList<>(List.of(
                counters,
                leases,
                cuts,
                identities,
                answers,
                keyed,
                collections,
                documents,
                tallies,
                deletions,
                brought));
        all.addAll(indexes.all());
        return all;
    }

    /** Returns whether the group changed anything. */
    public boolean isChanged() {
        return all().stream().anyMatch(table -> !table.changes().isEmpty());
    }

    /** Forgets what the group changed and saw. */
    public void forgetAll() {
        all().forEach(GroupTable::forgetAll);
    }
}
