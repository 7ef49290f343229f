package io.mintmark.storage.postgresql.write;

import io.mintmark.document.NodeTag;
import io.mintmark.storage.document.DocumentContent;
import io.mintmark.storage.evaluation.ReadSet;
import io.mintmark.storage.lease.LeaseKind;
import io.mintmark.storage.postgresql.sql.CounterColumns;
import io.mintmark.storage.postgresql.sql.EngineWatch;
import io.mintmark.storage.postgresql.sql.IndexColumns;
import io.mintmark.storage.postgresql.sql.SqlScript;
import io.mintmark.storage.row.CollectionMemory;
import io.mintmark.storage.row.CollectionRow;
import io.mintmark.storage.row.DocumentRow;
import io.mintmark.storage.row.GroupTables;
import io.mintmark.storage.row.LeaseRow;
import io.mintmark.storage.row.StoredId;
import io.mintmark.storage.row.Ticks;
import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.write.Holder;
import io.mintmark.storage.write.Lease;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Fetches and locks the rows of a group, in one round trip. All nodes lock in the same order, tables and keys, so that
 * they seldom wait for each other in a circle. Used by the writer thread only.
 *
 * <p>Answers are read after the lock of what they draw from, or after numbers were taken for them: of two nodes that
 * answer the same request at the same moment only one can store its answer.
 */
final class GroupFetch {
    /**
     * A longer wait is likely to be one in a circle, or for somebody who waits: the group gives up its locks and begins
     * anew.
     */
    private static final String PATIENCE = "SET LOCAL lock_timeout = '40ms'";

    /**
     * The transaction of a node that is paused or was cut off ends by itself, and its locks with it: soon where the
     * node is near, and after some round trips where it is far away.
     */
    private static final List<String> IDLE_MAX = List.of(
            "SET LOCAL idle_in_transaction_session_timeout = '500ms'",
            "SET LOCAL idle_in_transaction_session_timeout = '2s'",
            "SET LOCAL idle_in_transaction_session_timeout = '5s'");

    private static final List<Duration> FARTHER = List.of(Duration.ofMillis(50), Duration.ofMillis(300));

    /** How many groups get more time after one that was ended although its node was there. */
    private static final int LENIENT_GROUPS = 64;

    private static final String IDENTITIES =
            "SELECT key, value FROM identity WHERE database = ? AND key = ANY(?) ORDER BY key FOR UPDATE";
    private static final String ANSWERS =
            "SELECT request, value FROM identity_request WHERE database = ? AND request = ANY(?)";
    private static final String KEYED = "SELECT key, answer FROM keyed_answer WHERE database = ? AND key = ANY(?)";
    private static final String KEYED_KEPT =
            "SELECT coalesce(sum(keyed), 0)::bigint FROM node_state WHERE database = ?";
    private static final String DOCUMENTS = "SELECT key, id, etag, node, collection, modified,"
            + " octet_length(metadata) + octet_length(body),"
            + " CASE WHEN key = ANY(?) THEN metadata END, CASE WHEN key = ANY(?) THEN body END"
            + " FROM document WHERE database = ? AND key = ANY(?) ORDER BY key FOR UPDATE";
    private static final String BROUGHT = "SELECT version FROM brought WHERE database = ? AND version = ANY(?)";
    private static final String COLLECTIONS =
            "SELECT key, number, name FROM collection WHERE database = ? AND key = ANY(?)";
    private static final String LAST_COLLECTION = "SELECT coalesce(max(number), 0) FROM collection WHERE database = ?";
    private static final String COLLECTION_NAME = "SELECT name FROM collection WHERE database = ? AND number = ?";
    private static final String LEASE =
            "SELECT l.counter, l.serial, l.low, l.high, l.previous, l.node, l.client, l.reserved, l.returned,"
                    + " l.principal, l.kind, l.passed, l.ended"
                    + " FROM lease l JOIN node_state s ON s.database = l.database AND s.node = l.node AND s.lane = 'counters'"
                    + " WHERE l.database = ? AND l.serial = ? AND l.serial > s.forgotten";

    private final long database;
    private final GroupTables into;
    private final CollectionMemory collections;
    private final EngineWatch engine;
    private long lastCollection;
    private long keyedKept;
    private int lenient;

    GroupFetch(long database, GroupTables into, CollectionMemory collections, EngineWatch engine) {
        this.engine = engine;
        this.database = database;
        this.into = into;
        this.collections = collections;
    }

    /**
     * Fetches what the group asks for, and what is presumed of ids that are made on the way.
     *
     * @param presumed keys of counters and documents that an earlier run of the group made, and that were perhaps taken
     * @param locked keys of identities whose rows are locked
     */
    void run(Connection connection, ReadSet keys, MissedKeys presumed, Collection<String> locked) throws SQLException {
        SqlScript script = new SqlScript();
        addBounds(script);
        addCounters(script, with(keys.counters(), presumed.counters()));
        addIdentities(script, locked);
        addAnswers(script, keys);
        addDocuments(script, keys, with(keys.documents(), presumed.documents()));
        addBrought(script, keys);
        addIndexes(script, keys);
        addCollections(script, keys.collections());
        script.run(connection);
    }

    /** Bounds how long the transaction may wait, and be waited for. */
    void addBounds(SqlScript script) {
        Duration away = engine.roundTrip();
        int step = (int)
                FARTHER.stream().filter(least -> away.compareTo(least) >= 0).count();
        if (lenient > 0) {
            lenient--;
            step = IDLE_MAX.size() - 1;
        }
        script.update(PATIENCE).update(IDLE_MAX.get(step));
    }

    /** Gives the next groups more time, since one was ended while this node was at it: it runs again. */
    void beLenient() {
        lenient = LENIENT_GROUPS;
    }

    /** Takes the collections that are in memory, where all are. */
    void rememberedCollections(ReadSet keys) {
        addCollections(new SqlScript(), keys.collections());
    }

    private static Collection<String> with(Set<String> announced, Set<String> presumed) {
        if (presumed.isEmpty()) {
            return announced;
        }
        Set<String> all = new TreeSet<>(announced);
        all.addAll(presumed);
        return all;
    }

    private void addCounters(SqlScript script, Collection<String> keys) {
        if (!keys.isEmpty()) {
            script.query(
                    CounterColumns.FETCH,
                    row -> into.counters().fetched(row.getString(1), CounterColumns.read(row)),
                    database,
                    array(keys));
        }
    }

    private void addIdentities(SqlScript script, Collection<String> keys) {
        if (!keys.isEmpty()) {
            script.query(
                    IDENTITIES,
                    row -> into.identities().fetched(row.getString(1), row.getLong(2)),
                    database,
                    array(keys));
        }
    }

    /** Adds what asks for answers to requests that may come again. */
    void addAnswers(SqlScript script, ReadSet keys) {
        if (!keys.answers().isEmpty()) {
            script.query(
                    ANSWERS,
                    row -> into.answers().fetched(row.getString(1), row.getLong(2)),
                    database,
                    array(keys.answers()));
        }
        if (!keys.requestKeys().isEmpty()) {
            script.query(
                    KEYED,
                    row -> into.keyed().fetched(row.getString(1), row.getString(2)),
                    database,
                    array(keys.requestKeys()));
            script.query(KEYED_KEPT, row -> keyedKept = row.getLong(1), database);
        }
    }

    /** Returns how many answers to keys all nodes remember, if the group asked for one. */
    long keyedKept() {
        return keyedKept;
    }

    private void addDocuments(SqlScript script, ReadSet keys, Collection<String> documents) {
        if (!documents.isEmpty()) {
            String[] contents = array(keys.contents());
            script.query(
                    DOCUMENTS,
                    row -> into.documents().fetched(row.getString(1), document(row)),
                    contents,
                    contents,
                    database,
                    array(documents));
        }
    }

    private void addBrought(SqlScript script, ReadSet keys) {
        if (!keys.brought().isEmpty()) {
            script.query(
                    BROUGHT, row -> into.brought().fetched(row.getString(1), true), database, array(keys.brought()));
        }
    }

    private void addIndexes(SqlScript script, ReadSet keys) {
        if (keys.hasIndexList()) {
            IndexColumns.addList(script, database, into.indexes());
        }
        if (!keys.indexes().isEmpty()) {
            IndexColumns.addProgress(script, database, keys.indexes(), into.indexes());
        }
    }

    private static DocumentRow document(ResultSet row) throws SQLException {
        byte[] metadata = row.getBytes(8);
        byte[] body = row.getBytes(9);
        return new DocumentRow(
                StoredId.of(row.getString(2), CounterColumns.REMEDY),
                row.getLong(3),
                row.getString(4),
                row.getLong(5),
                Ticks.toInstant(row.getLong(6)),
                row.getLong(7),
                // Compared by bytes only: the collection was compared by its number before.
                body == null || metadata == null ? null : new DocumentContent("", body, metadata));
    }

    private void addCollections(SqlScript script, Set<String> keys) {
        Set<String> unknown = new TreeSet<>();
        for (String key : keys) {
            CollectionRow known = collections.of(key);
            if (known == null) {
                unknown.add(key);
            } else {
                into.collections().fetched(key, known);
            }
        }
        if (!unknown.isEmpty()) {
            script.query(COLLECTIONS, this::readCollection, database, array(unknown));
            script.query(LAST_COLLECTION, row -> lastCollection = row.getLong(1), database);
        }
    }

    private void readCollection(ResultSet row) throws SQLException {
        CollectionRow found = new CollectionRow(row.getLong(2), row.getString(3));
        collections.remember(row.getString(1), found);
        into.collections().fetched(row.getString(1), found);
    }

    /** Returns the highest number of a collection, if the group may add one. */
    long lastCollection() {
        return lastCollection;
    }

    String collectionName(Connection connection, long number) throws SQLException {
        String known = collections.name(number);
        if (known != null) {
            return known;
        }
        String found = Statements.row(connection, row -> row.getString(1), COLLECTION_NAME, database, number)
                .orElseThrow(() -> new SQLException("the collection " + number + " of a document is not stored"));
        collections.remember(number, found);
        return found;
    }

    /** Returns a lease that is stored, unless it is forgotten; the lock of its counter is held. */
    Optional<LeaseRow> lease(Connection connection, long serial) throws SQLException {
        return Statements.row(connection, GroupFetch::lease, LEASE, database, serial);
    }

    private static LeaseRow lease(ResultSet row) throws SQLException {
        return new LeaseRow(
                row.getString(1),
                new Lease(
                        row.getLong(2),
                        row.getLong(3),
                        row.getLong(4),
                        NodeTag.of(row.getString(6)),
                        Ticks.toInstant(row.getLong(8))),
                (Long) row.getObject(5),
                new LeaseRow.Details(
                        new Holder(row.getString(7), row.getString(10)),
                        LeaseKind.of((Long) row.getObject(11)),
                        row.getLong(12)),
                (Long) row.getObject(9),
                Ticks.toNullable((Long) row.getObject(13)));
    }

    private static String[] array(Collection<String> keys) {
        return keys.toArray(String[]::new);
    }
}
