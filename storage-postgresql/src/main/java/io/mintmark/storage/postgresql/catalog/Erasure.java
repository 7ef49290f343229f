package io.mintmark.storage.postgresql.catalog;

import io.mintmark.MintmarkException;
import io.mintmark.internal.DaemonThreads;
import io.mintmark.storage.group.OneThread;
import io.mintmark.storage.postgresql.sql.Transactions;
import io.mintmark.storage.sql.Statements;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Erases the rows of deleted databases on a thread of its own, a bounded piece in each transaction: millions of rows
 * hold neither a caller nor the engine up. The table {@code removed} says what is to be done, so what a stop cut off
 * goes on at the next start of any node. Two nodes at the same rows do no harm.
 */
public final class Erasure implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Erasure.class);

    private static final int PIECE = 2_000;
    private static final Duration END_MAX = Duration.ofSeconds(10);

    /** A table and the column that orders a database's rows in it by an index. */
    private enum Table {
        DOCUMENT("document", "key", true),
        COUNTER("counter", "key", true),
        LEASE("lease", "serial", false),
        LEASE_CUT("lease_cut", "place", false),
        LEASE_HORIZON("lease_horizon", "counter", true),
        IDENTITY("identity", "key", true),
        IDENTITY_REQUEST("identity_request", "request", true),
        KEYED_ANSWER("keyed_answer", "key", true),
        GROWTH("growth", "key", true),
        DELETION("deletion", "etag", false),
        BROUGHT("brought", "version", true),
        INDEX_ERROR("index_error", "commits", false),
        INDEX_PROGRESS("index_progress", "number", false),
        INDEX_LIST("index_list", "version", false),
        COLLECTION_COUNT("collection_count", "node", true),
        COLLECTION("collection", "number", false),
        NODE_STATE("node_state", "node", true);

        private final String table;
        private final String column;
        private final boolean text;

        Table(String table, String column, boolean text) {
            this.table = table;
            this.column = column;
            this.text = text;
        }

        /** Returns what is below all values of the column, but for an empty text: the last statement takes that. */
        Object before() {
            return text ? (Object) "" : (Object) Long.MIN_VALUE;
        }

        Object value(ResultSet row) throws SQLException {
            return text ? (Object) row.getString(1) : (Object) row.getLong(1);
        }
    }

    private final Transactions transactions;
    private final int piece;
    private final ThreadPoolExecutor thread =
            OneThread.named("mintmark-erasure", new LinkedBlockingQueue<>(), (task, executor) -> {});

    private volatile boolean closing;

    /** Erases by {@code transactions}. */
    public Erasure(Transactions transactions) {
        this(transactions, PIECE);
    }

    Erasure(Transactions transactions, int piece) {
        this.transactions = transactions;
        this.piece = piece;
    }

    /** Begins to erase all that is to be erased. */
    public void begin() {
        thread.execute(this::run);
    }

    private void run() {
        try {
            for (long number : toErase()) {
                if (!erase(number)) {
                    return;
                }
            }
        } catch (MintmarkException e) {
            LOG.warn("The rows of a deleted database are not erased yet; the next start goes on: {}", e.getMessage());
        }
    }

    private List<Long> toErase() {
        return transactions.read(connection -> Statements.rows(
                connection, row -> row.getLong(1), "SELECT number FROM removed WHERE erase ORDER BY 1"));
    }

    /** Returns whether it came to its end. */
    private boolean erase(long number) {
        if (!new ErasedIndexRows(transactions, piece, number).erase(() -> closing)) {
            return false;
        }
        for (Table table : Table.values()) {
            if (!erase(table, number)) {
                return false;
            }
        }
        int ignored = transactions.write(
                connection -> Statements.execute(connection, "DELETE FROM removed WHERE number = ?", number));
        return true;
    }

    private boolean erase(Table table, long number) {
        Optional<Object> last = Optional.of(table.before());
        while (last.isPresent()) {
            if (closing) {
                return false;
            }
            Object after = last.get();
            last = transactions.write(connection -> erase(connection, table, number, after));
        }
        int ignored = transactions.write(connection ->
                Statements.execute(connection, "DELETE FROM " + table.table + " WHERE database = ?", number));
        return true;
    }

    /** Erases the piece after {@code after}; returns the last value in it, or nothing where there was no row. */
    private Optional<Object> erase(Connection connection, Table table, long number, Object after) throws SQLException {
        Optional<Object> last = Statements.rows(
                        connection,
                        table::value,
                        "SELECT " + table.column + " FROM " + table.table + " WHERE database = ? AND " + table.column
                                + " > ? ORDER BY " + table.column + " LIMIT ?",
                        number,
                        after,
                        piece)
                .stream()
                .reduce((one, next) -> next);
        if (last.isPresent()) {
            int ignored = Statements.execute(
                    connection,
                    "DELETE FROM " + table.table + " WHERE database = ? AND " + table.column + " > ? AND "
                            + table.column + " <= ?",
                    number,
                    after,
                    last.get());
        }
        return last;
    }

    /** Stops between two pieces. */
    @Override
    public void close() {
        closing = true;
        if (DaemonThreads.outlives(thread, END_MAX)) {
            LOG.warn("The erasure of a deleted database does not stop; it is left to itself.");
        }
    }
}
