package io.mintmark.storage.sqlite.directory;

import io.mintmark.document.KeyForm;
import io.mintmark.storage.sql.Statements;
import io.mintmark.storage.sqlite.file.Damage;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The check of the catalog: what it lists, and whether that is what was written. */
final class CatalogCheck {
    private final FileReport report;
    private final Path path;
    private final FileCheck file;

    /** The databases that it lists, as far as they can be believed. */
    final Map<Long, CatalogRows.Entry> entries = new TreeMap<>();

    /** The numbers whose files it knows, also those of databases that were deleted. */
    final Set<Long> known = new HashSet<>();

    /** Whether all rows could be read. */
    boolean complete;

    CatalogCheck(FileReport report, FileCheck file) {
        this.report = report;
        this.path = file.path();
        this.file = file;
    }

    void run() {
        boolean logMissing = file.log("drops that commit, which nobody was told of");
        report.step("the catalog", () -> {
            try (ReadOnlyFile opened = ReadOnlyFile.open(path)) {
                check(opened.connection(), logMissing);
            }
        });
        report.end();
    }

    private void check(Connection connection, boolean logMissing) throws SQLException {
        report.step("its structure", () -> file.structure(connection));
        if (!file.layout(connection, CatalogLayout.SCHEMA.newest())) {
            return;
        }
        report.step("its list of databases", () -> entries(connection));
        report.step("its list of deleted databases", () -> removed(connection));
        report.step("its settings", () -> settings(connection));
        report.step("its own state", () -> state(connection, logMissing));
        report.step("its life", () -> {
            CatalogLife ignored = CatalogLife.read(connection);
        });
    }

    private void entries(Connection connection) throws SQLException {
        Statements.each(
                connection,
                row -> {
                    known.add(row.getLong(1));
                    report.step("the row of database " + row.getLong(1), () -> entry(row));
                },
                CatalogRows.Entry.SELECT + " ORDER BY number");
        complete = true;
    }

    private void entry(ResultSet row) throws SQLException {
        CatalogRows.Entry entry = CatalogRows.Entry.read(row);
        entries.put(entry.number(), entry);
        if (!KeyForm.of(entry.name()).equals(entry.key())) {
            report.damage("the database " + entry.name() + " is listed under another name");
        }
        if (!StoredJson.isObject(entry.record())) {
            report.damage("the record of the database " + entry.name() + " is no JSON object");
        }
        if (!entry.made()) {
            report.warning("the creation of the database " + entry.name()
                    + " was cut off; opening the directory erases it, unless it was written to");
        }
    }

    private void removed(Connection connection) throws SQLException {
        Statements.each(connection, this::removed, "SELECT number, name, erase FROM removed");
    }

    private void removed(ResultSet row) throws SQLException {
        known.add(row.getLong(1));
        if (row.getLong(3) != RemovedDatabases.KEEP) {
            report.warning("the database " + row.getString(2) + " was deleted, but not all of its files are"
                    + " gone; opening the directory erases them");
        }
    }

    private void settings(Connection connection) throws SQLException {
        Statements.each(connection, this::setting, "SELECT name, etag, value, checksum FROM setting");
    }

    private void setting(ResultSet row) throws SQLException {
        @Nullable String name = row.getString(1);
        byte @Nullable [] value = row.getBytes(3);
        if (name == null || value == null || row.getLong(4) != CatalogRows.checksum(name, row.getLong(2), value)) {
            report.step("the setting", () -> {
                throw Damage.ofRow("the setting " + name);
            });
        }
    }

    private void state(Connection connection, boolean logMissing) throws SQLException {
        CatalogState state = CatalogState.read(connection, true);
        file.firstRow(connection);
        file.requireLog(logMissing, state.clean());
        long found = Statements.one(connection, "SELECT count(*) FROM entry");
        if (found != state.entries()) {
            report.damage("it must list " + state.entries() + " databases but lists " + found + ": rows were lost");
        }
    }
}
