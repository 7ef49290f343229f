package io.mintmark.lab.faults;

import io.mintmark.lab.process.WorkDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;

/** The directory of the engine and the one older copy of it that is kept. */
final class DataCopies {
    private static final String LOCK = "postmaster.pid";

    private final Path data;
    private final Path copy;
    private volatile long takenAt;

    DataCopies(Path data, Path copy) {
        this.data = data;
        this.copy = copy;
    }

    Path data() {
        return data;
    }

    boolean exists() {
        return takenAt != 0;
    }

    /** Returns when the copy was begun, by {@link History#now}: what was acknowledged before is in it. */
    long takenAt() {
        return takenAt;
    }

    /** Copies the directory; an older copy is erased. */
    void take() throws IOException {
        long begun = History.now();
        takenAt = 0;
        WorkDirectory.erase(copy);
        copy(data, copy);
        takenAt = begun;
    }

    /** Completes a copy that was taken while it ran: by the log up to now, and where to begin its recovery. */
    void complete(String text) throws IOException {
        copy(data.resolve("pg_wal"), copy.resolve("pg_wal"));
        Files.writeString(copy.resolve("backup_label"), text);
    }

    /** Puts the copy in the place of the directory; only once, because a raise reckons with one put-back. */
    void putBack() throws IOException {
        WorkDirectory.erase(data);
        Files.move(copy, data);
        takenAt = 0;
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                if (!file.endsWith(LOCK)) {
                    copyOne(file, to.resolve(from.relativize(file).toString()));
                }
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        mode(to);
    }

    private static void copyOne(Path file, Path to) throws IOException {
        try {
            if (Files.isDirectory(file) && Files.exists(to)) {
                return;
            }
            Files.copy(file, to, StandardCopyOption.COPY_ATTRIBUTES, StandardCopyOption.REPLACE_EXISTING);
        } catch (NoSuchFileException gone) {
            // A running engine erases files; its log, which is copied last, tells of it.
        }
    }

    private static void mode(Path directory) throws IOException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
    }
}
