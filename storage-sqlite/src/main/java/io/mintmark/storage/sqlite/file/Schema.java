package io.mintmark.storage.sqlite.file;

import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.sql.SqlResource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * A versioned layout of tables: brought up to date when a file is opened, refused when the file is newer.
 *
 * <p>The version is SQLite's own {@code user_version}. Each step is one resource, applied in one transaction with the
 * version it leads to, so an upgrade that dies half-way never happened.
 */
public final class Schema {
    private static final String RESOURCES = "/io/mintmark/storage/sqlite/";

    private final String what;
    private final List<Step> steps;

    /** Creates the layout of a {@code what}, whose first version the first of the {@code steps} makes. */
    public Schema(String what, Step... steps) {
        this.what = what;
        this.steps = List.of(steps);
    }

    /** What leads to the next version: statements, then what SQL cannot say. */
    public record Step(String resource, Filling filling) {
        /** A step of statements alone. */
        public Step(String resource) {
            this(resource, connection -> {});
        }
    }

    /** Stores what is computed of rows that are there already. */
    @FunctionalInterface
    public interface Filling {
        void fill(Connection connection) throws SQLException;
    }

    /**
     * Returns the version of a file; 0 of one that holds nothing.
     *
     * @throws StorageFailedException if it is one that no layout has
     */
    public static int version(Connection connection) throws SQLException {
        int version = Integer.parseInt(Pragmas.read(connection, "user_version"));
        if (version < 0) {
            throw new StorageFailedException("A file has layout version " + version
                    + ", which no Mintmark writes, so it is damaged. " + Damage.REMEDY);
        }
        return version;
    }

    /** Returns the version that files have once they are up to date. */
    public int newest() {
        return steps.size();
    }

    /** Takes the steps that a file has not taken yet; refuses a file of a newer layout. */
    public void bringUpToDate(Connection connection) throws SQLException {
        int version = version(connection);
        if (version > steps.size()) {
            throw new StorageFailedException(
                    "This " + what + " file has layout version " + version + ", this Mintmark knows versions up to "
                            + steps.size() + ": run the newer Mintmark that wrote it.");
        }
        for (int next = version; next < steps.size(); next++) {
            apply(connection, steps.get(next), next + 1);
        }
    }

    private static void apply(Connection connection, Step step, int version) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("BEGIN IMMEDIATE");
            for (String sql : SqlResource.statements(Schema.class, RESOURCES + step.resource)) {
                statement.execute(sql);
            }
            step.filling.fill(connection);
            statement.execute("PRAGMA user_version=" + version);
            statement.execute("COMMIT");
        }
    }
}
