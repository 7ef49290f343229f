package io.mintmark.storage.sqlite.directory;

import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.sqlite.file.ConnectionOpener;
import io.mintmark.storage.sqlite.file.Damage;
import io.mintmark.storage.sqlite.file.DataFiles;
import io.mintmark.storage.sqlite.file.Integrity;
import io.mintmark.storage.sqlite.file.LogKeeper;
import io.mintmark.storage.sqlite.file.Pragmas;
import io.mintmark.storage.sqlite.file.Schema;
import io.mintmark.storage.sqlite.file.StoredFiles;
import io.mintmark.storage.sqlite.file.StoredLog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;

/** The file of the catalog: made in an empty directory, or opened once it is known to be whole. */
public final class CatalogFile {
    private final Path path;
    private final ConnectionOpener opener;
    private final boolean restored;
    private final Set<Long> files;

    private CatalogFile(Path directory, ConnectionOpener opener, boolean restored) {
        this.path = directory.resolve(DataFiles.CATALOG);
        this.opener = opener;
        this.restored = restored;
        this.files = DataFiles.numbers(directory);
    }

    /**
     * Opens the catalog of {@code directory}; makes one if there is neither a catalog nor the file of any database.
     *
     * @param owner random, of who opens it
     * @param restored whether it was put back, maybe without its log
     */
    public static SqliteCatalog open(Path directory, ConnectionOpener opener, String owner, boolean restored) {
        return new CatalogFile(directory, opener, restored).open(owner);
    }

    private SqliteCatalog open(String owner) {
        if (!files.isEmpty() && !Files.exists(path)) {
            throw new StorageFailedException(
                    "The catalog of databases is missing (" + path + ") although there are files"
                            + " of databases beside it: put it back from the same backup as they are, then run `mintmark raise`.");
        }
        boolean fresh = !Files.exists(path);
        StoredLog log = StoredLog.of("the catalog of databases", path);
        if (fresh) {
            DataFiles.createUnlessThere(path);
        }
        try {
            Connection connection = opener.open(url());
            try {
                requireWhole(connection, log);
                return takenOver(connection, owner, log);
            } catch (SQLException | RuntimeException | Error e) {
                leave(connection, fresh);
                throw e;
            }
        } catch (SQLException e) {
            throw SqliteCatalog.failed(e);
        }
    }

    /**
     * A catalog that was being made goes, since nobody was told of it; another one stays as it was. Either has its log
     * to the end: the file may say that it is open, and a power cut may bring it back.
     */
    private void leave(Connection connection, boolean fresh) throws SQLException {
        try (LogKeeper kept = LogKeeper.of(path, true)) {
            connection.close();
        }
        if (fresh) {
            new StoredFiles(path, "of the catalog").erase();
        }
    }

    private void requireWhole(Connection connection, StoredLog log) throws SQLException {
        Pragmas.prepareWriter(connection);
        int version = Schema.version(connection);
        if (version == 0 && !files.isEmpty()) {
            throw new StorageFailedException(
                    "The catalog of databases is empty (" + path + ") although there are files"
                            + " of databases beside it: put it back from the same backup as they are, then run `mintmark raise`.");
        }
        if (version > 0) {
            Integrity.require(connection, "1", "The catalog of databases");
        }
        log.beginAnew(connection);
        if (version > 1 && !restored) {
            // Before the layout is brought up to date, which gives the file a log again.
            log.requireIfNotClean(CatalogState.read(connection, true).clean());
        }
        CatalogLayout.SCHEMA.bringUpToDate(connection);
        if (version == 1) {
            keepUnlisted(connection);
        }
        requireRows(connection, CatalogState.read(connection, true));
    }

    /** A catalog of layout 1 forgot databases whose files were to be kept, or could not be erased. */
    private void keepUnlisted(Connection connection) throws SQLException {
        for (long number : files) {
            int ignored = Statements.execute(
                    connection,
                    "INSERT INTO removed SELECT ?, '', 0 WHERE NOT EXISTS (SELECT 1 FROM entry WHERE number = ?)"
                            + " AND ? <= (SELECT coalesce(max(seq), 0) FROM sqlite_sequence)",
                    number,
                    number,
                    number);
        }
    }

    private static void requireRows(Connection connection, CatalogState state) throws SQLException {
        int entries = Statements.rows(
                        connection, row -> CatalogRows.Entry.read(row).number(), CatalogRows.Entry.SELECT)
                .size();
        if (entries != state.entries()) {
            throw new StorageFailedException("The catalog must list " + state.entries() + " databases but lists "
                    + entries + ": rows were lost. " + Damage.REMEDY);
        }
    }

    private SqliteCatalog takenOver(Connection connection, String owner, StoredLog log) throws SQLException {
        Connection reads = opener.open(url());
        try {
            int ignored = Statements.execute(reads, "PRAGMA query_only=ON");
            CatalogWriter writer = new CatalogWriter(connection, owner);
            // Before the file itself says that it is open, and so must have a log.
            StoredLog.requireInUse(path);
            if (log.isInDoubt()) {
                StoredLog.beginAnewAfterWrite(connection);
            } else {
                StoredLog.copy(connection);
            }
            return new SqliteCatalog(path, writer, new CatalogReads(reads, writer));
        } catch (SQLException | RuntimeException | Error e) {
            reads.close();
            throw e;
        }
    }

    private String url() {
        return "jdbc:sqlite:" + path;
    }
}
