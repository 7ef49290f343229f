package io.mintmark.server.storage.postgresql.read;

import io.mintmark.server.storage.document.Listing;
import io.mintmark.server.storage.row.KeyPrefix;

/**
 * The statements that read documents and the counters that look like documents, in one order. Stateless.
 *
 * <p>Both kinds yield the same columns; {@code max} is -1 for an ordinary document. Each half of a listing walks its own index.
 * Rows beyond the bytes of a page are dropped before their bodies are read.
 */
final class EntrySql {
    private static final String DOCUMENT =
            "SELECT database, key, id, etag, node, modified, collection, metadata, body, -1::bigint AS max FROM document"
                    + " WHERE database = ? AND ";
    private static final String COUNTER =
            "SELECT database, key, id, etag, node, modified, collection, metadata, body, max FROM counter"
                    + " WHERE database = ? AND shown AND ";
    private static final String NAMED =
            "SELECT e.id, e.etag, e.node, e.modified, c.name, e.metadata, e.body, e.max FROM (";
    private static final String NAMES = ") e JOIN collection c ON c.database = e.database AND c.number = e.collection";

    static final int ID = 1;
    static final int ETAG = 2;
    static final int NODE = 3;
    static final int MODIFIED = 4;
    static final int COLLECTION = 5;
    static final int METADATA = 6;
    static final int BODY = 7;
    static final int MAX = 8;

    static final String ONE_DOCUMENT = NAMED + DOCUMENT + "key = ?" + NAMES;
    static final String ONE_COUNTER = NAMED + COUNTER + "key = ?" + NAMES;
    static final String VERSION_OF_DOCUMENT = "SELECT node, etag FROM document WHERE database = ? AND key = ?";
    static final String VERSION_OF_COUNTER = "SELECT node, etag FROM counter WHERE database = ? AND shown AND key = ?";

    static final String SEVERAL_DOCUMENTS = NAMED + DOCUMENT + "key = ANY(?)" + NAMES;

    private static final String BY_PREFIX = list("key >= ? AND key < ?", "key");
    private static final String NEWEST_FIRST = list("(etag, node) < (?, ?)", "etag DESC, node DESC");
    private static final String OLDEST_FIRST = list("(etag, node) > (?, ?)", "etag, node");

    private EntrySql() {}

    /** Returns what names the collections of the documents that {@code rows} yields. */
    static String documents(String rows) {
        return NAMED + rows + NAMES;
    }

    /**
     * A list, as a statement and its parameters.
     *
     * @param first the first bound of both halves
     * @param second the second one
     */
    record Query(String sql, Object first, Object second) {}

    static Query list(Listing listing) {
        if (listing instanceof Listing.ByPrefix byPrefix) {
            return new Query(
                    BY_PREFIX,
                    KeyPrefix.lowerBound(byPrefix.keyPrefix(), byPrefix.after()),
                    KeyPrefix.upperBound(byPrefix.keyPrefix()));
        }
        if (listing instanceof Listing.NewestFirst newest) {
            WritePosition bound = WritePosition.bound(newest);
            return new Query(NEWEST_FIRST, bound.etag(), bound.node());
        }
        WritePosition bound = WritePosition.bound((Listing.OldestFirst) listing);
        return new Query(OLDEST_FIRST, bound.etag(), bound.node());
    }

    /** Parameters: for each half the database, two bounds and the limit; then the limit and the bytes of the page. */
    private static String list(String bounds, String order) {
        String half = bounds + " ORDER BY " + order + " LIMIT ?";
        String both = "(" + DOCUMENT + half + ") UNION ALL (" + COUNTER + half + ") ORDER BY " + order + " LIMIT ?";
        String sized = "SELECT l.*, coalesce(sum(octet_length(metadata) + octet_length(body)) OVER (ORDER BY " + order
                + " ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before FROM (" + both + ") l";
        return NAMED + sized + NAMES + " WHERE e.before < ? ORDER BY " + ordered(order);
    }

    private static String ordered(String order) {
        return "e." + order.replace(", ", ", e.");
    }
}
