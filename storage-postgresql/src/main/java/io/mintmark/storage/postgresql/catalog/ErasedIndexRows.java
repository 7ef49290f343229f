package io.mintmark.storage.postgresql.catalog;

import io.mintmark.storage.postgresql.sql.Transactions;
import io.mintmark.storage.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Erases what the indexes of a deleted database kept, in pieces that follow its key of three columns. Used once, by one
 * thread.
 */
final class ErasedIndexRows {
    private static final String COLUMNS = "(number, kind, key)";

    private final Transactions transactions;
    private final int piece;
    private final long database;

    /** The key of a row. */
    private record Place(long number, long kind, String key) {
        static final Place FIRST = new Place(Long.MIN_VALUE, 0, "");
    }

    ErasedIndexRows(Transactions transactions, int piece, long database) {
        this.transactions = transactions;
        this.piece = piece;
        this.database = database;
    }

    /** Erases piece after piece until {@code stopped} or nothing is left; returns whether nothing is. */
    boolean erase(BooleanSupplier stopped) {
        Optional<Place> last = Optional.of(Place.FIRST);
        while (last.isPresent()) {
            if (stopped.getAsBoolean()) {
                return false;
            }
            Place after = last.get();
            last = transactions.write(connection -> erase(connection, after));
        }
        return true;
    }

    private Optional<Place> erase(Connection connection, Place after) throws SQLException {
        List<Place> found = Statements.rows(
                connection,
                row -> new Place(row.getLong(1), row.getLong(2), row.getString(3)),
                "SELECT number, kind, key FROM index_row WHERE database = ? AND " + COLUMNS
                        + " > (?, ?, ?) ORDER BY number, kind, key LIMIT ?",
                database,
                after.number,
                after.kind,
                after.key,
                piece);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        Place last = found.get(found.size() - 1);
        int ignored = Statements.execute(
                connection,
                "DELETE FROM index_row WHERE database = ? AND " + COLUMNS + " > (?, ?, ?) AND " + COLUMNS
                        + " <= (?, ?, ?)",
                database,
                after.number,
                after.kind,
                after.key,
                last.number,
                last.kind,
                last.key);
        return Optional.of(last);
    }
}
