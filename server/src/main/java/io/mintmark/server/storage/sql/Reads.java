package io.mintmark.server.storage.sql;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.mintmark.document.DocumentId;
import io.mintmark.server.storage.CounterName;
import io.mintmark.server.storage.DocumentContent;
import io.mintmark.server.storage.HiLoDocument;
import io.mintmark.server.storage.Listing;
import io.mintmark.server.storage.Page;
import io.mintmark.server.storage.StorageFailedException;
import io.mintmark.server.storage.StorageStatistics;
import io.mintmark.server.storage.StoredDocument;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;
import org.sqlite.SQLiteOpenMode;

/** Reads of a database, on connections of their own: none waits for the writer. Safe for any number of threads. */
final class Reads implements AutoCloseable {
    private static final int CONNECTIONS_MAX = 8;

    /** A page stops after this many bytes of documents, so that a listing of large ones needs bounded memory. */
    private static final long PAGE_BYTES_MAX = 1L << 20;

    private final ReadWriteLock gate = new ReentrantReadWriteLock();
    private final HikariDataSource connections;
    private final String name;
    private final String databaseId;

    private final Supplier<@Nullable StorageFailedException> fenced;

    /** Reads until {@code fenced} says why not. */
    Reads(String url, String name, String databaseId, Supplier<@Nullable StorageFailedException> fenced) {
        this.fenced = fenced;
        this.name = name;
        this.databaseId = databaseId;
        SQLiteConfig config = new SQLiteConfig();
        // A file that is gone must not be made anew by whoever wants to read it.
        config.resetOpenMode(SQLiteOpenMode.CREATE);
        SQLiteDataSource source = new SQLiteDataSource(config);
        source.setUrl(url);
        connections = new HikariDataSource(pool(name, source));
    }

    private static HikariConfig pool(String name, SQLiteDataSource source) {
        HikariConfig pool = new HikariConfig();
        pool.setPoolName("mintmark-reads-" + name);
        pool.setDataSource(source);
        pool.setMaximumPoolSize(CONNECTIONS_MAX);
        pool.setMinimumIdle(0);
        pool.setInitializationFailTimeout(-1);
        pool.setConnectionInitSql("PRAGMA query_only=ON");
        return pool;
    }

    /** Something to read on a connection. */
    @FunctionalInterface
    private interface Reading<T> {
        T on(Connection connection) throws SQLException;
    }

    private <T> T read(Reading<T> reading) {
        gate.readLock().lock();
        try {
            if (connections.isClosed()) {
                throw new StorageFailedException("The database " + name + " is closed: open it again to use it.");
            }
            StorageFailedException no = fenced.get();
            if (no != null) {
                throw PendingWork.again(no);
            }
            return readOpen(reading);
        } finally {
            gate.readLock().unlock();
        }
    }

    private <T> T readOpen(Reading<T> reading) {
        try (Connection connection = connections.getConnection()) {
            return reading.on(connection);
        } catch (SQLException e) {
            throw new StorageFailedException(
                    "The database " + name + " cannot be read: " + e.getMessage() + ". Look at its disk and files.", e);
        }
    }

    Optional<StoredDocument> document(DocumentId id) {
        String sql = CounterName.isShownBy(id) ? EntrySql.ONE_COUNTER : EntrySql.ONE_DOCUMENT;
        return read(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setString(1, id.key());
                try (ResultSet row = statement.executeQuery()) {
                    return row.next() ? Optional.of(requireAsked(id, stored(row))) : Optional.empty();
                }
            }
        });
    }

    /** A bit that flipped in the index leads to another document, which must not be shown under this one's name. */
    private static StoredDocument requireAsked(DocumentId asked, StoredDocument found) {
        if (!found.id().key().equals(asked.key())) {
            throw new StorageFailedException("The index leads from " + asked.text() + " to "
                    + found.id().text() + ": it was damaged after it was written. " + Damage.REMEDY);
        }
        return found;
    }

    Page page(Listing listing, int limit) {
        return read(connection -> {
            try (PreparedStatement statement = EntrySql.prepare(connection, listing, limit);
                    ResultSet rows = statement.executeQuery()) {
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
        return listing instanceof Listing.NewestFirst
                ? new Listing.NewestFirst(last.etag())
                : new Listing.OldestFirst(last.etag() + 1);
    }

    private StoredDocument stored(ResultSet row) throws SQLException {
        long max = row.getLong("max");
        byte[] members = row.getBytes("body");
        byte[] body = max < 0 ? members : HiLoDocument.body(max, members);
        long etag = row.getLong("etag");
        return new StoredDocument(
                DocumentId.of(row.getString("id")),
                new DocumentContent(row.getString("collection"), body, row.getBytes("metadata")),
                ChangeVectors.format(row.getString("node"), etag, databaseId),
                etag,
                Ticks.toInstant(row.getLong("modified")));
    }

    Map<String, Long> identities(int start, int limit) {
        return read(connection -> {
            try (PreparedStatement statement =
                    connection.prepareStatement("SELECT key, value FROM identity ORDER BY key LIMIT ? OFFSET ?")) {
                statement.setInt(1, limit);
                statement.setInt(2, start);
                Map<String, Long> identities = new LinkedHashMap<>();
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        identities.put(rows.getString(1), rows.getLong(2));
                    }
                }
                return identities;
            }
        });
    }

    StorageStatistics statistics() {
        return read(connection -> {
            Map<String, Long> collections = new LinkedHashMap<>();
            long documents = 0;
            try (PreparedStatement statement = connection.prepareStatement(
                            "SELECT name, documents FROM collection WHERE documents > 0 ORDER BY key");
                    ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    collections.put(rows.getString(1), rows.getLong(2));
                    documents += rows.getLong(2);
                }
            }
            long identities = number(connection, "SELECT count(*) FROM identity");
            long etag = number(connection, "SELECT etag FROM state");
            long size = number(connection, "PRAGMA page_count") * number(connection, "PRAGMA page_size");
            return new StorageStatistics(documents, collections, identities, etag, size);
        });
    }

    long lastEtag() {
        return read(connection -> number(connection, "SELECT etag FROM state"));
    }

    private static long number(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet row = statement.executeQuery()) {
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
