package io.mintmark.server.storage.memory;

import io.mintmark.document.NodeTag;
import io.mintmark.server.storage.row.CollectionRow;
import io.mintmark.server.storage.row.LeaseRow;
import io.mintmark.server.storage.row.RowsElsewhere;
import io.mintmark.server.storage.row.RowsOwner;
import io.mintmark.server.storage.row.StoredTables;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/** What is committed of one database, in the place of its file. The lock guards all of it. */
final class MemoryTables implements RowsElsewhere {
    final ReadWriteLock lock = new ReentrantReadWriteLock();
    final RowsOwner home;
    final StoredTables stored = new StoredTables(
            new HashMap<>(),
            new HashMap<>(),
            new HashMap<>(),
            new HashMap<>(),
            new HashMap<>(),
            new HashMap<>(),
            new HashMap<>());

    /** How far counters of deleted databases of this name had come. */
    private final Map<String, Long> formerEnds;

    private final Map<String, Long> formerAhead;

    long etag;
    long leaseSerial;

    MemoryTables(String databaseId, Map<String, Long> formerEnds, Map<String, Long> formerAhead) {
        this.home = new RowsOwner(NodeTag.of("A"), databaseId, 1, 0);
        this.formerEnds = formerEnds;
        this.formerAhead = formerAhead;
    }

    @Override
    public String collectionName(long number) {
        return stored.collections().values().stream()
                .filter(row -> row.number() == number)
                .map(CollectionRow::name)
                .findAny()
                .orElseThrow();
    }

    @Override
    public @Nullable LeaseRow lease(long serial) {
        return null;
    }

    @Override
    public long highestEndBefore(String counterKey) {
        return formerEnds.getOrDefault(counterKey, 0L);
    }

    @Override
    public long reservedAheadBefore(String counterKey) {
        return formerAhead.getOrDefault(counterKey, 0L);
    }
}
