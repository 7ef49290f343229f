package io.mintmark.storage.sqlite.directory;

import io.mintmark.storage.lifecycle.Checked;
import io.mintmark.storage.sqlite.file.Schema;
import io.mintmark.storage.sqlite.file.StateRow;
import io.mintmark.storage.sqlite.write.DatabaseLayout;
import io.mintmark.storage.sqlite.write.GroupAdvance;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The check of one database's file: all that an opening requires, and every document besides. */
final class DatabaseCheck {
    private final FileReport report;
    private final Path path;
    private final CatalogRows.@Nullable Entry expected;
    private final FileCheck file;
    private Checked checked = Checked.NOTHING;

    /**
     * Begins.
     *
     * @param file checks what holds for any file
     * @param expected what the catalog says of it, or null if that cannot be read
     */
    DatabaseCheck(FileReport report, FileCheck file, CatalogRows.@Nullable Entry expected) {
        this.report = report;
        this.path = file.path();
        this.expected = expected;
        this.file = file;
    }

    Checked run() {
        if (!Files.exists(path)) {
            if (expected == null || expected.made()) {
                report.damage("the file is missing: put it back, or delete the database");
            }
            return checked;
        }
        boolean logMissing = file.log("drops that commit and raises all numbers by " + GroupAdvance.MAX
                + ", more than it can have given out");
        report.step("the file", () -> {
            try (ReadOnlyFile opened = ReadOnlyFile.open(path)) {
                check(opened.connection(), logMissing);
            }
        });
        report.end();
        return checked;
    }

    private void check(Connection connection, boolean logMissing) throws SQLException {
        report.step("its structure", () -> file.structure(connection));
        boolean current = file.layout(connection, DatabaseLayout.SCHEMA.newest());
        if (Schema.version(connection) == 0 || Schema.version(connection) > DatabaseLayout.SCHEMA.newest()) {
            return;
        }
        checked = new Checked(1, 0, 0);
        DocumentsCheck documents = new DocumentsCheck(report, connection);
        if (current) {
            NumbersCheck numbers = new NumbersCheck(report, connection);
            report.step("its own state", () -> state(connection, numbers, logMissing));
            numbers.run();
            checked = checked.plus(new Checked(0, 0, numbers.counters));
        }
        documents.run();
        checked = checked.plus(new Checked(0, documents.read, 0));
    }

    private void state(Connection connection, NumbersCheck numbers, boolean logMissing) throws SQLException {
        StateRow state = StateRow.read(connection);
        numbers.state = state;
        file.firstRow(connection);
        file.requireLog(logMissing, state.clean());
        if (expected == null) {
            return;
        }
        if (!expected.databaseId().isEmpty() && !expected.databaseId().equals(state.databaseId())) {
            report.damage("it is another database's file: it says " + state.databaseId() + ", the catalog says "
                    + expected.databaseId());
        } else if (state.incarnation() < expected.incarnation()) {
            report.damage("it is an older copy: its incarnation is " + state.incarnation() + ", the catalog has seen "
                    + expected.incarnation() + "; run `mintmark raise` before it is used");
        }
    }
}
