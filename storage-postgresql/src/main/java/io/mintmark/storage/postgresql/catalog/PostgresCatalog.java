package io.mintmark.storage.postgresql.catalog;

import io.mintmark.RandomBytes;
import io.mintmark.document.KeyForm;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.DatabaseExistsException;
import io.mintmark.storage.RandomName;
import io.mintmark.storage.Setting;
import io.mintmark.storage.Slice;
import io.mintmark.storage.evaluation.FormerEndLookup;
import io.mintmark.storage.postgresql.claim.ClaimStatus;
import io.mintmark.storage.postgresql.sql.Transactions;
import io.mintmark.storage.sql.DatabaseList;
import io.mintmark.storage.sql.SqlFormerLives;
import io.mintmark.storage.sql.Statements;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The list of databases, and settings, of all nodes. Safe for any number of threads. */
public final class PostgresCatalog {
    private static final DatabaseList LIST = new DatabaseList("database WHERE");
    private static final String ROW = "SELECT number, name, database_id, incarnation, first_max FROM database";

    private final Transactions transactions;
    private final CatalogVersion version;
    private final CatalogChanges changes;
    private final RandomBytes random;

    /** Reads and changes it for the node that {@code claimStatus} tells of. */
    public PostgresCatalog(Transactions transactions, ClaimStatus claimStatus, RandomBytes random) {
        this.transactions = transactions;
        this.version = new CatalogVersion(transactions.read(
                connection -> Statements.number(connection, "SELECT catalog FROM cluster WHERE one = 1")
                        .orElse(0)));
        this.changes = new CatalogChanges(transactions, claimStatus, version);
        this.random = random;
    }

    /** Returns the version that this node knows. */
    public CatalogVersion version() {
        return version;
    }

    /** Returns databases by the key form of their names. */
    public List<DatabaseEntry> entries(Slice slice) {
        return transactions.read(connection -> LIST.entries(connection, slice));
    }

    /** Returns the database of that name; names compare by their key form. */
    public Optional<DatabaseEntry> entry(String name) {
        return transactions.read(connection -> LIST.entry(connection, name));
    }

    /** Returns what the client sent to describe a database; empty if it is gone. */
    public Optional<byte[]> record(DatabaseEntry entry) {
        return transactions.read(connection -> Statements.row(
                connection, row -> row.getBytes(1), "SELECT record FROM database WHERE number = ?", entry.number()));
    }

    /** Returns the row of a database; empty if it is gone. */
    public Optional<DatabaseRow> row(DatabaseEntry entry) {
        return transactions.read(connection ->
                Statements.row(connection, PostgresCatalog::row, ROW + " WHERE number = ?", entry.number()));
    }

    private static DatabaseRow row(ResultSet row) throws SQLException {
        return new DatabaseRow(row.getLong(1), row.getString(2), row.getString(3), row.getLong(4), row.getLong(5));
    }

    /** Creates a database; its number is the version of the catalog that has it first, so none is used twice. */
    public DatabaseEntry create(String name, byte[] record) {
        String key = KeyForm.of(name);
        String databaseId = RandomName.of(random);
        return changes.make((connection, next) -> {
            int made = Statements.execute(
                    connection,
                    "INSERT INTO database SELECT ?::bigint, ?, ?, ?::bytea, ?, 1, first_max FROM cluster"
                            + " ON CONFLICT (key) DO NOTHING",
                    next,
                    key,
                    name,
                    record,
                    databaseId);
            if (made == 0) {
                throw new DatabaseExistsException(name);
            }
            return new DatabaseEntry(next, name);
        });
    }

    /**
     * Returns whether a database is on the list still, after a node wrote its row among the states of it; takes that
     * row back if not. A deletion that is under way is waited for, and one that begins later finds the row.
     */
    public boolean isThereFor(DatabaseRow database, String node) {
        return transactions.write(connection -> {
            boolean there = Statements.number(
                            connection, "SELECT number FROM database WHERE number = ? FOR SHARE", database.number())
                    .isPresent();
            if (!there) {
                int ignored = Statements.execute(
                        connection, "DELETE FROM node_state WHERE database = ? AND node = ?", database.number(), node);
            }
            return there;
        });
    }

    /** Returns the key of a counter of a database that stands above {@code number}; empty if none does. */
    public Optional<String> counterAbove(DatabaseRow database, long number) {
        return transactions.read(connection -> counterAbove(connection, database.number(), number));
    }

    static Optional<String> counterAbove(Connection connection, long database, long number) throws SQLException {
        return Statements.row(
                connection,
                row -> row.getString(1),
                "SELECT key FROM counter WHERE database = ? AND max > ? LIMIT 1",
                database,
                number);
    }

    /**
     * Takes a database off the list, and remembers how far its counters had come.
     *
     * <p>The rows of its nodes' states go with it. A group of any node ends by writing its row there, so one that is
     * under way is waited for, or finds none and is undone: nothing is committed in a database that is not there any
     * more, and the ends that are read afterwards are the last.
     *
     * @param erase whether its rows are about to be erased
     * @return the one that was there
     */
    public Optional<DatabaseEntry> remove(String name, boolean erase) {
        String key = KeyForm.of(name);
        if (entry(name).isEmpty()) {
            return Optional.empty();
        }
        return changes.make((connection, next) -> {
            Optional<DatabaseRow> found = Statements.row(connection, PostgresCatalog::row, ROW + " WHERE key = ?", key);
            if (found.isPresent()) {
                remove(connection, key, found.get(), erase);
            }
            return found.map(DatabaseRow::entry);
        });
    }

    /**
     * Takes a new database off the list that nobody used; keeps it otherwise.
     *
     * <p>The lock of its row keeps nodes from beginning to use it, and those of its states wait for groups that are
     * under way: what is found afterwards is all that there is.
     *
     * @return whether it is not there any more
     */
    public boolean takeBack(DatabaseEntry entry) {
        return changes.make((connection, next) -> {
            String locked = " FROM database WHERE number = ? FOR UPDATE";
            boolean there = Statements.number(connection, "SELECT number" + locked, entry.number())
                    .isPresent();
            if (there && !DatabaseUse.isUsed(connection, entry.number())) {
                takeOff(connection, entry, true);
                return true;
            }
            return !there;
        });
    }

    private static void remove(Connection connection, String key, DatabaseRow row, boolean erase) throws SQLException {
        takeOff(connection, row.entry(), erase);
        CounterEnds counters = CounterEnds.read(connection, row.number());
        FormerAhead.remember(connection, key, counters.ahead());
        boolean remembered = former(connection).use(lives -> {
            lives.remember(key, counters.reserved(row.firstMax()));
            return true;
        });
    }

    private static void takeOff(Connection connection, DatabaseEntry row, boolean erase) throws SQLException {
        int database = Statements.execute(connection, "DELETE FROM database WHERE number = ?", row.number());
        int states = Statements.execute(connection, "DELETE FROM node_state WHERE database = ?", row.number());
        int removed =
                Statements.execute(connection, "INSERT INTO removed VALUES (?, ?, ?)", row.number(), row.name(), erase);
    }

    private static SqlFormerLives former(Connection connection) {
        return new SqlFormerLives(connection, "greatest");
    }

    private static Map.Entry<String, Long> end(ResultSet row) throws SQLException {
        return Map.entry(row.getString(1), row.getLong(2));
    }

    /**
     * Returns how far deleted databases of that name had come. All of it is read now: it does not grow before this
     * database is deleted itself, and a writer that asks must not wait for a connection.
     */
    public FormerEndLookup earlierLives(String name) {
        String key = KeyForm.of(name);
        return transactions.read(connection -> {
            Map<String, Long> ahead = FormerAhead.ofName(connection, key);
            OptionalLong others = former(connection).use(lives -> lives.ofName(key));
            if (others.isEmpty() && ahead.isEmpty()) {
                return FormerEndLookup.NONE;
            }
            Map<String, Long> listed = new HashMap<>();
            for (Map.Entry<String, Long> counter : Statements.rows(
                    connection,
                    PostgresCatalog::end,
                    "SELECT counter, highest_end FROM former_counter WHERE name = ?",
                    key)) {
                listed.put(counter.getKey(), counter.getValue());
            }
            return new FormerLife(listed, others.orElse(0), ahead);
        });
    }

    /** What is remembered of one name. */
    private record FormerLife(Map<String, Long> listed, long others, Map<String, Long> ahead)
            implements FormerEndLookup {
        @Override
        public long highestEnd(String counterKey) {
            return listed.getOrDefault(counterKey, others);
        }

        @Override
        public long reservedAhead(String counterKey) {
            return Math.max(ahead.getOrDefault(counterKey, 0L), ahead.getOrDefault("", 0L));
        }
    }

    /** Returns a setting that {@link #putSetting} stored. */
    public Optional<Setting> setting(String name) {
        return transactions.read(connection -> Statements.row(
                connection,
                row -> new Setting(row.getLong(1), row.getBytes(2)),
                "SELECT etag, value FROM setting WHERE name = ?",
                name));
    }

    /** Stores a setting under a higher number than all settings before it, and returns that. */
    public Setting putSetting(String name, byte[] value) {
        return changes.make((connection, next) -> {
            long etag = 1
                    + Statements.number(
                                    connection,
                                    "SELECT greatest(max(etag), (SELECT first_max FROM cluster)) FROM setting")
                            .orElse(0);
            int ignored = Statements.execute(
                    connection,
                    "INSERT INTO setting VALUES (?, ?, ?)"
                            + " ON CONFLICT (name) DO UPDATE SET etag = excluded.etag, value = excluded.value",
                    name,
                    etag,
                    value);
            return new Setting(etag, value);
        });
    }
}
