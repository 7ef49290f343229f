package io.mintmark.server.storage.sqlite.write;

import io.mintmark.server.storage.counter.CounterName;
import io.mintmark.server.storage.index.IndexError;
import io.mintmark.server.storage.index.IndexProgress;
import io.mintmark.server.storage.index.RowKey;
import io.mintmark.server.storage.row.DeletionRow;
import io.mintmark.server.storage.row.GroupIndexes;
import io.mintmark.server.storage.row.GroupTable;
import io.mintmark.server.storage.row.IndexErrorRow;
import io.mintmark.server.storage.row.IndexListRow;
import io.mintmark.server.storage.row.IndexProgressRow;
import io.mintmark.server.storage.row.IndexRowName;
import io.mintmark.server.storage.row.Ticks;
import io.mintmark.server.storage.sqlite.file.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The tables of indexes, as the writer sees them. Used by the writer thread only.
 *
 * <p>Deletions are kept while there is an index, up to where the slowest one has read.
 */
final class StoredIndexes {
    /** How many errors of an index are kept. */
    private static final int ERRORS_MAX = 500;

    private static final IndexListRow SOME_LIST = new IndexListRow(1, new byte[0], Set.of());

    private final Connection connection;
    private final String node;
    private final PreparedStatement find;
    private final PreparedStatement put;
    private final PreparedStatement remove;
    private final PreparedStatement putDocument;
    private final PreparedStatement removeDocument;
    private final PreparedStatement progress;
    private final PreparedStatement delete;
    private final PreparedStatement prune;

    /** Writes on {@code connection}, by the only node, whose tag is {@code node}. */
    StoredIndexes(Connection connection, String node) throws SQLException {
        this.connection = connection;
        this.node = node;
        find = connection.prepareStatement("SELECT commits, position, clearing FROM index_progress WHERE number = ?");
        put = connection.prepareStatement("INSERT INTO index_row (number, kind, key, content) VALUES (?, ?, ?, ?)"
                + " ON CONFLICT (number, kind, key) DO UPDATE SET content = excluded.content");
        remove = connection.prepareStatement("DELETE FROM index_row WHERE number = ? AND kind = ? AND key = ?");
        putDocument = connection.prepareStatement("INSERT INTO index_document (number, key, content) VALUES (?, ?, ?)"
                + " ON CONFLICT (number, key) DO UPDATE SET content = excluded.content");
        removeDocument = connection.prepareStatement("DELETE FROM index_document WHERE number = ? AND key = ?");
        progress = connection.prepareStatement(
                "UPDATE index_progress SET commits = ?2, position = ?3, clearing = ?4 WHERE number = ?1");
        delete = connection.prepareStatement("INSERT INTO deletion (etag, key, id, collection) SELECT ?, ?, ?, ?"
                + " WHERE EXISTS (SELECT 1 FROM index_progress)");
        prune = connection.prepareStatement("DELETE FROM deletion WHERE etag <= (SELECT"
                + " coalesce(min(coalesce(CAST(position AS INTEGER), 0)), 9223372036854775807) FROM index_progress)");
    }

    /** Returns how far an index has come, or null if it is not in the list. */
    @Nullable IndexProgressRow progress(long index) throws SQLException {
        find.setLong(1, index);
        try (ResultSet row = find.executeQuery()) {
            return row.next()
                    ? new IndexProgressRow(
                            new IndexProgress(row.getLong(1), row.getString(2), row.getInt(3) == 1), node, 0)
                    : null;
        }
    }

    /** Returns a list, whatever it says, or null if there is none. */
    @Nullable IndexListRow list() throws SQLException {
        return Sql.number(connection, "SELECT 1 FROM index_list").isPresent() ? SOME_LIST : null;
    }

    /** Keeps what a group deleted, if there is an index that must hear of it; documents that show counters are in none. */
    void keep(GroupTable<Long, DeletionRow> deletions) throws SQLException {
        for (Map.Entry<Long, Optional<DeletionRow>> each : deletions.changes().entrySet()) {
            DeletionRow row = each.getValue().orElseThrow();
            if (!CounterName.isShownBy(row.id())) {
                delete.setLong(1, each.getKey());
                delete.setString(2, row.id().key());
                delete.setString(3, row.id().text());
                delete.setLong(4, row.collection());
                delete.executeUpdate();
            }
        }
    }

    /** Writes what a group changed of indexes. */
    void write(GroupIndexes tables, Instant now) throws SQLException {
        Optional<IndexListRow> list = tables.list().changes().getOrDefault(GroupIndexes.LIST, Optional.empty());
        if (list.isPresent()) {
            put(list.get());
        }
        for (Map.Entry<IndexRowName, Optional<byte[]>> row :
                tables.rows().changes().entrySet()) {
            write(row.getKey().index(), row.getKey().row(), row.getValue().orElse(null));
        }
        for (long index : tables.forgotten().changes().keySet()) {
            Sql.execute(connection, "DELETE FROM index_error WHERE number = ?", index);
        }
        for (Optional<IndexErrorRow> error : tables.errors().changes().values()) {
            if (error.isPresent()) {
                add(error.get().index(), error.get().error(), now);
            }
        }
        for (Map.Entry<Long, Optional<IndexProgressRow>> next :
                tables.progress().changes().entrySet()) {
            write(next.getKey(), next.getValue().orElseThrow().progress());
        }
        prune.executeUpdate();
    }

    /** Stores the list, begins to keep what its new indexes need, and forgets what was kept for those that are gone. */
    private void put(IndexListRow list) throws SQLException {
        Sql.execute(
                connection,
                "INSERT INTO index_list (one, content) VALUES (1, ?1) ON CONFLICT (one) DO UPDATE SET content = ?1",
                (Object) list.content());
        String numbers = list.numbers().toString();
        for (String table : new String[] {"index_progress", "index_row", "index_document", "index_error"}) {
            Sql.execute(
                    connection,
                    "DELETE FROM " + table + " WHERE number NOT IN (SELECT value FROM json_each(?))",
                    numbers);
        }
        Sql.execute(
                connection,
                "INSERT INTO index_progress (number, commits, clearing) SELECT value, 0, 0 FROM json_each(?) WHERE TRUE"
                        + " ON CONFLICT DO NOTHING",
                numbers);
    }

    private void write(long index, RowKey row, byte @Nullable [] content) throws SQLException {
        boolean isDocument = row.kind() == RowKey.Kind.DOCUMENT;
        PreparedStatement statement = statement(isDocument, content == null);
        int column = 1;
        statement.setLong(column++, index);
        if (!isDocument) {
            statement.setInt(column++, row.kind().ordinal());
        }
        statement.setString(column++, row.key());
        if (content != null) {
            statement.setBytes(column, content);
        }
        statement.executeUpdate();
    }

    private PreparedStatement statement(boolean isDocument, boolean isRemoval) {
        if (isDocument) {
            return isRemoval ? removeDocument : putDocument;
        }
        return isRemoval ? remove : put;
    }

    private void add(long index, IndexError error, Instant now) throws SQLException {
        Sql.execute(
                connection,
                "INSERT INTO index_error (number, action, subject, message, moment) VALUES (?, ?, ?, ?, ?)",
                index,
                error.action(),
                error.subject(),
                error.message(),
                Ticks.of(now));
        Sql.execute(
                connection,
                "DELETE FROM index_error WHERE number = ?1 AND sequence <= (SELECT sequence FROM index_error WHERE number = ?1"
                        + " ORDER BY sequence DESC LIMIT 1 OFFSET ?2)",
                index,
                ERRORS_MAX);
    }

    private void write(long index, IndexProgress next) throws SQLException {
        progress.setLong(1, index);
        progress.setLong(2, next.commits());
        progress.setString(3, next.position());
        progress.setInt(4, next.clearing() ? 1 : 0);
        progress.executeUpdate();
    }
}
