package io.mintmark.server.storage.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The numbers a database draws from: etags and lease serials.
 *
 * <p>They live in memory while the writer runs and are stored with every transaction that drew one. A number drawn by a
 * batch that was refused stays drawn, so none is ever seen twice. Used by the writer thread only.
 */
final class WriterState {
    private final PreparedStatement save;
    private final String databaseId;
    private final long forgottenSerial;
    private long etag;
    private long leaseSerial;
    private boolean changed;

    WriterState(Connection connection) throws SQLException {
        boolean clean;
        try (PreparedStatement load = connection.prepareStatement(
                        "SELECT database_id, etag, lease_serial, forgotten_serial, clean FROM state");
                ResultSet row = load.executeQuery()) {
            row.next();
            databaseId = row.getString(1);
            etag = row.getLong(2);
            leaseSerial = row.getLong(3);
            clean = row.getLong(5) == 1;
            // After a crash nobody knows which replies arrived, so no open lease may be returned without risk.
            forgottenSerial = clean ? row.getLong(4) : leaseSerial;
        }
        markOpen(connection);
        save = connection.prepareStatement("UPDATE state SET etag = ?, lease_serial = ?");
    }

    private void markOpen(Connection connection) throws SQLException {
        try (PreparedStatement open = connection.prepareStatement("UPDATE state SET clean = 0, forgotten_serial = ?")) {
            open.setLong(1, forgottenSerial);
            int rows = open.executeUpdate();
            if (rows != 1) {
                throw new SQLException("the state table must have one row, but has " + rows);
            }
        }
    }

    String databaseId() {
        return databaseId;
    }

    long drawEtag() {
        changed = true;
        return ++etag;
    }

    long drawLeaseSerial() {
        changed = true;
        return ++leaseSerial;
    }

    long leaseSerial() {
        return leaseSerial;
    }

    boolean isForgotten(long serial) {
        return serial <= forgottenSerial;
    }

    void saveIfChanged() throws SQLException {
        if (changed) {
            save.setLong(1, etag);
            save.setLong(2, leaseSerial);
            save.executeUpdate();
            changed = false;
        }
    }
}
