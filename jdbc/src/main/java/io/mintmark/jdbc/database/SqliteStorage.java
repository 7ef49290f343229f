package io.mintmark.jdbc.database;

import io.mintmark.jdbc.internal.ScalarQuery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The durability of a table of SQLite: each attached file has its own journal and syncs by its own setting.
 *
 * <p>SQLite runs in this process, so that its file can be looked at, too.
 */
final class SqliteStorage {
    private static final int SYNCHRONOUS_FULL = 2;
    private static final int SYNCHRONOUS_EXTRA = 3;

    /** The order in which a name without a schema is looked for; the first match hides the others. */
    private static final String DATABASES = "SELECT name FROM pragma_database_list ORDER BY name <> 'temp', seq";

    private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs", "devtmpfs");

    private final Connection connection;
    private final Dialect dialect;

    SqliteStorage(Connection connection, Dialect dialect) {
        this.connection = connection;
        this.dialect = dialect;
    }

    /** Reads the durability of a table in the database that has it. */
    Durability of(SqlName table) throws SQLException {
        for (String database : databases(table.schema())) {
            String from = " FROM " + dialect.quote(database) + ".sqlite_master"
                    + " WHERE type IN ('table', 'view') AND name = ? COLLATE NOCASE";
            if (ScalarQuery.number(connection, "SELECT count(*)" + from, table.name()) > 0) {
                String definition = ScalarQuery.text(connection, "SELECT sql" + from, table.name());
                return in(database).unless(reasons(table, database, definition));
            }
        }
        return in("main").unless(List.of("where " + table + " is, is not seen"));
    }

    private List<String> databases(String schema) throws SQLException {
        if (!schema.isEmpty()) {
            return List.of(schema);
        }
        List<String> databases = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(DATABASES);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                databases.add(rows.getString(1));
            }
        }
        return databases;
    }

    private static List<String> reasons(SqlName table, String database, String definition) {
        if (database.equalsIgnoreCase("temp")) {
            throw UnsafeCounterException.onlyHere(table.toString());
        }
        boolean plain = definition.toUpperCase(Locale.ROOT).startsWith("CREATE TABLE");
        return plain
                ? List.of()
                : List.of(table + " is a view or a virtual table, and what keeps the number is not seen");
    }

    /**
     * Reads the settings of a database.
     *
     * <p>A transaction whose journal is deleted ends when the directory no longer names that journal, and only EXTRA
     * syncs the directory: after a loss of power the journal may be there again, and undo what was acknowledged.
     */
    Durability in(String database) throws SQLException {
        String of = "PRAGMA " + dialect.quote(database) + ".";
        long synchronous = ScalarQuery.number(connection, of + "synchronous");
        String journal = ScalarQuery.text(connection, of + "journal_mode").toLowerCase(Locale.ROOT);
        long needed = journal.equals("delete") ? SYNCHRONOUS_EXTRA : SYNCHRONOUS_FULL;
        boolean synced = synchronous >= needed && !journal.equals("off") && !journal.equals("memory");
        List<String> reasons = new ArrayList<>();
        whyNotKept(database).ifPresent(reasons::add);
        if (isShared(String.valueOf(connection.getMetaData().getURL()).toLowerCase(Locale.ROOT))) {
            reasons.add("its cache is shared, and any of the connections may have set another synchronous");
        }
        return new Durability(synced, "synchronous=" + synchronous + ", journal_mode=" + journal).unless(reasons);
    }

    private static boolean isShared(String url) {
        return url.contains("cache=shared") || url.contains("shared_cache=true");
    }

    private Optional<String> whyNotKept(String database) throws SQLException {
        String file = ScalarQuery.text(
                connection, "SELECT file FROM pragma_database_list WHERE name = ? COLLATE NOCASE", database);
        if (file.isEmpty()) {
            return Optional.of("in memory");
        }
        try {
            String system = Files.getFileStore(Path.of(file)).type();
            return IN_MEMORY.contains(system) ? Optional.of("its file is in memory, on " + system) : Optional.empty();
        } catch (IOException | InvalidPathException | SecurityException e) {
            return Optional.of("its file is not seen");
        }
    }
}
