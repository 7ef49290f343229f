package io.mintmark.storage.memory;

import io.mintmark.document.NodeTag;
import io.mintmark.storage.row.CollectionRow;
import io.mintmark.storage.row.Counter;
import io.mintmark.storage.row.DocumentRow;
import io.mintmark.storage.row.GroupTable;
import io.mintmark.storage.row.GroupTables;
import io.mintmark.storage.row.LeaseRow;
import io.mintmark.storage.row.RowsOwner;
import io.mintmark.storage.row.Tally;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** What is committed of one database, in the place of its file. The lock guards all of it. */
final class MemoryTables {
    final ReadWriteLock lock = new ReentrantReadWriteLock();
    final RowsOwner home;
    final Map<String, Counter> counters = new HashMap<>();
    final Map<Long, LeaseRow> leases = new HashMap<>();
    final Map<String, Long> identities = new HashMap<>();
    final Map<String, Long> answers = new HashMap<>();
    final Map<String, CollectionRow> collections = new HashMap<>();
    final Map<String, DocumentRow> documents = new HashMap<>();
    final Map<Long, Tally> tallies = new HashMap<>();

    /** How far counters of deleted databases of this name had come. */
    final Map<String, Long> formerEnds;

    final Map<String, Long> formerAhead;

    long etag;
    long leaseSerial;

    MemoryTables(String databaseId, Map<String, Long> formerEnds, Map<String, Long> formerAhead) {
        this.home = new RowsOwner(NodeTag.of("A"), databaseId, 1, 0);
        this.formerEnds = formerEnds;
        this.formerAhead = formerAhead;
    }

    /** Makes what a group changed part of what is committed. */
    void apply(GroupTables changed) {
        apply(changed.counters(), counters);
        apply(changed.leases(), leases);
        apply(changed.identities(), identities);
        apply(changed.answers(), answers);
        apply(changed.collections(), collections);
        apply(changed.documents(), documents);
        changed.tallies().changes().forEach((collection, more) -> add(collection, more.orElseThrow()));
    }

    private static <K, V> void apply(GroupTable<K, V> from, Map<K, V> to) {
        from.changes().forEach((key, value) -> value.ifPresentOrElse(row -> to.put(key, row), () -> to.remove(key)));
    }

    private void add(long collection, Tally more) {
        Tally before = tallies.getOrDefault(collection, new Tally(0, 0));
        tallies.put(collection, new Tally(before.documents() + more.documents(), before.bytes() + more.bytes()));
    }

    String collectionName(long number) {
        return collections.values().stream()
                .filter(row -> row.number() == number)
                .map(CollectionRow::name)
                .findAny()
                .orElseThrow();
    }
}
