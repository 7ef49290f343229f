package io.mintmark.storage.postgresql.catalog;

import io.mintmark.MintmarkException;
import io.mintmark.counter.NumberSlice;
import io.mintmark.storage.lifecycle.MoveSource;
import io.mintmark.storage.lifecycle.MoveTarget;
import io.mintmark.storage.lifecycle.Moved;
import io.mintmark.storage.lifecycle.MovedDatabase;
import io.mintmark.storage.lifecycle.MovedIndexes;
import io.mintmark.storage.lifecycle.MovedTable;
import io.mintmark.storage.lifecycle.Progress;
import io.mintmark.storage.postgresql.claim.SeenStore;
import io.mintmark.storage.postgresql.sql.PostgresConnections;
import io.mintmark.storage.postgresql.sql.Transactions;
import io.mintmark.storage.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Moves databases into a store, whose servers may run. Used by one thread.
 *
 * <p>Rows are written under numbers that no list has yet, so nobody sees them. The last transaction puts all databases
 * on the list. What a failure or a crash leaves before that is erased by {@link #undo} or by the next attempt. That
 * they came is remembered, also when they are deleted here: their numbers went on here, and would come again.
 */
public final class StoreMove implements MoveTarget {
    private final PostgresConnections connections;
    private final Transactions transactions;
    private final MoveSource source;
    private final Progress progress;
    private final List<MovedDatabase> databases;
    private final Map<Long, Long> numbers = new HashMap<>();

    /** Moves all that {@code source} has, and closes {@code connections} in the end. */
    public StoreMove(PostgresConnections connections, Transactions transactions, MoveSource source, Progress progress) {
        this.connections = connections;
        this.transactions = transactions;
        this.source = source;
        this.progress = progress;
        this.databases = source.databases();
    }

    @Override
    public String shown() {
        return connections.address().shown();
    }

    @Override
    public String storeId() {
        return transactions.read(SeenStore::read).id();
    }

    /**
     * It takes the row that {@link #finish} holds: one whose commit was not answered is waited for, and what is seen
     * after it stays.
     */
    @Override
    public boolean isDone() {
        return !databases.isEmpty()
                && transactions.write(connection -> {
                    long unused = CatalogVersion.next(connection);
                    for (MovedDatabase each : databases) {
                        if (Statements.number(
                                        connection,
                                        "SELECT 1 FROM moving WHERE database_id = ? AND done",
                                        each.databaseId())
                                .isEmpty()) {
                            return false;
                        }
                    }
                    return true;
                });
    }

    /** Another configuration for all databases is no place for them, either. */
    @Override
    public void require() {
        if (databases.isEmpty()) {
            throw new MintmarkException("There is no database in the directory: nothing moves.");
        }
        boolean ignored = transactions.read(connection -> {
            for (MovedDatabase each : databases) {
                if (Statements.number(connection, "SELECT 1 FROM database WHERE key = ?", each.key())
                        .isPresent()) {
                    throw new MintmarkException("The store has a database " + each.name()
                            + " of its own, so nothing moves: delete that one, or give the store another"
                            + " --store-schema.");
                }
            }
            return new MovedCatalog(source, Map.of()).requireAgreement(connection);
        });
    }

    @Override
    public List<Moved> copy() {
        undo();
        List<Moved> moved = new ArrayList<>();
        for (MovedDatabase each : databases) {
            long number = begin(each);
            numbers.put(each.number(), number);
            Map<MovedTable, Long> rows = new HashMap<>();
            for (MovedTable table : MovedTable.ofADatabase()) {
                rows.put(table, new MovedRows(transactions, source, progress, each, number, table).move());
            }
            transactions
                    .read(connection -> PostgresCatalog.counterAbove(connection, number, NumberSlice.ORDINARY_MAX))
                    .ifPresent(counter -> refuse(each, counter));
            int ignored = transactions.write(connection -> count(connection, each, number));
            MovedIndexes indexes = source.indexes(each);
            int unused = transactions.write(connection -> putIndexes(connection, indexes, number));
            moved.add(new Moved(each.name(), rows));
        }
        return moved;
    }

    private static void refuse(MovedDatabase database, String counter) {
        throw new MintmarkException("The counter " + counter + " of the database " + database.name() + " stands above "
                + NumberSlice.ORDINARY_MAX + " (2^52-1), where numbers of slices begin in this store, so nothing moves:"
                + " delete that database first, or leave it in a directory.");
    }

    private long begin(MovedDatabase database) {
        return transactions.write(connection -> {
            long number = CatalogVersion.next(connection);
            Statements.execute(
                    connection,
                    "INSERT INTO moving VALUES (?, ?, ?, FALSE)",
                    number,
                    database.databaseId(),
                    database.name());
            return number;
        });
    }

    /** Writes what this store counts for each node; all that comes is counted for one. */
    private static int count(Connection connection, MovedDatabase database, long number) throws SQLException {
        int states = Statements.execute(
                connection,
                "INSERT INTO node_state"
                        + " (database, node, lane, epoch, began, etag, serial, groups, identities, forgotten, closed)"
                        + " SELECT ?::bigint, node, lane, 0, 0, ?::bigint, 0, 0, 0, 0, TRUE FROM (SELECT 'A' AS node"
                        + " UNION SELECT node FROM document WHERE database = ?"
                        + " UNION SELECT node FROM counter WHERE database = ?) nodes,"
                        + " (VALUES ('counters'), ('documents')) AS lanes (lane)",
                number,
                database.etag(),
                number,
                number);
        Statements.execute(
                connection,
                "UPDATE node_state SET identities = (SELECT count(*) FROM identity WHERE database = ?)"
                        + ", answers = (SELECT count(*) FROM identity_request WHERE database = ?)"
                        + ", keyed = (SELECT count(*) FROM keyed_answer WHERE database = ?)"
                        + " WHERE database = ? AND node = 'A' AND lane = 'counters'",
                number,
                number,
                number,
                number);
        Statements.execute(
                connection,
                "INSERT INTO collection_count (database, node, collection, documents, bytes)"
                        + " SELECT ?::bigint, 'A', collection, sum(documents), sum(bytes) FROM ("
                        + "SELECT collection, 1 AS documents, octet_length(metadata) + octet_length(body) AS bytes"
                        + " FROM document WHERE database = ? UNION ALL"
                        + " SELECT collection, 1, 0 FROM counter WHERE database = ? AND shown) rows GROUP BY collection",
                number,
                number,
                number);
        // Leases stay where they were, so the record begins here.
        Statements.execute(
                connection,
                "INSERT INTO lease_horizon SELECT database, key, highest_end, NULL, 0, NULL FROM counter WHERE database = ?",
                number);
        return states;
    }

    /** Lets indexes go on where they are: one number says how far they have read, whatever node wrote. */
    private static int putIndexes(Connection connection, MovedIndexes indexes, long number) throws SQLException {
        if (indexes.list().length > 0) {
            Statements.execute(connection, "INSERT INTO index_list VALUES (?, 1, ?)", number, indexes.list());
        }
        for (MovedIndexes.Progress each : indexes.progress()) {
            Statements.execute(
                    connection,
                    "INSERT INTO index_progress (database, number, commits, nodes, etags, clearing, moment)"
                            + " SELECT ?::bigint, ?::bigint, ?::bigint, coalesce(array_agg(node ORDER BY node), '{}'),"
                            + " coalesce(array_agg(?::bigint), '{}'), ?::boolean, 0 FROM node_state"
                            + " WHERE database = ? AND lane = 'documents' AND ?::bigint > 0",
                    number,
                    each.number(),
                    each.commits(),
                    each.read(),
                    each.clearing(),
                    number,
                    each.read());
        }
        return indexes.progress().size();
    }

    @Override
    public void finish() {
        boolean ignored = transactions.write(connection -> {
            long version = CatalogVersion.next(connection);
            for (MovedDatabase each : databases) {
                put(connection, each, numbers.getOrDefault(each.number(), version));
            }
            new MovedCatalog(source, numbers).put(connection);
            return true;
        });
    }

    private static void put(Connection connection, MovedDatabase database, long number) throws SQLException {
        int made = Statements.execute(
                connection,
                "INSERT INTO database (number, key, name, record, database_id, incarnation, first_max)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING",
                number,
                database.key(),
                database.name(),
                database.record(),
                database.databaseId(),
                database.incarnation(),
                database.firstMax());
        int unlisted = Statements.execute(
                connection,
                "UPDATE moving SET done = TRUE WHERE number = ? AND database_id = ? AND NOT done",
                number,
                database.databaseId());
        if (made != 1 || unlisted != 1) {
            throw new MintmarkException(
                    "The store was given a database " + database.name()
                            + " meanwhile, or another `mintmark move` was under way: nothing moved. Look which, and run it again.");
        }
        FormerAhead.lift(connection, database.key(), number);
    }

    @Override
    public void undo() {
        for (MovedDatabase each : databases) {
            List<Long> left = transactions.read(connection -> Statements.rows(
                    connection,
                    row -> row.getLong(1),
                    "SELECT number FROM moving WHERE database_id = ? AND NOT done",
                    each.databaseId()));
            left.forEach(this::erase);
        }
    }

    private void erase(long number) {
        List<String> tables = new ArrayList<>(
                MovedTable.ofADatabase().stream().map(MovedTable::table).toList());
        tables.addAll(List.of("collection_count", "node_state", "index_list", "index_progress"));
        for (String table : tables) {
            int ignored = transactions.write(connection ->
                    Statements.execute(connection, "DELETE FROM " + table + " WHERE database = ?", number));
        }
        int ignored = transactions.write(connection ->
                Statements.execute(connection, "DELETE FROM moving WHERE number = ? AND NOT done", number));
    }

    @Override
    public void close() {
        connections.close();
    }
}
