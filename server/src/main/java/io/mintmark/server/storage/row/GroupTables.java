package io.mintmark.server.storage.row;

import io.mintmark.server.storage.evaluation.Counter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/**
 * All tables of one database as a group sees them. Used by one thread.
 *
 * @param counters by the key form of their documents
 * @param leases by their serials
 * @param identities the latest numbers, by the keys of identities
 * @param answers by what requests are remembered by
 * @param collections by the key form of their names
 * @param documents by the key form of their ids
 * @param tallies by the numbers of collections
 * @param deletions what was deleted, by the numbers of those writes
 * @param indexes the tables of indexes
 */
public record GroupTables(
        UndoLog undo,
        GroupTable<String, Counter> counters,
        GroupTable<Long, LeaseRow> leases,
        GroupTable<String, Long> identities,
        GroupTable<String, Long> answers,
        GroupTable<String, CollectionRow> collections,
        GroupTable<String, DocumentRow> documents,
        GroupTable<Long, Tally> tallies,
        GroupTable<Long, DeletionRow> deletions,
        GroupIndexes indexes) {

    /** Returns tables of which nothing is there but what each group fetches; tallies then are what it changed of them. */
    public static GroupTables ofFetched() {
        return over(new StoredTables(
                new HashMap<>(),
                new HashMap<>(),
                new HashMap<>(),
                new HashMap<>(),
                new HashMap<>(),
                new HashMap<>(),
                new HashMap<>()));
    }

    /** Returns tables over all that is stored. */
    public static GroupTables over(StoredTables stored) {
        UndoLog undo = new UndoLog();
        return new GroupTables(
                undo,
                new GroupTable<>(stored.counters(), undo),
                new GroupTable<>(stored.leases(), undo),
                new GroupTable<>(stored.identities(), undo),
                new GroupTable<>(stored.answers(), undo),
                new GroupTable<>(stored.collections(), undo),
                new GroupTable<>(stored.documents(), undo),
                new GroupTable<>(stored.tallies(), undo),
                new GroupTable<>(new HashMap<>(), undo),
                GroupIndexes.of(undo));
    }

    private List<GroupTable<?, ?>> all() {
        List<GroupTable<?, ?>> all = new ArrayList<>(
                List.of(counters, leases, identities, answers, collections, documents, tallies, deletions));
        all.addAll(indexes.all());
        return all;
    }

    /** Returns whether the group changed anything. */
    public boolean isChanged() {
        return all().stream().anyMatch(table -> !table.changes().isEmpty());
    }

    /** Makes what the group changed part of what is stored. */
    public void apply() {
        all().forEach(GroupTable::apply);
    }

    /** Forgets what the group changed. */
    public void forgetChanges() {
        all().forEach(GroupTable::forgetChanges);
    }

    /** Forgets what the group changed and fetched. */
    public void forgetAll() {
        all().forEach(GroupTable::forgetAll);
    }
}
