package io.mintmark.server.storage.sql;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.mintmark.document.DocumentId;
import io.mintmark.document.KeyForm;
import io.mintmark.server.storage.CounterName;
import io.mintmark.server.storage.DocumentContent;
import io.mintmark.server.storage.HiLoDocument;
import io.mintmark.server.storage.Listing;
import io.mintmark.server.storage.NamedNumber;
import io.mintmark.server.storage.Page;
import io.mintmark.server.storage.Slice;
import io.mintmark.server.storage.StorageFailedException;
import io.mintmark.server.storage.StorageStatistics;
import io.mintmark.server.storage.StoredDocument;
import java.sql.Connection;
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

    List<NamedNumber> identities(Slice slice) {
        return numbers(
                "SELECT key, value FROM identity WHERE key > ? ORDER BY key LIMIT ? OFFSET ?", slice.after(), slice);
    }

    List<NamedNumber> collections(Slice slice) {
        return numbers(
                "SELECT name, documents FROM collection WHERE key > ? AND documents > 0 ORDER BY key LIMIT ? OFFSET ?",
                KeyForm.of(slice.after()),
                slice);
    }

    private List<NamedNumber> numbers(String sql, String after, Slice slice) {
        return read(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setString(1, after);
                statement.setInt(2, slice.limit());
                statement.setInt(3, slice.skip());
                List<NamedNumber> numbers = new ArrayList<>();
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        numbers.add(new NamedNumber(rows.getString(1), rows.getLong(2)));
                    }
                }
                return numbers;
            }
        });
    }

    StorageStatistics statistics() {
        return read(connection -> new StorageStatistics(
                number(connection, "SELECT sum(documents) FROM collection"),
                number(connection, "SELECT identities FROM state"),
                number(connection, "SELECT etag FROM state"),
                number(connection, "PRAGMA page_count") * number(connection, "PRAGMA page_size")));
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
