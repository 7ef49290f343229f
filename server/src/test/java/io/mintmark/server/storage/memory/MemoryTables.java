package io.mintmark.server.storage.memory;

import io.mintmark.counter.OpenLease;
import io.mintmark.document.DocumentId;
import io.mintmark.server.storage.document.DocumentContent;
import io.mintmark.server.storage.evaluation.Counter;
import io.mintmark.server.storage.evaluation.DocumentRows;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** What is committed of one database, in the place of its file. The lock guards all of it. */
final class MemoryTables {
    /**
     * A stored document.
     *
     * @param id its id as it was spelt
     * @param version its version
     * @param modified when it was written
     * @param content what was stored
     */
    record Row(DocumentId id, DocumentRows.Present version, Instant modified, DocumentContent content) {}

    /**
     * A stored lease.
     *
     * @param range what was reserved
     * @param previous serial of the counter's latest lease before it, or 0
     * @param open whether it was not returned
     */
    record LeaseRow(OpenLease range, long previous, boolean open) {}

    final ReadWriteLock lock = new ReentrantReadWriteLock();
    final String databaseId;
    /** How far counters of deleted databases of this name had come. */
    final Map<String, Long> formerEnds;

    final Map<String, Row> documents = new HashMap<>();
    final Map<String, Counter> counters = new HashMap<>();
    final Map<Long, LeaseRow> leases = new HashMap<>();
    final Map<String, Long> identities = new HashMap<>();
    final Map<String, Long> answers = new HashMap<>();
    final Map<String, Long> collections = new HashMap<>();
    /** Names of all collections that any batch spelt, also of refused ones. */
    final Map<Long, String> names = new ConcurrentHashMap<>();

    final Map<Long, Integer> counts = new HashMap<>();
    long etag;
    long leaseSerial;

    MemoryTables(String databaseId, Map<String, Long> formerEnds) {
        this.databaseId = databaseId;
        this.formerEnds = formerEnds;
    }

    String life() {
        return databaseId + ".1";
    }
}
