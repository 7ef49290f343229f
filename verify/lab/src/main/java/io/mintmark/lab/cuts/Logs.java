package io.mintmark.lab.cuts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;

/** Copies write-ahead logs into their files as the engine does, but after a few pages and not after thousands. */
final class Logs {
    private static final String SUFFIX = "-wal";

    private Logs() {}

    /** Returns the logs in a directory; only files that are open have one. */
    static List<Path> under(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(SUFFIX))
                    .sorted()
                    .toList();
        } catch (IOException | UncheckedIOException struck) {
            // The fault befell this look at the directory, not the store.
            return List.of();
        }
    }

    /** Copies a log into its file; a fault that keeps it from being copied is nobody's loss. */
    static void copy(Path log) {
        String file = log.toString().substring(0, log.toString().length() - SUFFIX.length());
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA synchronous=FULL");
            statement.execute("PRAGMA wal_checkpoint(PASSIVE)");
        } catch (SQLException notCopied) {
            // The log still has it all.
        }
    }
}
