package io.mintmark.server.storage.sqlite.check;

import io.mintmark.server.storage.sqlite.file.Schema;

import io.mintmark.server.storage.sqlite.log.LogInspection;

import io.mintmark.server.storage.sqlite.file.Sql;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** What holds for a file whatever its tables are: its log, its layout, and the structure that SQLite gave it. */
final class FileCheck {
    private final Place place;
    private final Path path;

    FileCheck(Place place, Path path) {
        this.place = place;
        this.path = path;
    }

    /** Looks at the log; must be done before SQLite opens the file. Returns whether there is none. */
    boolean log(String whatOpeningDoes) {
        try {
            LogInspection found = LogInspection.of(path.resolveSibling(path.getFileName() + "-wal"));
            switch (found.verdict()) {
                case BAD_HEADER, DAMAGED ->
                    place.damage("its log is damaged, and a server will not open it: " + found.description());
                case IN_DOUBT ->
                    place.warning("its last commit may be missing (" + found.description() + "); opening it "
                            + whatOpeningDoes);
                default -> {
                    return found.verdict() != LogInspection.Verdict.SOUND;
                }
            }
        } catch (IOException e) {
            place.unchecked("its log cannot be read (" + e + ")");
        }
        return false;
    }

    void requireLog(boolean missing, boolean clean) {
        if (missing && !clean) {
            place.damage("its log is missing: it was not left in order, so what was acknowledged last is in a file with"
                    + " the ending -wal that is not there");
        }
    }

    /** Returns whether its tables can be read with all that a file of layout {@code newest} has. */
    boolean layout(Connection connection, int newest) throws SQLException {
        int version = Schema.version(connection);
        if (version == 0) {
            place.damage("it is empty");
        } else if (version > newest) {
            place.unchecked("it has layout version " + version + ", this Mintmark knows versions up to " + newest
                    + ": check it with the newer one that wrote it");
        } else if (version < newest) {
            place.warning("it has layout version " + version + ", which keeps no checksums: only its structure was"
                    + " checked; start a server on it once to bring it up to date");
        }
        return version == newest;
    }

    /** Looks at the only CHECK there is: a connection that may not write does not know such constraints. */
    void firstRow(Connection connection) throws SQLException {
        long one = Sql.one(connection, "SELECT one FROM state");
        if (one != 1) {
            place.damage("its own state is in row " + one + ", not in row 1");
        }
    }

    /** Lets SQLite hold every page, row and index against each other. */
    void structure(Connection connection) throws SQLException {
        place.at("structure of the file", 0, 0);
        try (PreparedStatement check = connection.prepareStatement("PRAGMA integrity_check");
                ResultSet row = check.executeQuery()) {
            while (row.next()) {
                String found = row.getString(1).strip().replaceAll("\\s*\\R\\s*", "; ");
                if (!"ok".equals(found)) {
                    place.damage(found);
                }
            }
        }
    }
}
