package io.mintmark.server.storage.sqlite.read;

import io.mintmark.document.DocumentId;
import io.mintmark.document.KeyForm;
import io.mintmark.document.NodeTag;
import io.mintmark.server.storage.NamedNumber;
import io.mintmark.server.storage.Slice;
import io.mintmark.server.storage.StorageFailedException;
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
import io.mintmark.server.storage.index.ChangePage;
import io.mintmark.server.storage.row.StoredId;
import io.mintmark.server.storage.row.Ticks;
import io.mintmark.server.storage.sqlite.file.Damage;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads of a database, on connections of their own: none waits for the writer. Safe for any number of threads. */
public final class Reads implements AutoCloseable, StorageReads {
    /** A page stops after this many bytes of documents, so that a listing of large ones needs bounded memory. */
    private static final long PAGE_BYTES_MAX = 1L << 20;

    /** The lengths stand before the bytes, so none of a document is read that does not lie in its row's first page. */
    private static final String COLLECTION_SIZES = "SELECT c.name, c.documents,"
            + " (SELECT coalesce(sum(length(d.metadata) + length(d.body)), 0) FROM document d WHERE d.collection = c.number)"
            + " FROM collection c WHERE c.key > ? AND c.documents > 0 ORDER BY c.key LIMIT ? OFFSET ?";

    private static final String LAST_ETAG = "SELECT etag FROM state";

    private final ReadWriteLock gate = new ReentrantReadWriteLock();
    private final ReadConnections connections;
    private final String name;
    private final String databaseId;
    private final NodeTag node;

    private final Supplier<@Nullable StorageFailedException> fenced;

    /** Reads until {@code fenced} says why not. */
    public Reads(
            String url,
            String name,
            String databaseId,
            NodeTag node,
            Supplier<@Nullable StorageFailedException> fenced) {
        this.node = node;
        this.fenced = fenced;
        this.name = name;
        this.databaseId = databaseId;
        this.connections = new ReadConnections(url, name);
    }

    /** Something to read. */
    @FunctionalInterface
    public interface Reading<T> {
        /** Reads it by {@code statements}. */
        T by(ReadStatements statements) throws SQLException;
    }

    /** Returns what {@code reading} finds. */
    public <T> T read(Reading<T> reading) {
        gate.readLock().lock();
        try {
            if (connections.isClosed()) {
                throw new StorageFailedException("The database " + name + " is closed: open it again to use it.");
            }
            StorageFailedException no = fenced.get();
            if (no != null) {
                throw no.again();
            }
            return connections.read(reading);
        } catch (SQLException e) {
            throw new StorageFailedException(
                    "The database " + name + " cannot be read: " + e.getMessage() + ". Look at its disk and files.", e);
        } finally {
            gate.readLock().unlock();
        }
    }

    /** Returns the document with that id, if there is one. */
    public Optional<StoredDocument> read(DocumentId id) {
        boolean counter = CounterName.isShownBy(id);
        return read(statements -> {
            PreparedStatement statement = statements.of(counter ? EntrySql.ONE_COUNTER : EntrySql.ONE_DOCUMENT);
            statement.setString(1, id.key());
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                    return Optional.empty();
                }
                return Optional.of(counter ? requireAsked(id, stored(row)) : one(id, row));
            }
        });
    }

    private StoredDocument one(DocumentId asked, ResultSet row) throws SQLException {
        EntrySql.Head head = EntrySql.Head.of(row);
        return new StoredDocument(
                requireSame(asked, row.getString(1)),
                new DocumentContent(row.getString(3), row.getBytes(5), row.getBytes(4)),
                ChangeVectors.format(head.node(), head.etag(), databaseId),
                head.etag(),
                Ticks.toInstant(head.modified()));
    }

    /** Returns the change vector of a document, without reading more of it. */
    public Optional<String> version(DocumentId id) {
        String sql = CounterName.isShownBy(id) ? EntrySql.VERSION_OF_COUNTER : EntrySql.VERSION_OF_DOCUMENT;
        return read(statements -> {
            PreparedStatement statement = statements.of(sql);
            statement.setString(1, id.key());
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? Optional.of(requireVersion(id, row)) : Optional.empty();
            }
        });
    }

    private String requireVersion(DocumentId asked, ResultSet row) throws SQLException {
        DocumentId ignored = requireSame(asked, row.getString(1));
        EntrySql.Head head = EntrySql.Head.of(row);
        return ChangeVectors.format(head.node(), head.etag(), databaseId);
    }

    /** A bit that flipped in the index leads to another document, which must not be shown under this one's name. */
    private static StoredDocument requireAsked(DocumentId asked, StoredDocument found) {
        requireSame(asked, found.id());
        return found;
    }

    /** Returns the id in the spelling of {@code found}, which mostly is the one that was asked for. */
    private static DocumentId requireSame(DocumentId asked, String found) {
        if (asked.text().equals(found)) {
            return asked;
        }
        DocumentId stored = StoredId.of(found, Damage.REMEDY);
        requireSame(asked, stored);
        return stored;
    }

    private static void requireSame(DocumentId asked, DocumentId found) {
        if (!found.equals(asked)) {
            throw new StorageFailedException("The index leads from " + asked.text() + " to " + found.text()
                    + ": it was damaged after it was written. " + Damage.REMEDY);
        }
    }

    /** Returns documents in the listing's order, {@code limit} at most. */
    public Page list(Listing listing, int limit) {
        return read(statements -> {
            try (ResultSet rows = EntrySql.list(statements, listing, limit)) {
                return collect(listing, rows, limit);
            }
        });
    }

    private Page collect(Listing listing, ResultSet rows, int limit) throws SQLException {
        List<StoredDocument> documents = new ArrayList<>();
        long bytes = 0;
        while (rows.next()) {
            StoredDocument document = stored(rows);
            documents.add(document);
            bytes += document.content().body().length + document.content().metadata().length;
            if (bytes >= PAGE_BYTES_MAX) {
                break;
            }
        }
        boolean more = documents.size() == limit || bytes >= PAGE_BYTES_MAX;
        return new Page(
                documents, more && !documents.isEmpty() ? Optional.of(after(listing, documents)) : Optional.empty());
    }

    private static Listing after(Listing listing, List<StoredDocument> documents) {
        StoredDocument last = documents.get(documents.size() - 1);
        if (listing instanceof Listing.ByPrefix byPrefix) {
            return new Listing.ByPrefix(byPrefix.keyPrefix(), last.id());
        }
        EtagPosition place = new EtagPosition(last.etag());
        return listing instanceof Listing.OldestFirst oldest
                ? new Listing.OldestFirst(oldest.fromEtag(), place)
                : new Listing.NewestFirst(place);
    }

    private StoredDocument stored(ResultSet row) throws SQLException {
        long max = row.getLong(EntrySql.MAX);
        byte[] members = row.getBytes(EntrySql.BODY);
        byte[] body = max < 0 ? members : HiLoDocument.body(max, members);
        long etag = row.getLong(EntrySql.ETAG);
        return new StoredDocument(
                StoredId.of(row.getString(EntrySql.ID), Damage.REMEDY),
                new DocumentContent(row.getString(EntrySql.COLLECTION), body, row.getBytes(EntrySql.METADATA)),
                ChangeVectors.format(row.getString(EntrySql.NODE), etag, databaseId),
                etag,
                Ticks.toInstant(row.getLong(EntrySql.MODIFIED)));
    }

    /** Returns changes of documents after a position, {@code limit} at most. */
    public ChangePage changes(@Nullable String position, int limit) {
        return read(statements ->
                ChangeReads.page(statements, this::stored, position, number(statements, LAST_ETAG), limit));
    }

    /** Returns identities with their latest numbers, by name. */
    public List<NamedNumber> identities(Slice slice) {
        return numbers(
                "SELECT key, value FROM identity WHERE key > ? ORDER BY key LIMIT ? OFFSET ?", slice.after(), slice);
    }

    /** Returns collections with how many documents each has; empty ones are left out. */
    public List<NamedNumber> collections(Slice slice) {
        return numbers(
                "SELECT name, documents FROM collection WHERE key > ? AND documents > 0 ORDER BY key LIMIT ? OFFSET ?",
                KeyForm.of(slice.after()),
                slice);
    }

    /** Returns the same with the size of each. */
    public List<CollectionSize> collectionSizes(Slice slice) {
        return slice(
                COLLECTION_SIZES,
                KeyForm.of(slice.after()),
                slice,
                row -> new CollectionSize(row.getString(1), row.getLong(2), row.getLong(3)));
    }

    private List<NamedNumber> numbers(String sql, String after, Slice slice) {
        return slice(sql, after, slice, row -> new NamedNumber(row.getString(1), row.getLong(2)));
    }

    /** What a row says. */
    @FunctionalInterface
    private interface Row<T> {
        T of(ResultSet row) throws SQLException;
    }

    private <T> List<T> slice(String sql, String after, Slice slice, Row<T> row) {
        return read(statements -> {
            PreparedStatement statement = statements.of(sql);
            statement.setString(1, after);
            statement.setInt(2, slice.limit());
            statement.setInt(3, slice.skip());
            List<T> found = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    found.add(row.of(rows));
                }
            }
            return found;
        });
    }

    /** Returns counts and sizes. */
    public StorageStatistics statistics() {
        return read(statements -> {
            long documents = number(statements, "SELECT sum(documents) FROM collection");
            long identities = number(statements, "SELECT identities FROM state");
            long etag = number(statements, LAST_ETAG);
            return new StorageStatistics(
                    documents,
                    identities,
                    etag,
                    etag == 0 ? "" : ChangeVectors.format(node.text(), etag, databaseId),
                    "SQLite",
                    number(statements, "PRAGMA page_count") * number(statements, "PRAGMA page_size"));
        });
    }

    /** Returns what is another text after every write. */
    public String listVersion() {
        return lastEtag() + "-" + databaseId;
    }

    /** Returns the etag of the newest write. */
    public long lastEtag() {
        return read(statements -> number(statements, LAST_ETAG));
    }

    private static long number(ReadStatements statements, String sql) throws SQLException {
        try (ResultSet row = statements.of(sql).executeQuery()) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    /** Waits for the reads under way; the pool would make those that come during its end wait for its time-out. */
    @Override
    public void close() {
        gate.writeLock().lock();
        try {
            connections.close();
        } finally {
            gate.writeLock().unlock();
        }
    }
}
