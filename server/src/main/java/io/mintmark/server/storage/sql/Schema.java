package io.mintmark.server.storage.sql;

import io.mintmark.server.storage.StorageFailedException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;

/**
 * A versioned layout of tables: brought up to date when a file is opened, refused when the file is newer.
 *
 * <p>The version is SQLite's own {@code user_version}. Each step is one resource, applied in one transaction with the
 * version it leads to, so an upgrade that dies half-way never happened.
 */
final class Schema {
    /** Tables of one database. */
    static final Schema DATABASE = new Schema("database", List.of("database-1.sql"));

    /** Tables of the catalog of databases. */
    static final Schema CATALOG = new Schema("catalog", List.of("catalog-1.sql"));

    private final String what;
    private final List<String> steps;

    private Schema(String what, List<String> steps) {
        this.what = what;
        this.steps = steps;
    }

    void bringUpToDate(Connection connection) throws SQLException {
        int version = Integer.parseInt(Pragmas.read(connection, "user_version"));
        if (version > steps.size()) {
            throw new StorageFailedException(
                    "This " + what + " file has layout version " + version + ", this Mintmark knows versions up to "
                            + steps.size() + ": run the newer Mintmark that wrote it.");
        }
        for (int next = version; next < steps.size(); next++) {
            apply(connection, steps.get(next), next + 1);
        }
    }

    private static void apply(Connection connection, String resource, int version) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("BEGIN IMMEDIATE");
            for (String sql : read(resource)) {
                statement.execute(sql);
            }
            statement.execute("PRAGMA user_version=" + version);
            statement.execute("COMMIT");
        }
    }

    private static List<String> read(String resource) {
        try (InputStream stream = Schema.class.getResourceAsStream(resource)) {
            if (stream == null) {
                throw new IllegalStateException("resource is missing from the jar: " + resource);
            }
            String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            return statements(text.replaceAll("(?m)--.*$", ""));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> statements(String text) {
        return Arrays.stream(text.split(";", -1))
                .map(String::strip)
                .filter(sql -> !sql.isEmpty())
                .toList();
    }
}
