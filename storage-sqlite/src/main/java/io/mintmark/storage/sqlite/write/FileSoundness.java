package io.mintmark.storage.sqlite.write;

import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.sqlite.file.Damage;
import io.mintmark.storage.sqlite.file.Integrity;
import io.mintmark.storage.sqlite.file.RowChecksum;
import io.mintmark.storage.sqlite.file.StateRow;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * What a database's file must fulfil before a number is drawn from it: what its counters and identities say is what was
 * written, all of them are there and can be found, and none stands below a lease that is open.
 *
 * <p>A counter that an index does not find would begin anew, so the tables are held against their indexes, too. All
 * counters, identities and leases are read for this, no documents.
 */
public final class FileSoundness {
    private static final List<String> TABLES = List.of("state", "counter", "identity", "identity_request");

    /** Counters that stand below an open lease, and its end. */
    public static final String BELOW_LEASES = "SELECT counter.id, counter.max, lease.high FROM lease"
            + " JOIN counter ON counter.number = lease.counter"
            + " WHERE lease.returned IS NULL AND lease.high > counter.max";

    private FileSoundness() {}

    /** Returns if all of it holds; the refusal names what does not, and the remedy. */
    public static void require(Connection connection, StateRow state) throws SQLException {
        for (String table : TABLES) {
            Integrity.require(connection, table, "The table " + table);
        }
        requireCount("counters", state.counters(), counters(connection));
        requireCount("identities", state.identities(), identities(connection));
        requireAboveLeases(connection);
    }

    private static long counters(Connection connection) throws SQLException {
        return Statements.each(connection, new CounterRow()::read, CounterRow.SELECT);
    }

    private static long identities(Connection connection) throws SQLException {
        RowChecksum checksum = new RowChecksum();
        return Statements.each(
                connection,
                row -> checksum.readPair(row, "the identity "),
                "SELECT key, value, checksum FROM identity");
    }

    private static void requireCount(String what, long counted, long found) {
        if (counted != found) {
            throw new StorageFailedException("There must be " + counted + " " + what + " but there are " + found
                    + ": rows were lost. " + Damage.REMEDY);
        }
    }

    private static void requireAboveLeases(Connection connection) throws SQLException {
        Statements.each(
                connection,
                row -> {
                    throw new StorageFailedException("The counter " + row.getString(1) + " stands at " + row.getLong(2)
                            + ", below an open lease that ends at " + row.getLong(3) + ". " + Damage.REMEDY);
                },
                BELOW_LEASES + " LIMIT 1");
    }
}
