package io.mintmark.storage.postgresql.sql;

import io.mintmark.storage.row.GroupTable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Rows of one table that a group changed in the same way, by their keys: nodes that write the same rows do it in one
 * order.
 *
 * @param keys the keys
 * @param rows what became of each
 */
record ChangedRows<K extends Comparable<K>, V>(List<K> keys, List<V> rows) {

    /** Returns rows that were not there. */
    static <K extends Comparable<K>, V> ChangedRows<K, V> added(GroupTable<K, V> table) {
        return of(table, key -> !table.wasThere(key));
    }

    /** Returns rows that were there and are others now. */
    static <K extends Comparable<K>, V> ChangedRows<K, V> replaced(GroupTable<K, V> table) {
        return of(table, table::wasThere);
    }

    private static <K extends Comparable<K>, V> ChangedRows<K, V> of(GroupTable<K, V> table, Predicate<K> selected) {
        List<Map.Entry<K, Optional<V>>> found = table.changes().entrySet().stream()
                .filter(each -> each.getValue().isPresent() && selected.test(each.getKey()))
                .sorted(Map.Entry.comparingByKey())
                .toList();
        return new ChangedRows<>(
                found.stream().map(Map.Entry::getKey).toList(),
                found.stream().map(each -> each.getValue().orElseThrow()).toList());
    }

    /** Returns the keys of rows that were there and are gone. */
    static <K extends Comparable<K>, V> List<K> removed(GroupTable<K, V> table) {
        return table.changes().entrySet().stream()
                .filter(each -> each.getValue().isEmpty() && table.wasThere(each.getKey()))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    int size() {
        return rows.size();
    }
}
