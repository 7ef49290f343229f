package io.mintmark.simulation.engine;

import io.mintmark.storage.row.GroupTable;
import io.mintmark.storage.row.GroupTables;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a group changed: applied to the stored rows, and taken back if its transaction did not last. */
final class Change {
    private final List<Put<?, ?>> puts = new ArrayList<>();
    private final DatabaseRows stored;
    private long etag;
    private long leaseSerial;
    private long etagBefore;
    private long leaseSerialBefore;

    /** One row. */
    private static final class Put<K, V> {
        private final Map<K, V> table;
        private final K key;
        private final @Nullable V now;
        private @Nullable V before;

        Put(Map<K, V> table, K key, @Nullable V now) {
            this.table = table;
            this.key = key;
            this.now = now;
        }

        void apply() {
            before = set(now);
        }

        void revert() {
            V ignored = set(before);
        }

        private @Nullable V set(@Nullable V row) {
            return row == null ? table.remove(key) : table.put(key, row);
        }
    }

    /** Takes what {@code tables} changed of {@code stored} at a node. */
    Change(GroupTables tables, DatabaseRows stored, String node) {
        this.stored = stored;
        add(tables.counters(), stored.counters);
        add(tables.leases(), stored.leases);
        add(tables.identities(), stored.identities);
        add(tables.answers(), stored.answers);
        add(tables.collections(), stored.collections);
        add(tables.documents(), stored.documents);
        add(tables.brought(), stored.brought);
        tables.deletions()
                .changes()
                .forEach((etag, row) ->
                        puts.add(new Put<>(stored.deletions, new DatabaseRows.Place(etag, node), row.orElse(null))));
    }

    private <K, V> void add(GroupTable<K, V> from, Map<K, V> to) {
        for (Map.Entry<K, Optional<V>> row : from.changes().entrySet()) {
            puts.add(new Put<>(to, row.getKey(), row.getValue().orElse(null)));
        }
    }

    /** Has the store say, beside its rows, that numbers were drawn up to these. */
    void drew(long lastEtag, long lastLeaseSerial) {
        etag = lastEtag;
        leaseSerial = lastLeaseSerial;
    }

    void apply() {
        puts.forEach(Put::apply);
        etagBefore = stored.etag;
        leaseSerialBefore = stored.leaseSerial;
        stored.etag = Math.max(etagBefore, etag);
        stored.leaseSerial = Math.max(leaseSerialBefore, leaseSerial);
    }

    void revert() {
        stored.etag = etagBefore;
        stored.leaseSerial = leaseSerialBefore;
        for (int i = puts.size() - 1; i >= 0; i--) {
            puts.get(i).revert();
        }
    }

    /** Returns the keys of the rows. */
    Set<Object> keys() {
        Set<Object> keys = new HashSet<>();
        puts.forEach(put -> keys.add(put.key));
        return keys;
    }
}
