package io.mintmark.storage.postgresql.write;

import io.mintmark.storage.row.GroupTable;
import java.util.Set;
import java.util.TreeSet;

/**
 * Keys that a run of a group presumed to be new, because nobody could announce them, when an insert found that one was
 * taken: the next run fetches them, too. Since it draws the same numbers, it makes the same ids. Used by the writer
 * thread only.
 */
final class MissedKeys {
    private final Set<String> counters = new TreeSet<>();
    private final Set<String> documents = new TreeSet<>();

    Set<String> counters() {
        return counters;
    }

    Set<String> documents() {
        return documents;
    }

    void learnCounters(GroupTable<String, ?> table) {
        counters.addAll(added(table));
    }

    void learnDocuments(GroupTable<String, ?> table) {
        documents.addAll(added(table));
    }

    private static Set<String> added(GroupTable<String, ?> table) {
        Set<String> added = new TreeSet<>(table.changes().keySet());
        added.removeIf(table::wasThere);
        return added;
    }

    boolean isEmpty() {
        return counters.isEmpty() && documents.isEmpty();
    }

    void forget() {
        counters.clear();
        documents.clear();
    }
}
