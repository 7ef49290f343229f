package io.mintmark.server.storage.sqlite.write;

import io.mintmark.document.DocumentId;
import io.mintmark.server.storage.index.IndexError;
import io.mintmark.server.storage.index.IndexReplacedException;
import io.mintmark.server.storage.index.IndexWrite;
import io.mintmark.server.storage.index.RowKey;
import io.mintmark.server.storage.row.Ticks;
import io.mintmark.server.storage.sql.Statements;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The tables of indexes, as the writer changes them. Used by the writer thread only.
 *
 * <p>Deletions are kept while there is an index, up to where the slowest one has read.
 */
public final class IndexTables {
    /** How many errors of an index are kept. */
    private static final int ERRORS_MAX = 500;

    private final Connection connection;
    private final PreparedStatement put;
    private final PreparedStatement remove;
    private final PreparedStatement putDocument;
    private final PreparedStatement removeDocument;
    private final PreparedStatement progress;
    private final PreparedStatement delete;
    private final PreparedStatement prune;
    private boolean keepsDeletions;

    /** Writes on {@code connection}, whose file has the tables. */
    public IndexTables(Connection connection) throws SQLException {
        this.connection = connection;
        put = connection.prepareStatement("INSERT INTO index_row (number, kind, key, content) VALUES (?, ?, ?, ?)"
                + " ON CONFLICT (number, kind, key) DO UPDATE SET content = excluded.content");
        remove = connection.prepareStatement("DELETE FROM index_row WHERE number = ? AND kind = ? AND key = ?");
        putDocument = connection.prepareStatement("INSERT INTO index_document (number, key, content) VALUES (?, ?, ?)"
                + " ON CONFLICT (number, key) DO UPDATE SET content = excluded.content");
        removeDocument = connection.prepareStatement("DELETE FROM index_document WHERE number = ? AND key = ?");
        progress = connection.prepareStatement(
                "UPDATE index_progress SET commits = ?2, position = ?3, clearing = ?4 WHERE number = ?1");
        delete = connection.prepareStatement("INSERT INTO deletion (etag, key, id, collection) VALUES (?, ?, ?, ?)");
        prune = connection.prepareStatement("DELETE FROM deletion WHERE etag <= (SELECT"
                + " coalesce(min(coalesce(CAST(position AS INTEGER), 0)), 9223372036854775807) FROM index_progress)");
        keepsDeletions = !numbers().isEmpty();
    }

    private Set<Long> numbers() throws SQLException {
        Set<Long> numbers = new HashSet<>();
        try (PreparedStatement all = connection.prepareStatement("SELECT number FROM index_progress");
                ResultSet row = all.executeQuery()) {
            while (row.next()) {
                numbers.add(row.getLong(1));
            }
        }
        return numbers;
    }

    /**
     * Stores the list, begins to keep what its new indexes need, and forgets what was kept for those that are gone; returns whether
     * there was no list.
     */
    public boolean putList(byte[] list, Set<Long> indexes) throws SQLException {
        boolean isFirst =
                Statements.number(connection, "SELECT 1 FROM index_list").isEmpty();
        Statements.execute(
                connection,
                "INSERT INTO index_list (one, content) VALUES (1, ?1) ON CONFLICT (one) DO UPDATE SET content = ?1",
                (Object) list);
        Set<Long> known = numbers();
        for (long number : indexes) {
            if (!known.remove(number)) {
                Statements.execute(
                        connection, "INSERT INTO index_progress (number, commits, clearing) VALUES (?, 0, 0)", number);
            }
        }
        for (long gone : known) {
            for (String table : new String[] {"index_progress", "index_row", "index_document", "index_error"}) {
                Statements.execute(connection, "DELETE FROM " + table + " WHERE number = ?", gone);
            }
        }
        prune.executeUpdate();
        keepsDeletions = !indexes.isEmpty();
        return isFirst;
    }

    /** Takes note of a deletion, if there is an index that must hear of it. */
    void deleted(DocumentId id, long collection, long etag) throws SQLException {
        if (keepsDeletions) {
            delete.setLong(1, etag);
            delete.setString(2, id.key());
            delete.setString(3, id.text());
            delete.setLong(4, collection);
            delete.executeUpdate();
        }
    }

    /**
     * Checks, before anything of it is done, that a commit of an index builds on the last one.
     *
     * @throws IndexReplacedException if it does not, or the index is not in the list
     */
    public void requireNext(long index, IndexWrite write) throws SQLException {
        long made = Statements.number(connection, "SELECT commits FROM index_progress WHERE number = ?", index)
                .orElse(-1);
        if (made != write.builtOn()) {
            throw new IndexReplacedException(write.builtOn(), made);
        }
    }

    /** Changes rows, errors and progress; outputs are documents like others, and are the caller's. */
    public void apply(long index, IndexWrite write, Instant now) throws SQLException {
        for (Map.Entry<RowKey, byte @Nullable []> row : write.rows().entrySet()) {
            apply(index, row.getKey(), row.getValue());
        }
        for (IndexError error : write.errors()) {
            store(index, error, now);
        }
        progress.setLong(1, index);
        progress.setLong(2, write.progress().commits());
        progress.setString(3, write.progress().position());
        progress.setInt(4, write.progress().clearing() ? 1 : 0);
        progress.executeUpdate();
        prune.executeUpdate();
    }

    private void apply(long index, RowKey row, byte @Nullable [] content) throws SQLException {
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

    private void store(long index, IndexError error, Instant now) throws SQLException {
        Statements.execute(
                connection,
                "INSERT INTO index_error (number, action, subject, message, moment) VALUES (?, ?, ?, ?, ?)",
                index,
                error.action(),
                error.subject(),
                error.message(),
                Ticks.of(now));
        Statements.execute(
                connection,
                "DELETE FROM index_error WHERE number = ?1 AND sequence <= (SELECT sequence FROM index_error WHERE number = ?1"
                        + " ORDER BY sequence DESC LIMIT 1 OFFSET ?2)",
                index,
                ERRORS_MAX);
    }

    /** Forgets the errors of an index. */
    void forgetErrors(long index) throws SQLException {
        Statements.execute(connection, "DELETE FROM index_error WHERE number = ?", index);
    }
}
