package io.mintmark.server.storage.sql;

/** The statements of reads that engines spell alike, but for what tells which rows are a database's. Immutable. */
public final class ReadSql {
    private static final String VERSION = "SELECT e.id, " + EntryRows.HEAD_COLUMN + " FROM ";
    private static final String SHOWN = "e.shown = TRUE AND ";

    final String document;
    final String counter;
    final String versionOfDocument;
    final String versionOfCounter;
    final String identities;
    final String indexList;
    final String indexProgress;
    final String indexErrors;

    /**
     * Composes them.
     *
     * @param scope says of a row {@code e} that it is of the database, with one parameter and an {@code AND} behind it; empty where
     *     all rows are
     * @param collection joins a row {@code e} with its collection {@code c}
     * @param position the columns of how far an index has come in the changes
     * @param errorOrder what errors of an index are sorted by, the oldest first
     */
    public ReadSql(String scope, String collection, String position, String errorOrder) {
        String byKey = " WHERE " + scope + "e.key = ?";
        String shownByKey = " WHERE " + scope + SHOWN + "e.key = ?";
        String byIndex = " WHERE " + scope + "e.number = ?";
        document = "SELECT " + EntryRows.COLUMNS + " FROM document e" + collection + byKey;
        counter = "SELECT " + EntryRows.COLUMNS + ", e.max FROM counter e" + collection + shownByKey;
        versionOfDocument = VERSION + "document e" + byKey;
        versionOfCounter = VERSION + "counter e" + shownByKey;
        identities =
                "SELECT e.key, e.value FROM identity e WHERE " + scope + "e.key > ? ORDER BY e.key LIMIT ? OFFSET ?";
        indexList = "SELECT e.content FROM index_list e WHERE " + scope + "TRUE";
        indexProgress = "SELECT e.commits, e.clearing, " + position + " FROM index_progress e" + byIndex;
        indexErrors = "SELECT e.action, e.subject, e.message, e.moment FROM index_error e" + byIndex + " ORDER BY "
                + errorOrder;
    }
}
