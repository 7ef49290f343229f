package io.mintmark.server.storage.postgresql.read;

import io.mintmark.document.DocumentId;
import io.mintmark.document.KeyForm;
import io.mintmark.document.NodeTag;
import io.mintmark.server.storage.NamedNumber;
import io.mintmark.server.storage.Slice;
import io.mintmark.server.storage.StorageReads;
import io.mintmark.server.storage.StorageStatistics;
import io.mintmark.server.storage.counter.CounterName;
import io.mintmark.server.storage.counter.HiLoDocument;
import io.mintmark.server.storage.document.ChangeVectors;
import io.mintmark.server.storage.document.CollectionSize;
import io.mintmark.server.storage.document.DocumentContent;
import io.mintmark.server.storage.document.Listing;
import io.mintmark.server.storage.document.Page;
import io.mintmark.server.storage.document.StoredDocument;
import io.mintmark.server.storage.row.StoredId;
import io.mintmark.server.storage.row.Ticks;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads of a database. Safe for any number of threads. */
public final class PostgresReads implements StorageReads {
    /** A page stops after this many bytes of documents, so that a listing of large ones needs bounded memory. */
    private static final long PAGE_BYTES_MAX = 1L << 20;

    /** A page has no more documents, so that what is looked at beyond its bytes is bounded, too. */
    private static final int PAGE_ROWS_MAX = 1_024;

    private static final String REMEDY =
            "Stop all servers, let pg_amcheck and the log of PostgreSQL say what else is damaged, and put a backup back.";

    private static final String VERSIONS =
            "SELECT node, lane, etag FROM node_state WHERE database = ? ORDER BY node, lane";
    private static final String WRITTEN =
            "SELECT node, max(etag) FROM node_state WHERE database = ? AND etag > 0 GROUP BY node ORDER BY node";
    private static final String LAST_ETAG = "SELECT max(etag) FROM node_state WHERE database = ? AND node = ?";
    private static final String IDENTITIES =
            "SELECT key, value FROM identity WHERE database = ? AND key > ? ORDER BY key LIMIT ? OFFSET ?";
    private static final String COLLECTIONS =
            "SELECT c.name, sum(n.documents), sum(n.bytes) FROM collection c JOIN collection_count n"
                    + " ON n.database = c.database AND n.collection = c.number WHERE c.database = ? AND c.key > ?"
                    + " GROUP BY c.key, c.name HAVING sum(n.documents) > 0 ORDER BY c.key LIMIT ? OFFSET ?";
    private static final String TALLY = "SELECT coalesce(sum(documents), 0), coalesce(sum(bytes), 0),"
            + " (SELECT coalesce(sum(identities), 0) FROM node_state WHERE database = ?)"
            + " FROM collection_count WHERE database = ?";

    private final ReadConnections connections;
    private final long database;
    private final String databaseId;
    private final String node;

    /** Reads the database number {@code database}, on {@code node}. */
    public PostgresReads(ReadConnections connections, long database, String databaseId, NodeTag node) {
        this.connections = connections;
        this.database = database;
        this.databaseId = databaseId;
        this.node = node.text();
    }

    /** Returns the document with that id, if there is one. */
    public Optional<StoredDocument> read(DocumentId id) {
        String sql = CounterName.isShownBy(id) ? EntrySql.ONE_COUNTER : EntrySql.ONE_DOCUMENT;
        return connections.first(sql, this::stored, database, id.key());
    }

    /** Returns the change vector of a document, without reading more of it. */
    public Optional<String> version(DocumentId id) {
        String sql = CounterName.isShownBy(id) ? EntrySql.VERSION_OF_COUNTER : EntrySql.VERSION_OF_DOCUMENT;
        return connections.first(sql, this::vector, database, id.key());
    }

    private String vector(ResultSet row) throws SQLException {
        return ChangeVectors.format(row.getString(1), row.getLong(2), databaseId);
    }

    /** Returns documents in the listing's order, {@code limit} at most. */
    public Page list(Listing listing, int limit) {
        EntrySql.Query query = EntrySql.list(listing);
        long rows = Math.min(limit, PAGE_ROWS_MAX);
        List<Found> found = connections.all(
                query.sql(),
                this::found,
                database,
                query.first(),
                query.second(),
                rows,
                database,
                query.first(),
                query.second(),
                rows,
                rows,
                PAGE_BYTES_MAX);
        boolean more = found.size() == rows || bytes(found) >= PAGE_BYTES_MAX;
        return new Page(
                found.stream().map(Found::document).toList(),
                more && !found.isEmpty() ? Optional.of(after(listing, found.get(found.size() - 1))) : Optional.empty());
    }

    /** A document, and its place among writes. */
    private record Found(StoredDocument document, WritePosition place) {}

    private Found found(ResultSet row) throws SQLException {
        StoredDocument document = stored(row);
        return new Found(document, new WritePosition(document.etag(), row.getString(EntrySql.NODE)));
    }

    /** What is stored, not what is shown: a HiLo document's number is not among it. */
    private static long bytes(List<Found> found) {
        long bytes = 0;
        for (Found each : found) {
            DocumentContent content = each.document().content();
            bytes += content.body().length + content.metadata().length;
        }
        return bytes;
    }

    private static Listing after(Listing listing, Found last) {
        if (listing instanceof Listing.ByPrefix byPrefix) {
            return new Listing.ByPrefix(byPrefix.keyPrefix(), last.document().id());
        }
        return listing instanceof Listing.OldestFirst oldest
                ? new Listing.OldestFirst(oldest.fromEtag(), last.place())
                : new Listing.NewestFirst(last.place());
    }

    StoredDocument stored(ResultSet row) throws SQLException {
        long max = row.getLong(EntrySql.MAX);
        byte[] members = row.getBytes(EntrySql.BODY);
        byte[] body = max < 0 ? members : HiLoDocument.body(max, members);
        long etag = row.getLong(EntrySql.ETAG);
        return new StoredDocument(
                id(row.getString(EntrySql.ID)),
                new DocumentContent(row.getString(EntrySql.COLLECTION), body, row.getBytes(EntrySql.METADATA)),
                ChangeVectors.format(row.getString(EntrySql.NODE), etag, databaseId),
                etag,
                Ticks.toInstant(row.getLong(EntrySql.MODIFIED)));
    }

    static DocumentId id(@Nullable String text) {
        return StoredId.of(text, REMEDY);
    }

    /** Returns identities with their latest numbers, by name. */
    public List<NamedNumber> identities(Slice slice) {
        return numbers(IDENTITIES, slice.after(), slice);
    }

    /** Returns collections with how many documents each has, on all nodes together; empty ones are left out. */
    public List<NamedNumber> collections(Slice slice) {
        return numbers(COLLECTIONS, KeyForm.of(slice.after()), slice);
    }

    /** Returns the same with the size of each, which is added up with every write. */
    public List<CollectionSize> collectionSizes(Slice slice) {
        return connections.all(
                COLLECTIONS,
                row -> new CollectionSize(row.getString(1), row.getLong(2), row.getLong(3)),
                database,
                KeyForm.of(slice.after()),
                (long) slice.limit(),
                (long) slice.skip());
    }

    private List<NamedNumber> numbers(String sql, String after, Slice slice) {
        return connections.all(
                sql,
                row -> new NamedNumber(row.getString(1), row.getLong(2)),
                database,
                after,
                (long) slice.limit(),
                (long) slice.skip());
    }

    /** Returns the etag of this node's newest write, from the engine: whoever asks learns whether that answers. */
    public long lastEtag() {
        return connections
                .first(LAST_ETAG, row -> row.getLong(1), database, node)
                .orElse(0L);
    }

    /** Returns counts that are kept, and for the size an estimate: what bodies and metadata have, without indexes. */
    public StorageStatistics statistics() {
        long lastEtag = lastEtag();
        List<String> written = connections.all(WRITTEN, this::vector, database);
        return connections
                .first(
                        TALLY,
                        row -> new StorageStatistics(
                                row.getLong(1),
                                row.getLong(3),
                                lastEtag,
                                String.join(", ", written),
                                "PostgreSQL",
                                row.getLong(2)),
                        database,
                        database)
                .orElseThrow();
    }

    /** Returns what is another text after every write, on whatever node: a lane's etag may be committed after a larger one of the other. */
    public String listVersion() {
        List<String> etags = connections.all(
                VERSIONS, row -> row.getString(1) + row.getString(2).charAt(0) + ":" + row.getLong(3), database);
        return String.join(",", etags) + "-" + databaseId;
    }
}
