package io.mintmark.cli;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;

/**
 * A copy of a running PostgreSQL from which its standby starts: its files, copied between the begin and the end of a backup, and the
 * label by which the standby knows where to begin. What is done here by hand is what {@code pg_basebackup} does, which the
 * embedded PostgreSQL lacks.
 */
final class StandbyCopy {
    /** Files of the running process, which the standby makes for itself. */
    private static final Set<String> LEFT_OUT =
            Set.of("postmaster.pid", "postmaster.opts", "epg-lock", "postgresql.auto.conf");
    /** The standby asks the primary for its log. */
    private static final Set<String> EMPTY = Set.of("pg_wal", "pg_replslot", "pg_dynshmem", "pg_stat_tmp");

    private StandbyCopy() {}

    /** Copies an engine that goes on meanwhile. */
    static void of(EngineSite primary, Path to, String connection) throws IOException, SQLException {
        try (Connection session = primary.connection();
                Statement statement = session.createStatement()) {
            boolean begun = statement.execute("SELECT pg_backup_start('standby', true)");
            copy(primary.data(), to);
            try (ResultSet end = statement.executeQuery("SELECT labelfile FROM pg_backup_stop(false)")) {
                begun &= end.next();
                Files.writeString(to.resolve("backup_label"), end.getString(1));
            }
        }
        Files.writeString(to.resolve("standby.signal"), "");
        Files.writeString(
                to.resolve("postgresql.auto.conf"),
                "primary_conninfo = '" + connection + "'\n",
                StandardOpenOption.CREATE);
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                    throws IOException {
                Files.createDirectories(
                        to.resolve(from.relativize(directory).toString()),
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Path inside = from.relativize(file);
                boolean isLeftOut = LEFT_OUT.contains(inside.toString())
                        || EMPTY.contains(inside.getName(0).toString());
                if (!isLeftOut) {
                    copyIfThere(file, to.resolve(inside.toString()));
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                if (e instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw e;
            }
        });
    }

    /** One that is removed meanwhile is in the log that the standby reads. */
    private static void copyIfThere(Path file, Path copy) throws IOException {
        try {
            Files.copy(file, copy);
        } catch (NoSuchFileException gone) {
            // As a backup tool does.
        }
    }
}
