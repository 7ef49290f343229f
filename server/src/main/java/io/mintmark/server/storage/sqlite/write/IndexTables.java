package io.mintmark.server.storage.sqlite.write;

import io.mintmark.server.storage.index.IndexError;
import io.mintmark.server.storage.index.IndexReplacedException;
import io.mintmark.server.storage.index.IndexWrite;
import io.mintmark.server.storage.index.RowKey;
import io.mintmark.server.storage.row.Ticks;
import io.mintmark.server.storage.sqlite.file.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tables of indexes, as the writer changes them. Used by the writer thread only. */
public final class IndexTables {
    /** How many errors of an index are kept. */
    private static final int ERRORS_MAX = 500;

    private final Connection connection;
    private final PreparedStatement put;
    private final PreparedStatement remove;
    private final PreparedStatement progress;

    /** Writes on {@code connection}, whose file has the tables. */
    public IndexTables(Connection connection) throws SQLException {
        this.connection = connection;
        put = connection.prepareStatement("INSERT INTO index_row (number, kind, key, content) VALUES (?, ?, ?, ?)"
                + " ON CONFLICT (number, kind, key) DO UPDATE SET content = excluded.content");
        remove = connection.prepareStatement("DELETE FROM index_row WHERE number = ? AND kind = ? AND key = ?");
        progress = connection.prepareStatement(
                "INSERT INTO index_progress (number, commits, position, clearing) VALUES (?1, ?2, ?3, ?4)"
                        + " ON CONFLICT (number) DO UPDATE SET commits = ?2, position = ?3, clearing = ?4");
    }

    /**
     * Checks, before anything of it is done, that a commit of an index builds on the last one.
     *
     * @throws IndexReplacedException if it does not
     */
    public void requireNext(long index, IndexWrite write) throws SQLException {
        long made = Sql.number(connection, "SELECT commits FROM index_progress WHERE number = ?", index)
                .orElse(0);
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
    }

    private void apply(long index, RowKey row, byte @Nullable [] content) throws SQLException {
        PreparedStatement statement = content == null ? remove : put;
        statement.setLong(1, index);
        statement.setInt(2, row.kind().ordinal());
        statement.setString(3, row.key());
        if (content != null) {
            statement.setBytes(4, content);
        }
        statement.executeUpdate();
    }

    private void store(long index, IndexError error, Instant now) throws SQLException {
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
}
