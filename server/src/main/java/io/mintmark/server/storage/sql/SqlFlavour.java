package io.mintmark.server.storage.sql;

/** How an engine spells the reads of one database, where engines differ. Thread-safe. */
public interface SqlFlavour {
    /** Returns the statements that are alike but for their spelling. */
    ReadSql statements();

    /** Returns a query of them: what tells the database is its first parameter, where something has to. */
    Query query(String sql, Object... parameters);

    /**
     * Returns a part of a list: rows of documents and of counters, each with a {@code max}.
     *
     * @param limit at most so many rows
     * @param bytesMax rows behind so many bytes need not be there
     */
    Query list(ListOrder.Part part, int limit, long bytesMax);

    /** Returns how many documents a page has at most, so that what is looked at for it is bounded. */
    default int pageMax() {
        return Integer.MAX_VALUE;
    }

    /** Returns collections: name and documents, of the keys behind one, with a limit and an offset. */
    String collections();

    /** Returns the same with bytes. */
    String collectionSizes();

    /** Returns how changes are read. */
    ChangeSql changes();

    /** Returns how rows of indexes are read. */
    IndexSql indexes();

    /** Returns what an operator does about damage. */
    String remedy();
}
