package io.mintmark.storage.sqlite.file;

import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;

/** Asks SQLite whether its tables and their indexes fit together. */
public final class Integrity {
    private Integrity() {}

    /**
     * Returns if SQLite finds no fault.
     *
     * @param scope a table, which is looked at with its indexes; or how many faults to look for in the whole file
     * @param what begins the refusal
     */
    public static void require(Connection connection, String scope, String what) throws SQLException {
        String found = Statements.row(connection, row -> row.getString(1), "PRAGMA integrity_check(" + scope + ")")
                .orElse("no answer");
        if (!"ok".equals(found)) {
            throw new StorageFailedException(what + " is damaged (" + found.strip() + "). " + Damage.REMEDY);
        }
    }
}
