package io.mintmark.storage.sqlite.file;

import io.mintmark.internal.FailureText;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.support.DirectoryNames;
import io.mintmark.support.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files that lie in a data directory: the catalog, and those of databases by their numbers. */
public final class DataFiles {
    /** The name of the catalog's file. */
    public static final String CATALOG = "catalog.sqlite";

    private static final Pattern NAME = Pattern.compile("database-([0-9]{1,18})\\.sqlite(-wal)?");

    private DataFiles() {}

    /** Returns the name of the main file of database {@code number}. */
    public static String name(long number) {
        return "database-" + number + ".sqlite";
    }

    /**
     * Creates a directory, if it is missing, so that a power cut does not take it away with all that is in it. One
     * without a catalog may have been made by a start that failed before it was synced.
     */
    public static void createDirectory(Path directory) throws IOException {
        createDirectory(directory, DirectoryNames::sync);
    }

    /** Puts the names in a directory on stable storage. */
    @FunctionalInterface
    interface DirectorySync {
        void force(Path directory) throws IOException;
    }

    /** As {@link #createDirectory(Path)}, by another sync. */
    public static void createDirectory(Path directory, DirectorySync sync) throws IOException {
        Path absolute = directory.toAbsolutePath();
        if (Files.exists(absolute.resolve(CATALOG))) {
            return;
        }
        PrivateFiles.createDirectory(absolute);
        for (Path above = absolute.getParent(); above != null; above = above.getParent()) {
            sync.force(above);
        }
    }

    /**
     * Creates the empty file that SQLite is about to make a database of. The log and the index beside it get its mode.
     *
     * <p>To be called before any connection is opened: to close a file that SQLite has open would free SQLite's locks.
     */
    public static void createUnlessThere(Path file) {
        try {
            PrivateFiles.create(file);
        } catch (IOException e) {
            throw new StorageFailedException(
                    file + " cannot be created (" + FailureText.of(e)
                            + "): look at the data directory's disk and rights.",
                    e);
        }
    }

    /** As {@link DirectoryNames#sync}, of the directory of a file that is about to be relied upon. */
    static void syncNameOf(Path file) {
        try {
            DirectoryNames.sync(Objects.requireNonNull(file.toAbsolutePath().getParent()));
        } catch (IOException e) {
            throw new StorageFailedException(
                    "The directory of " + file + " cannot be synced (" + FailureText.of(e)
                            + "): look at the data directory's disk.",
                    e);
        }
    }

    /** Returns the numbers of all files of databases. */
    public static Set<Long> numbers(Path directory) {
        Set<Long> numbers = new TreeSet<>();
        try (Stream<Path> files = Files.list(directory)) {
            files.forEach(file -> {
                Matcher name = NAME.matcher(String.valueOf(file.getFileName()));
                if (name.matches()) {
                    boolean ignored = numbers.add(Long.parseLong(name.group(1)));
                }
            });
            return numbers;
        } catch (IOException e) {
            throw new StorageFailedException(
                    "The data directory " + directory + " cannot be listed (" + FailureText.of(e) + ").", e);
        }
    }
}
