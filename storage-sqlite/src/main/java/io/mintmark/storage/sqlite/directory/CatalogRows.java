package io.mintmark.storage.sqlite.directory;

import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.sqlite.file.Damage;
import io.mintmark.storage.sqlite.file.RowChecksum;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;

/** How the catalog stores a database and a setting, each with its checksum. */
public final class CatalogRows {
    private CatalogRows() {}

    /**
     * A database as the catalog has it.
     *
     * @param number names the file
     * @param key key form of the name
     * @param made whether the file is there and its creation was told
     * @param databaseId what the file must say, or empty as long as nobody asked it
     * @param incarnation the file's is not below
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Entry(
            long number, String key, String name, byte[] record, boolean made, String databaseId, long incarnation) {

        /** Selects what {@link #read} reads. */
        public static final String SELECT =
                "SELECT number, key, name, record, made, database_id, incarnation, checksum FROM entry";

        /** Returns the row; refuses a damaged one. */
        public static Entry read(ResultSet row) throws SQLException {
            Entry entry = believed(row);
            if (row.getLong(8) != entry.checksum()) {
                throw Damage.ofRow("the database " + entry.name + " in the catalog");
            }
            return entry;
        }

        private static Entry believed(ResultSet row) throws SQLException {
            return new Entry(
                    row.getLong(1),
                    row.getString(2),
                    row.getString(3),
                    row.getBytes(4),
                    row.getLong(5) == 1,
                    row.getString(6),
                    row.getLong(7));
        }

        /** Returns what others are told of the database. */
        public DatabaseEntry shown() {
            return new DatabaseEntry(number, name);
        }

        /** Returns the same database whose file was made, or said who it is. */
        public Entry as(boolean nowMade, String id, long nowIncarnation) {
            return new Entry(number, key, name, record, nowMade, id, nowIncarnation);
        }

        void insert(Connection connection) throws SQLException {
            int ignored = execute(
                    connection,
                    "INSERT INTO entry (key, name, record, made, database_id, incarnation, checksum, number)"
                            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
        }

        /** Stores the row in the place of the one of that number. */
        public void update(Connection connection) throws SQLException {
            int rows = execute(
                    connection,
                    "UPDATE entry SET key = ?, name = ?, record = ?, made = ?, database_id = ?, incarnation = ?,"
                            + " checksum = ? WHERE number = ?");
            if (rows != 1) {
                throw new SQLException("the database " + name + " is gone from the catalog");
            }
        }

        private int execute(Connection connection, String sql) throws SQLException {
            return Statements.execute(
                    connection, sql, key, name, record, made ? 1 : 0, databaseId, incarnation, checksum(), number);
        }

        private long checksum() {
            return new RowChecksum()
                    .begin()
                    .add(number)
                    .add(key)
                    .add(name)
                    .add(record)
                    .add(made ? 1L : 0L)
                    .add(databaseId)
                    .add(incarnation)
                    .value();
        }
    }

    /** Returns the checksum of a setting. */
    static long checksum(String name, long etag, byte[] value) {
        return new RowChecksum().begin().add(name).add(etag).add(value).value();
    }

    /** Returns the checksum of the catalog's own state. */
    static long checksum(String owner, boolean clean, long commits, long entries) {
        return new RowChecksum()
                .begin()
                .add(owner)
                .add(clean ? 1L : 0L)
                .add(commits)
                .add(entries)
                .value();
    }

    /** Gives the rows of a layout without checksums theirs. */
    static void fillChecksums(Connection connection) throws SQLException {
        Statements.each(connection, row -> Entry.believed(row).update(connection), Entry.SELECT);
        Statements.each(
                connection,
                row -> Statements.execute(
                        connection,
                        "UPDATE setting SET checksum = ? WHERE name = ?",
                        checksum(row.getString(1), row.getLong(2), row.getBytes(3)),
                        row.getString(1)),
                "SELECT name, etag, value FROM setting");
        CatalogState.read(connection, false).write(connection);
    }
}
