package io.mintmark.storage.sql;

import io.mintmark.document.DocumentId;
import io.mintmark.document.KeyForm;
import io.mintmark.storage.LeaseRecord;
import io.mintmark.storage.NamedNumber;
import io.mintmark.storage.Slice;
import io.mintmark.storage.StorageReads;
import io.mintmark.storage.document.CollectionSize;
import io.mintmark.storage.document.Listing;
import io.mintmark.storage.document.Page;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.storage.index.ChangePage;
import io.mintmark.storage.index.IndexError;
import io.mintmark.storage.index.IndexProgress;
import io.mintmark.storage.index.IndexReads;
import io.mintmark.storage.index.KeptError;
import io.mintmark.storage.index.RowKey;
import io.mintmark.storage.index.RowsTooLargeException;
import io.mintmark.storage.lease.NumberFacts;
import io.mintmark.storage.row.KeyPrefix;
import io.mintmark.storage.row.Ticks;
import io.mintmark.storage.write.CounterName;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads of a database in SQL, beside its writers: documents, counts, changes and rows of indexes. An engine adds what
 * it knows of its writes. Safe for any number of threads.
 */
public abstract class SqlReads implements StorageReads, IndexReads {
    private static final RowKey.Kind[] KINDS = RowKey.Kind.values();

    /** A page stops after this many bytes of documents, so that a listing of large ones needs bounded memory. */
    private static final long PAGE_BYTES_MAX = 1L << 20;

    /** Runs the queries. */
    protected final QueryRunner queries;

    private final SqlFlavour flavour;
    private final ReadSql sql;
    private final EntryRows entries;
    private final LeaseReads leases;

    /** Reads by {@code queries} the database {@code databaseId}, as {@code flavour} spells it. */
    protected SqlReads(QueryRunner queries, SqlFlavour flavour, String databaseId) {
        this.queries = queries;
        this.flavour = flavour;
        this.sql = flavour.statements();
        this.entries = new EntryRows(databaseId, flavour.remedy());
        this.leases = new LeaseReads(queries, flavour);
    }

    @Override
    public final Optional<StoredDocument> read(DocumentId id) {
        boolean isCounter = CounterName.isShownBy(id);
        SqlQuery query = flavour.query(isCounter ? sql.counter : sql.document, id.key());
        return queries.first(query, row -> entries.asked(id, isCounter, row));
    }

    @Override
    public final Optional<String> version(DocumentId id) {
        String version = CounterName.isShownBy(id) ? sql.versionOfCounter : sql.versionOfDocument;
        return queries.first(flavour.query(version, id.key()), row -> entries.version(id, row));
    }

    @Override
    public final Page list(Listing listing, int limit) {
        int rows = Math.min(limit, flavour.pageMax());
        return queries.read(listed(listing, rows), found -> page(listing, found, rows));
    }

    private SqlQuery listed(Listing listing, int limit) {
        if (listing instanceof Listing.ByPrefix keys) {
            String first = KeyPrefix.lowerBound(keys.keyPrefix(), keys.after());
            return flavour.list(sql.byKey, first, KeyPrefix.upperBound(keys.keyPrefix()), limit, PAGE_BYTES_MAX);
        }
        if (listing instanceof Listing.OldestFirst oldest) {
            return listed(sql.oldestFirst, WritePosition.of(oldest.after(), oldest.fromEtag()), limit);
        }
        Listing.NewestFirst newest = (Listing.NewestFirst) listing;
        return listed(sql.newestFirst, WritePosition.of(newest.after(), Long.MAX_VALUE), limit);
    }

    private SqlQuery listed(String order, WritePosition bound, int limit) {
        return flavour.list(order, bound.etag(), bound.node(), limit, PAGE_BYTES_MAX);
    }

    private Page page(Listing listing, ResultSet rows, int limit) throws SQLException {
        List<StoredDocument> documents = new ArrayList<>();
        long bytes = 0;
        Optional<Listing> next = Optional.empty();
        while (next.isEmpty() && rows.next()) {
            StoredDocument document = entries.either(rows);
            documents.add(document);
            bytes += document.content().body().length + document.content().metadata().length;
            if (documents.size() == limit || bytes >= PAGE_BYTES_MAX) {
                next = Optional.of(after(listing, document.id(), entries.place(rows)));
            }
        }
        return new Page(documents, next);
    }

    private static Listing after(Listing listing, DocumentId id, WritePosition place) {
        if (listing instanceof Listing.ByPrefix byPrefix) {
            return new Listing.ByPrefix(byPrefix.keyPrefix(), id);
        }
        return listing instanceof Listing.OldestFirst oldest
                ? new Listing.OldestFirst(oldest.fromEtag(), place)
                : new Listing.NewestFirst(place);
    }

    @Override
    public final List<NamedNumber> identities(Slice slice) {
        return slice(sql.identities, slice.after(), slice, SqlReads::named);
    }

    @Override
    public final List<NamedNumber> collections(Slice slice) {
        return slice(sql.collections, KeyForm.of(slice.after()), slice, SqlReads::named);
    }

    @Override
    public final List<CollectionSize> collectionSizes(Slice slice) {
        return slice(
                sql.collectionSizes,
                KeyForm.of(slice.after()),
                slice,
                row -> new CollectionSize(row.getString(1), row.getLong(2), row.getLong(3)));
    }

    private <T> List<T> slice(String all, String after, Slice slice, RowReader<T> reader) {
        return queries.all(flavour.query(all, after, (long) slice.limit(), (long) slice.skip()), reader);
    }

    @Override
    public final List<LeaseRecord> leases(CounterName counter, long below, int limit) {
        return leases.leases(counter, below, limit);
    }

    @Override
    public final NumberFacts facts(CounterName counter, long number) {
        return leases.facts(counter, number);
    }

    private static NamedNumber named(ResultSet row) throws SQLException {
        return new NamedNumber(row.getString(1), row.getLong(2));
    }

    @Override
    public final ChangePage after(@Nullable String position, int limit) {
        return new ChangeReads(queries, flavour, entries, limit).page(position);
    }

    @Override
    public final byte[] indexList() {
        return queries.first(flavour.query(sql.indexList), row -> row.getBytes(1))
                .orElseGet(() -> new byte[0]);
    }

    @Override
    public final IndexProgress indexProgress(long index) {
        return queries.first(flavour.query(sql.indexProgress, index), this::progress)
                .orElse(IndexProgress.NONE);
    }

    private IndexProgress progress(ResultSet row) throws SQLException {
        return new IndexProgress(row.getLong(1), flavour.position(row, 3), row.getBoolean(2));
    }

    @Override
    public final Map<RowKey, byte[]> indexRows(long index, Collection<RowKey> keys) {
        flavour.bytesOfIndexRows(index, keys)
                .ifPresent(bytes -> RowsTooLargeException.require(queries.number(bytes), keys.size()));
        Map<RowKey, byte[]> found = new HashMap<>();
        for (SqlQuery query : flavour.indexRows(index, keys)) {
            found.putAll(queries.read(query, rows -> rows(rows, keys.size())));
        }
        return found;
    }

    private static Map<RowKey, byte[]> rows(ResultSet rows, int keys) throws SQLException {
        Map<RowKey, byte[]> found = new HashMap<>();
        long bytes = 0;
        while (rows.next()) {
            byte[] content = rows.getBytes(3);
            bytes += content.length;
            RowsTooLargeException.require(bytes, keys);
            found.put(new RowKey(KINDS[rows.getInt(1)], rows.getString(2)), content);
        }
        return found;
    }

    @Override
    public final List<RowKey> someIndexRows(long index, RowKey.Kind kind, int limit) {
        return queries.all(flavour.someIndexRows(index, kind, limit), row -> new RowKey(kind, row.getString(1)));
    }

    @Override
    public final List<KeptError> indexErrors(long index) {
        return queries.all(
                flavour.query(sql.indexErrors, index),
                row -> new KeptError(
                        new IndexError(row.getString(1), row.getString(2), row.getString(3)),
                        Ticks.toInstant(row.getLong(4))));
    }
}
