package io.mintmark.storage.sqlite;

import io.mintmark.MintmarkException;
import io.mintmark.document.DocumentId;
import io.mintmark.document.IdTemplate;
import io.mintmark.storage.StorageReads.Journaled;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.storage.cutoff.Journal;
import io.mintmark.storage.cutoff.Journal.Creation;
import io.mintmark.storage.cutoff.Journal.Entry;
import io.mintmark.storage.cutoff.Journal.Home;
import io.mintmark.storage.cutoff.Journal.SetAside;
import io.mintmark.storage.cutoff.Journal.Store;
import io.mintmark.storage.document.ConcurrencyException;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.document.DocumentContent;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.storage.row.StoredId;
import io.mintmark.storage.row.Ticks;
import io.mintmark.storage.sql.RowReader;
import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.write.CounterName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The rows of a journal, on one connection, which keeps its statements prepared: to prepare one takes longer than to
 * add a row. Used by one thread at a time.
 */
final class JournalRows {
    private static final String COLUMNS = "e.number, h.name, h.life, e.id, e.collection, e.version, e.etag, e.modified,"
            + " e.metadata, e.body, e.reason, e.moment FROM entry e JOIN home h ON h.number = e.home";
    private static final String FIND = "SELECT " + COLUMNS + " WHERE h.life = ? AND e.key = ? AND e.reason IS NULL";
    private static final String OLDEST =
            "SELECT " + COLUMNS + " WHERE h.life = ? AND e.number > ? AND e.reason IS NULL ORDER BY e.number LIMIT ?";

    /** As above, of the columns that are short: a length is known without its bytes. */
    private static final String LISTED =
            "SELECT e.number, e.id, e.version, e.modified, length(e.body) + length(e.metadata)"
                    + " FROM entry e JOIN home h ON h.number = e.home"
                    + " WHERE h.life = ? AND e.number > ? AND e.reason IS NULL ORDER BY e.number LIMIT ?";

    private static final String ENTRIES =
            "SELECT " + COLUMNS + " WHERE e.number > ? AND e.reason IS NULL ORDER BY e.number LIMIT ?";
    private static final String ASIDE =
            "SELECT " + COLUMNS + " WHERE e.number > ? AND e.reason IS NOT NULL ORDER BY e.number LIMIT ?";
    private static final String HOMES = "SELECT h.name, h.life FROM home h JOIN (SELECT home, min(number) AS first"
            + " FROM entry WHERE reason IS NULL GROUP BY home) e ON e.home = h.number ORDER BY e.first";
    /** A file of before has databases of which nobody noted the store. */
    private static final String ADD_HOME = "INSERT INTO home (name, life, store_id, place) VALUES (?, ?, ?, ?)"
            + " ON CONFLICT (life) DO UPDATE SET store_id = excluded.store_id, place = excluded.place"
            + " WHERE store_id <> excluded.store_id";

    private static final String ADD =
            "INSERT INTO entry (home, key, id, collection, version, etag, modified, metadata, body)"
                    + " SELECT number, ?, ?, ?, ?, ?, ?, ?, ? FROM home WHERE life = ? AND store_id = ?"
                    + " ON CONFLICT DO NOTHING";
    private static final String SET_ASIDE =
            "UPDATE entry SET reason = ?, moment = ? WHERE number = ? AND reason IS NULL";
    private static final String AGAIN = "UPDATE entry SET reason = NULL, moment = NULL, key = ?, id = ?"
            + " WHERE number = ? AND reason IS NOT NULL";
    /** What was drawn of a former block is below the one that is kept. */
    private static final String SPEND = "UPDATE known SET spent = ?1 WHERE life = ?2 AND spent < ?1 AND ending >= ?1";

    private static final String FILL = "SELECT count(*) FILTER (WHERE reason IS NULL),"
            + " count(*) FILTER (WHERE reason IS NOT NULL), coalesce(sum(length(body) + length(metadata)), 0) FROM entry";

    private static final String IS_EMPTY = "SELECT NOT EXISTS (SELECT 1 FROM entry WHERE reason IS NULL)";

    private static final String MET = "SELECT count(*) FROM entry e JOIN entry aside ON aside.home = e.home"
            + " WHERE aside.number = ? AND aside.reason IS NOT NULL AND e.key = ? AND e.reason IS NULL";

    private static final String ELSEWHERE =
            "SELECT count(*), min(h.place) FROM entry e JOIN home h ON h.number = e.home"
                    + " WHERE e.reason IS NULL AND h.store_id NOT IN ('', ?)";

    /** Fewer entries are read at once if they have more bytes together. */
    private static final long READ_BYTES_MAX = 1L << 22;

    private static final String REMEDY = "Keep the file, and put back its newest copy.";

    private final Connection connection;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();
    private Store served = new Store("", "");

    JournalRows(Connection connection) {
        this.connection = connection;
    }

    private PreparedStatement bound(String sql, Object... parameters) throws SQLException {
        PreparedStatement statement = prepared.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(sql);
            prepared.put(sql, statement);
        }
        Statements.bind(statement, parameters);
        return statement;
    }

    private int execute(String sql, Object... parameters) throws SQLException {
        return bound(sql, parameters).executeUpdate();
    }

    private <T> List<T> rows(RowReader<T> reader, String sql, Object... parameters) throws SQLException {
        try (ResultSet rows = bound(sql, parameters).executeQuery()) {
            List<T> found = new ArrayList<>();
            while (rows.next()) {
                found.add(reader.of(rows));
            }
            return found;
        }
    }

    /** Reads entries until they have many bytes together: documents may be large, and thousands are asked for. */
    private <T> List<T> page(RowReader<T> reader, Function<T, Entry> entry, String sql, Object... parameters)
            throws SQLException {
        try (ResultSet rows = bound(sql, parameters).executeQuery()) {
            List<T> found = new ArrayList<>();
            for (long bytes = 0; bytes <= READ_BYTES_MAX && rows.next(); ) {
                T each = reader.of(rows);
                found.add(each);
                bytes += bytes(entry.apply(each).document());
            }
            return found;
        }
    }

    /** Returns how many bytes of a document count. */
    static long bytes(StoredDocument document) {
        return bytes(document.content());
    }

    /** Returns how many bytes of a document count that has this content. */
    static long bytes(DocumentContent content) {
        return (long) content.body().length + content.metadata().length;
    }

    Optional<StoredDocument> find(Home home, DocumentId id) throws SQLException {
        return rows(JournalRows::entry, FIND, home.life(), id.key()).stream()
                .map(Entry::document)
                .findFirst();
    }

    List<Entry> oldest(Home home, long after, int limit) throws SQLException {
        return page(JournalRows::entry, Function.identity(), OLDEST, home.life(), after, limit);
    }

    List<Journaled> listed(Home home, long after, int limit) throws SQLException {
        return rows(JournalRows::journaled, LISTED, home.life(), after, limit);
    }

    private static Journaled journaled(ResultSet row) throws SQLException {
        return new Journaled(
                row.getLong(1),
                StoredId.of(row.getString(2), REMEDY),
                row.getString(3),
                Ticks.toInstant(row.getLong(4)),
                row.getLong(5));
    }

    List<Entry> entries(long after, int limit) throws SQLException {
        return page(JournalRows::entry, Function.identity(), ENTRIES, after, limit);
    }

    List<SetAside> setAside(long after, int limit) throws SQLException {
        return page(
                row -> new SetAside(entry(row), row.getString(11), Ticks.toInstant(row.getLong(12))),
                SetAside::entry,
                ASIDE,
                after,
                limit);
    }

    List<Home> homes() throws SQLException {
        return rows(row -> new Home(row.getString(1), row.getString(2)), HOMES);
    }

    /** Takes documents for that store from now on, and returns true; refuses while some are on their way elsewhere. */
    boolean serve(Store store) throws SQLException {
        List<String> elsewhere = rows(
                row -> row.getLong(1) == 0 ? "" : row.getString(2) + ", with " + row.getLong(1) + " on the way there",
                ELSEWHERE,
                store.id());
        if (!elsewhere.get(0).isEmpty()) {
            throw new MintmarkException("The store " + store.place() + " is another one than the journal in --data"
                    + " belongs to, which was at " + elsewhere.get(0) + ": correct --store or --data, or move"
                    + " journal.sqlite away if that store is gone.");
        }
        served = store;
        return true;
    }

    /**
     * What became of a batch.
     *
     * @param kept for each document of it
     * @param added how many of these are new
     * @param bytes of the new ones
     */
    record Appended(List<StoredDocument> kept, int added, long bytes) {}

    /** Adds what is not there yet: a document alone by one statement if nothing stands against it, as is the rule. */
    Appended append(Home home, List<Creation> creations, Journal.Fill now) throws SQLException {
        return creations.size() == 1 && isAdded(home, creations.get(0).document(), now)
                ? new Appended(
                        List.of(creations.get(0).document()),
                        1,
                        bytes(creations.get(0).document()))
                : appendAll(home, creations, now);
    }

    private boolean isAdded(Home home, StoredDocument document, Journal.Fill now) throws SQLException {
        return hasRoom(now, bytes(document)) && add(home, document);
    }

    /** What may refuse the batch is looked at before anything is written. */
    private Appended appendAll(Home home, List<Creation> creations, Journal.Fill now) throws SQLException {
        List<StoredDocument> kept = new ArrayList<>(creations.size());
        List<StoredDocument> added = new ArrayList<>(creations.size());
        for (Creation creation : creations) {
            Optional<StoredDocument> present = find(home, creation.document().id());
            present.ifPresentOrElse(there -> requireSame(creation, there), () -> added.add(creation.document()));
            kept.add(present.orElseGet(creation::document));
        }
        long bytes = added.stream().mapToLong(JournalRows::bytes).sum();
        requireRoom(now, bytes);
        addHome(home);
        for (StoredDocument document : added) {
            if (!add(home, document)) {
                throw new SQLException("the journal cannot add " + document.id() + " of the life " + home.life());
            }
        }
        return new Appended(kept, added.size(), bytes);
    }

    private static void requireSame(Creation creation, StoredDocument present) {
        if (creation.mustBeNew()) {
            throw new ConcurrencyException("Put", present.id(), Expectation.ABSENT, present.changeVector());
        }
        if (!present.content().isSameAs(creation.document().content())) {
            throw refusal("The document " + present.id()
                    + " was taken while this node is cut off, and cannot be changed before it has come home");
        }
    }

    /** Requires room for those of the documents that are not there yet. */
    void requireRoom(Home home, List<DocumentCommand.Put> puts, Journal.Fill now) throws SQLException {
        long bytes = 0;
        for (DocumentCommand.Put put : puts) {
            boolean isThere = put.id() instanceof IdTemplate.Semantic semantic
                    && find(home, semantic.id()).isPresent();
            bytes += isThere ? 0 : bytes(put.content());
        }
        requireRoom(now, bytes);
    }

    static boolean hasRoom(Journal.Fill now, long more) {
        return now.bytes() + more <= now.bytesMax();
    }

    private static void requireRoom(Journal.Fill now, long more) {
        if (!hasRoom(now, more)) {
            throw refusal("The journal of this node has no room left, " + now.bytes() + " of " + now.bytesMax()
                    + " bytes (--journal-bytes), for " + more + " more");
        }
    }

    private static StorageUnreachableException refusal(String what) {
        return new StorageUnreachableException(
                what + ", so nothing was done: ask another node, or try again in a moment.",
                new IllegalStateException("the journal takes no more of this"));
    }

    private void addHome(Home home) throws SQLException {
        int ignored = execute(ADD_HOME, home.name(), home.life(), served.id(), served.place());
    }

    /** Returns whether it was added: its life and store must be known, and its id new. Its etag is spent with it. */
    private boolean add(Home home, StoredDocument document) throws SQLException {
        int added = execute(
                ADD,
                document.id().key(),
                document.id().text(),
                document.content().collection(),
                document.changeVector(),
                document.etag(),
                Ticks.of(document.modified()),
                document.content().metadata(),
                document.content().body(),
                home.life(),
                served.id());
        if (added == 1) {
            spend(home, document.etag());
        }
        return added == 1;
    }

    /** Takes note that etags of a database were drawn, up to that one, where they are of the block that is kept. */
    private void spend(Home home, long etag) throws SQLException {
        int ignored = execute(SPEND, etag, home.life());
    }

    /** Returns what else is to be done with the connection. */
    Connection connection() {
        return connection;
    }

    /** Returns whether it was there, on its way. */
    boolean remove(long number) throws SQLException {
        return execute("DELETE FROM entry WHERE number = ? AND reason IS NULL", number) == 1;
    }

    /** Returns whether it was on its way. */
    boolean setAside(SetAside aside) throws SQLException {
        return execute(
                        SET_ASIDE,
                        aside.reason(),
                        Ticks.of(aside.moment()),
                        aside.entry().number())
                == 1;
    }

    /** Returns whether it had been set aside. */
    boolean drop(long number) throws SQLException {
        return execute("DELETE FROM entry WHERE number = ? AND reason IS NOT NULL", number) == 1;
    }

    /** Returns whether it had been set aside. */
    boolean again(long number, DocumentId id) throws SQLException {
        if (CounterName.isShownBy(id)) {
            throw new MintmarkException("The document " + number + " cannot be sent again as " + id
                    + ", since documents of such ids show counters: give it another --id.");
        }
        if (rows(row -> row.getLong(1), MET, number, id.key()).get(0) > 0) {
            throw new MintmarkException("The document " + number + " cannot be sent again, since a document of the id "
                    + id + " is on its way home already: wait until that is home, or give this one another --id.");
        }
        return execute(AGAIN, id.key(), id.text(), number) == 1;
    }

    Journal.Fill fill(long bytesMax) throws SQLException {
        return rows(row -> new Journal.Fill(row.getLong(1), row.getLong(2), row.getLong(3), bytesMax), FILL).stream()
                .findFirst()
                .orElseThrow(() -> new SQLException("the journal cannot be counted"));
    }

    /** Returns whether nothing is on its way, whoever brought the rest home. */
    boolean isEmpty() throws SQLException {
        return rows(row -> row.getBoolean(1), IS_EMPTY).get(0);
    }

    /** Returns what is another number once another connection changed anything. */
    long changes() throws SQLException {
        return Statements.one(connection, "PRAGMA data_version");
    }

    private static Entry entry(ResultSet row) throws SQLException {
        DocumentContent content = new DocumentContent(row.getString(5), row.getBytes(10), row.getBytes(9));
        StoredDocument document = new StoredDocument(
                StoredId.of(row.getString(4), REMEDY),
                content,
                row.getString(6),
                row.getLong(7),
                Ticks.toInstant(row.getLong(8)));
        return new Entry(row.getLong(1), new Home(row.getString(2), row.getString(3)), document);
    }
}
