package io.mintmark.storage.sqlite;

import io.mintmark.MintmarkException;
import io.mintmark.document.DocumentId;
import io.mintmark.storage.StorageReads.Journaled;
import io.mintmark.storage.cutoff.Journal;
import io.mintmark.storage.cutoff.Journal.Entry;
import io.mintmark.storage.cutoff.Journal.Home;
import io.mintmark.storage.cutoff.Journal.SetAside;
import io.mintmark.storage.document.DocumentContent;
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
    private static final String SET_ASIDE =
            "UPDATE entry SET reason = ?, moment = ? WHERE number = ? AND reason IS NULL";
    private static final String AGAIN = "UPDATE entry SET reason = NULL, moment = NULL, key = ?, id = ?"
            + " WHERE number = ? AND reason IS NOT NULL";
    /** What was drawn of a former block is below the one that is kept. */
    private static final String FILL = "SELECT count(*) FILTER (WHERE reason IS NULL),"
            + " count(*) FILTER (WHERE reason IS NOT NULL), coalesce(sum(length(body) + length(metadata)), 0) FROM entry";

    private static final String IS_EMPTY = "SELECT NOT EXISTS (SELECT 1 FROM entry WHERE reason IS NULL)";

    private static final String MET = "SELECT count(*) FROM entry e JOIN entry aside ON aside.home = e.home"
            + " WHERE aside.number = ? AND aside.reason IS NOT NULL AND e.key = ? AND e.reason IS NULL";

    /** Fewer entries are read at once if they have more bytes together. */
    private static final long READ_BYTES_MAX = 1L << 22;

    private static final String REMEDY = "Keep the file, and put back its newest copy.";

    private final Connection connection;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();

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

    int execute(String sql, Object... parameters) throws SQLException {
        return bound(sql, parameters).executeUpdate();
    }

    <T> List<T> rows(RowReader<T> reader, String sql, Object... parameters) throws SQLException {
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
