package io.mintmark.storage.postgresql.catalog;

import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.lifecycle.MoveSource;
import io.mintmark.storage.lifecycle.MovedDatabase;
import io.mintmark.storage.lifecycle.MovedTable;
import io.mintmark.storage.lifecycle.MovedTable.Column;
import io.mintmark.storage.lifecycle.MovedTable.Kind;
import io.mintmark.storage.lifecycle.Progress;
import io.mintmark.storage.lifecycle.RowSum;
import io.mintmark.storage.postgresql.sql.StoreAge;
import io.mintmark.storage.postgresql.sql.Transactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Writes the rows of one table of a database, in transactions of bounded size, and compares what arrived. Used by one
 * thread.
 */
final class MovedRows {
    private static final int ROWS = 1_000;
    private static final long BYTES = 4L << 20;

    private final Transactions transactions;
    private final MoveSource source;
    private final Progress progress;
    private final MovedDatabase database;
    private final long number;
    private final MovedTable table;

    private final RowSum sent = new RowSum();
    private final List<Object[]> piece = new ArrayList<>();
    private long bytes;
    private long total;

    /** Moves {@code table} of {@code database}, whose number here is {@code number}. */
    MovedRows(
            Transactions transactions,
            MoveSource source,
            Progress progress,
            MovedDatabase database,
            long number,
            MovedTable table) {
        this.transactions = transactions;
        this.source = source;
        this.progress = progress;
        this.database = database;
        this.number = number;
        this.table = table;
    }

    /**
     * Moves all rows; returns how many there were.
     *
     * @throws StorageFailedException if what arrived is something else
     */
    long move() {
        total = source.count(database, table);
        source.read(database, table, this::take);
        flush();
        RowSum arrived = arrived();
        if (!arrived.isSameAs(sent) || sent.count() != total) {
            throw new StorageFailedException("The rows of the table " + table.table() + " of the database "
                    + database.name() + " did not arrive as they were sent: " + total + " were there, " + sent.count()
                    + " were sent, and " + arrived.count() + " arrived, or their checksums differ. Nothing moved.");
        }
        return total;
    }

    private void take(Object[] row) {
        sent.add(row);
        piece.add(row);
        for (Object value : row) {
            bytes += value instanceof byte[] array ? array.length : 0;
        }
        if (piece.size() == ROWS || bytes >= BYTES) {
            flush();
        }
    }

    private void flush() {
        if (!piece.isEmpty()) {
            int ignored = transactions.write(this::write);
            piece.clear();
            bytes = 0;
        }
        progress.at(database.name() + ": " + table.table(), sent.count(), total);
    }

    private int write(Connection connection) throws SQLException {
        String sql = "INSERT INTO " + table.table() + " (database, " + names() + moreNames() + ") VALUES (?"
                + ", ?".repeat(table.columns().size()) + moreValues() + ")";
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            for (Object[] row : piece) {
                insert.setLong(1, number);
                for (int i = 0; i < row.length; i++) {
                    boolean flag = table.columns().get(i).kind() == Kind.FLAG;
                    insert.setObject(i + 2, flag ? (Object) row[i].equals(1L) : row[i]);
                }
                insert.addBatch();
            }
            return insert.executeBatch().length;
        }
    }

    /** Returns the columns that the rows have here, and not where they come from. */
    private String moreNames() {
        return switch (table) {
            case IDENTITY_REQUEST, KEYED_ANSWER -> ", answered";
            case DELETION -> ", node, deleted";
            default -> "";
        };
    }

    private String moreValues() {
        return switch (table) {
            case IDENTITY_REQUEST, KEYED_ANSWER -> ", " + StoreAge.SQL;
            case DELETION -> ", 'A', " + StoreAge.SQL;
            default -> "";
        };
    }

    private String names() {
        return table.columns().stream().map(Column::name).collect(Collectors.joining(", "));
    }

    private RowSum arrived() {
        return transactions.write(connection -> {
            RowSum sum = new RowSum();
            try (PreparedStatement all = connection.prepareStatement(
                    "SELECT " + names() + " FROM " + table.table() + " WHERE database = ?")) {
                all.setLong(1, number);
                all.setFetchSize(ROWS);
                try (ResultSet rows = all.executeQuery()) {
                    while (rows.next()) {
                        sum.add(row(rows));
                        tell(sum.count());
                    }
                }
            }
            return sum;
        });
    }

    private Object[] row(ResultSet rows) throws SQLException {
        Object[] row = new Object[table.columns().size()];
        for (int i = 0; i < row.length; i++) {
            row[i] = switch (table.columns().get(i).kind()) {
                case TEXT -> rows.getString(i + 1);
                case NUMBER -> rows.getLong(i + 1);
                case FLAG -> rows.getBoolean(i + 1) ? 1L : 0L;
                case BYTES -> rows.getBytes(i + 1);
            };
        }
        return row;
    }

    private void tell(long compared) {
        if (compared % ROWS == 0) {
            progress.at(database.name() + ": " + table.table() + " compared", compared, total);
        }
    }
}
