package io.mintmark.storage.sqlite.directory;

import io.mintmark.internal.FailureText;
import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.sqlite.file.LogInspection;
import io.mintmark.storage.sqlite.file.Schema;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;

/** What holds for a file whatever its tables are: its log, its layout, and the structure that SQLite gave it. */
final class FileCheck {
    private final FileReport report;
    private final Path path;
    private final boolean restored;

    /**
     * Begins.
     *
     * @param restored whether the file is a backup's, which was taken from an open database and needs no log
     */
    FileCheck(FileReport report, Path path, boolean restored) {
        this.report = report;
        this.path = path;
        this.restored = restored;
    }

    Path path() {
        return path;
    }

    /** Looks at the log; must be done before SQLite opens the file. Returns whether there is none. */
    boolean log(String whatOpeningDoes) {
        try {
            LogInspection found = LogInspection.of(path.resolveSibling(path.getFileName() + "-wal"));
            switch (found.verdict()) {
                case BAD_HEADER, DAMAGED ->
                    report.damage("its log is damaged, and a server will not open it: " + found.description());
                case IN_DOUBT ->
                    report.warning("its last commit may be missing (" + found.description() + "); opening it "
                            + whatOpeningDoes);
                default -> {
                    return found.verdict() != LogInspection.Verdict.SOUND;
                }
            }
        } catch (IOException e) {
            report.unchecked("its log cannot be read (" + FailureText.of(e) + ")");
        }
        return false;
    }

    void requireLog(boolean missing, boolean clean) {
        if (missing && !clean && !restored) {
            report.damage(
                    "its log is missing: it was not left in order, so what was acknowledged last is in a file with"
                            + " the ending -wal that is not there");
        }
    }

    /** Returns whether its tables can be read with all that a file of layout {@code newest} has. */
    boolean layout(Connection connection, int newest) throws SQLException {
        int version = Schema.version(connection);
        if (version == 0) {
            report.damage("it is empty");
        } else if (version > newest) {
            report.unchecked("it has layout version " + version + ", this Mintmark knows versions up to " + newest
                    + ": check it with the newer one that wrote it");
        } else if (version < newest) {
            report.warning("it has layout version " + version + ", which keeps no checksums: only its structure was"
                    + " checked; start a server on it once to bring it up to date");
        }
        return version == newest;
    }

    /** Looks at the only CHECK there is: a connection that may not write does not know such constraints. */
    void firstRow(Connection connection) throws SQLException {
        long one = Statements.one(connection, "SELECT one FROM state");
        if (one != 1) {
            report.damage("its own state is in row " + one + ", not in row 1");
        }
    }

    /** Lets SQLite hold every page, row and index against each other. */
    void structure(Connection connection) throws SQLException {
        report.at("structure of the file", 0, 0);
        Statements.each(
                connection,
                row -> {
                    String found = row.getString(1).strip().replaceAll("\\s*\\R\\s*", "; ");
                    if (!"ok".equals(found)) {
                        report.damage(found);
                    }
                },
                "PRAGMA integrity_check");
    }
}
