package io.mintmark.storage.sql;

import io.mintmark.storage.lease.LeaseKind;

/**
 * The statements of reads, which engines spell alike but for some words. A row is {@code e}, its collection {@code c}.
 * Immutable.
 */
public final class ReadSql {
    final String document;
    final String counter;
    final String versionOfDocument;
    final String versionOfCounter;
    final String byKey;
    final String newestFirst;
    final String oldestFirst;
    final String identities;
    final String collections;
    final String collectionSizes;
    final String leases;
    final String max;
    final String chunks;
    final String facts;
    final String restored;
    final String horizon;
    final String indexList;
    final String indexProgress;
    final String indexErrors;

    /** Composes a list: rows of documents and of counters between two bounds, each with a {@code max}. */
    @FunctionalInterface
    public interface ListSpelling {
        /** Returns the statement; where one writer numbers all writes, they are sorted by the first column alone. */
        String of(String bounds, String... order);
    }

    /**
     * The words.
     *
     * @param scope the condition that a row is of the database, with one parameter and an {@code AND} behind it; empty
     *     where all are
     * @param columns those of a row, of {@link EntryRows#columns}
     * @param collection joins a row with its collection
     * @param collections finds names, documents and, if that costs no more, bytes of collections, with a limit and an
     *     offset
     * @param collectionSizes finds all three
     * @param leases names leases as {@code l}, and those of a counter by its key, with a condition and an {@code AND}
     *     behind it
     * @param cuts the same for chunks of the log of cut ranges
     * @param horizons the same for what is gone of both
     * @param position the columns that say how far an index has come in the changes
     * @param errorOrder what errors of an index are sorted by, the oldest first
     */
    public record Words(
            String scope,
            String columns,
            String collection,
            String collections,
            String collectionSizes,
            String leases,
            String cuts,
            String horizons,
            String position,
            String errorOrder) {}

    /** Composes them. */
    public ReadSql(Words words, ListSpelling list) {
        String where = " WHERE " + words.scope;
        String shown = where + "e.shown = TRUE AND ";
        String version = "SELECT " + EntryRows.versionColumn() + " FROM ";
        document = "SELECT " + words.columns + " FROM document e" + words.collection + where + "e.key = ?";
        counter = "SELECT " + words.columns + ", e.max FROM counter e" + words.collection + shown + "e.key = ?";
        versionOfDocument = version + "document e" + where + "e.key = ?";
        versionOfCounter = version + "counter e" + shown + "e.key = ?";
        byKey = list.of("e.key >= ? AND e.key < ?", "key");
        newestFirst = list.of("(e.etag, e.node) < (?, ?)", "etag DESC", "node DESC");
        oldestFirst = list.of("(e.etag, e.node) > (?, ?)", "etag", "node");
        identities = "SELECT e.key, e.value FROM identity e" + where + "e.key > ? ORDER BY e.key LIMIT ? OFFSET ?";
        collections = words.collections;
        collectionSizes = words.collectionSizes;
        String lease = "SELECT l.serial, l.low, l.high, l.node, l.reserved, l.client, l.principal, l.returned, l.kind"
                + ", l.passed, l.ended FROM " + words.leases;
        String newest = " ORDER BY l.serial DESC LIMIT ?";
        leases = lease + "l.serial < ? AND (l.kind IS NULL OR l.kind <= " + LeaseKind.AHEAD_WITH_GAP.code() + ")"
                + newest;
        max = "SELECT e.max FROM counter e" + where + "e.key = ?";
        chunks = "SELECT l.node, l.content FROM " + words.cuts + "l.low <= ? AND l.high >= ? ORDER BY l.place DESC";
        facts = lease + "l.low - coalesce(l.passed, 0) <= ? AND l.high >= ? AND (l.returned IS NULL OR l.returned >= ?"
                + " OR l.kind = " + LeaseKind.AHEAD_WITH_GAP.code() + ")" + newest;
        restored = "SELECT max(l.reserved) FROM " + words.leases + "l.kind = " + LeaseKind.RESTORED.code()
                + " AND l.low > ?";
        horizon = "SELECT l.leases_to, l.leases_at, l.cuts_to, l.cuts_at FROM " + words.horizons + "TRUE";
        indexList = "SELECT e.content FROM index_list e" + where + "TRUE";
        indexProgress =
                "SELECT e.commits, e.clearing, " + words.position + " FROM index_progress e" + where + "e.number = ?";
        indexErrors = "SELECT e.action, e.subject, e.message, e.moment FROM index_error e" + where
                + "e.number = ? ORDER BY " + words.errorOrder;
    }
}
