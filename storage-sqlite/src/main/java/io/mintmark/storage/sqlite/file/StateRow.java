package io.mintmark.storage.sqlite.file;

import io.mintmark.counter.Reservation;
import io.mintmark.document.NodeTag;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.row.RowsOwner;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The one row that says what a database's writer must know before its first transaction; immutable.
 *
 * @param databaseId random, given when the database was created
 * @param etag the last one drawn; never derived from what is stored
 * @param leaseSerial the last one drawn
 * @param forgottenSerial leases up to here can no longer be returned
 * @param clean whether the database was left in order
 * @param incarnation 1, and one more for each time that a restored copy was raised
 * @param owner random, of whoever opened the database last
 * @param firstMax where counters and identities begin that do not exist yet
 * @param counters how many counters there are
 * @param identities how many identities there are
 */
public record StateRow(
        String databaseId,
        long etag,
        long leaseSerial,
        long forgottenSerial,
        boolean clean,
        long incarnation,
        String owner,
        long firstMax,
        long counters,
        long identities) {

    private static final String SELECT = "SELECT database_id, etag, lease_serial, forgotten_serial, clean, incarnation,"
            + " owner, first_max, counters, identities, checksum FROM state";
    private static final String UPDATE = "UPDATE state SET database_id = ?, etag = ?, lease_serial = ?,"
            + " forgotten_serial = ?, clean = ?, incarnation = ?, owner = ?, first_max = ?, counters = ?,"
            + " identities = ?, checksum = ?";

    /**
     * Returns the state of a database that holds nothing yet, and all of whose numbers begin above {@code firstMax}.
     */
    public static StateRow fresh(String databaseId, long firstMax) {
        return new StateRow(databaseId, firstMax, firstMax, firstMax, true, 1, "", firstMax, 0, 0);
    }

    /** Returns whether nothing was ever written to the database. */
    public boolean isUnused() {
        return etag <= firstMax && leaseSerial <= firstMax && counters == 0 && identities == 0;
    }

    /** Returns the row; refuses one that is missing or damaged. */
    public static StateRow read(Connection connection) throws SQLException {
        return read(connection, true);
    }

    /** Returns the row without asking whether its checksum holds: one of a layout that had none. */
    public static StateRow readUnchecked(Connection connection) throws SQLException {
        return read(connection, false);
    }

    private static StateRow read(Connection connection, boolean judged) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(SELECT);
                ResultSet row = statement.executeQuery()) {
            if (!row.next()) {
                throw new StorageFailedException("The database's own state is missing from its file. " + Damage.REMEDY);
            }
            StateRow state = believed(row);
            if (judged && (row.getLong(11) != state.checksum() || row.next())) {
                throw Damage.ofRow("the database's own state");
            }
            return state;
        }
    }

    private static StateRow believed(ResultSet row) throws SQLException {
        return new StateRow(
                row.getString(1),
                row.getLong(2),
                row.getLong(3),
                row.getLong(4),
                row.getLong(5) == 1,
                row.getLong(6),
                row.getString(7),
                row.getLong(8),
                row.getLong(9),
                row.getLong(10));
    }

    /**
     * Returns whether all columns are the same. The first {@code equals} of a record makes method handles, for which a
     * start would wait.
     */
    public boolean isSameAs(StateRow other) {
        return isSameDatabaseAs(other)
                && etag == other.etag
                && leaseSerial == other.leaseSerial
                && forgottenSerial == other.forgottenSerial
                && clean == other.clean
                && firstMax == other.firstMax
                && counters == other.counters
                && identities == other.identities;
    }

    private boolean isSameDatabaseAs(StateRow other) {
        return databaseId.equals(other.databaseId) && incarnation == other.incarnation && owner.equals(other.owner);
    }

    /** Adds the row to a database that has none. */
    public void insert(Connection connection) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO state (one, database_id, etag, lease_serial, forgotten_serial, clean)"
                        + " VALUES (1, '', 0, 0, 0, 1)")) {
            insert.executeUpdate();
        }
        write(connection);
    }

    /** Stores all of it, no matter which server owns the database. */
    public void write(Connection connection) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(UPDATE)) {
            bind(update);
            int rows = update.executeUpdate();
            if (rows != 1) {
                throw new SQLException("the state table must have one row, but has " + rows);
            }
        }
    }

    /** Prepares what {@link #storeOwned} runs. */
    public static PreparedStatement prepareOwned(Connection connection) throws SQLException {
        return connection.prepareStatement(UPDATE + " WHERE owner = ?");
    }

    /** Stores all of it if its owner still owns the database; returns whether that is so. */
    public boolean storeOwned(PreparedStatement owned) throws SQLException {
        bind(owned);
        owned.setString(12, owner);
        return owned.executeUpdate() == 1;
    }

    private void bind(PreparedStatement update) throws SQLException {
        update.setString(1, databaseId);
        update.setLong(2, etag);
        update.setLong(3, leaseSerial);
        update.setLong(4, forgottenSerial);
        update.setInt(5, clean ? 1 : 0);
        update.setLong(6, incarnation);
        update.setString(7, owner);
        update.setLong(8, firstMax);
        update.setLong(9, counters);
        update.setLong(10, identities);
        update.setLong(11, checksum());
    }

    private long checksum() {
        return new RowChecksum()
                .begin()
                .add(databaseId)
                .add(etag)
                .add(leaseSerial)
                .add(forgottenSerial)
                .add(clean ? 1L : 0L)
                .add(incarnation)
                .add(owner)
                .add(firstMax)
                .add(counters)
                .add(identities)
                .value();
    }

    /**
     * Returns the state of a database that {@code newOwner} opened.
     *
     * <p>After a crash nobody knows which replies arrived, so no open lease may be returned without risk.
     */
    public StateRow openedBy(String newOwner) {
        return with(newOwner, false, clean ? forgottenSerial : leaseSerial);
    }

    /** Returns the state after an orderly close. */
    public StateRow closed() {
        return with(owner, true, forgottenSerial);
    }

    private StateRow with(String newOwner, boolean isClean, long forgotten) {
        return new StateRow(
                databaseId,
                etag,
                leaseSerial,
                forgotten,
                isClean,
                incarnation,
                newOwner,
                firstMax,
                counters,
                identities);
    }

    /** Returns the life that leases of this state belong to: the database's id and its incarnation. */
    public String life() {
        return RowsOwner.life(databaseId, incarnation);
    }

    /** Returns the owner of the rows that the node {@code node} writes. */
    public RowsOwner writtenBy(NodeTag node) {
        return new RowsOwner(node, databaseId, incarnation, firstMax, Reservation.CEILING_JS_SAFE);
    }
}
