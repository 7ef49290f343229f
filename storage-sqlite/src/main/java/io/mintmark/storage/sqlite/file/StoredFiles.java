package io.mintmark.storage.sqlite.file;

import io.mintmark.storage.StorageFailedException;
import io.mintmark.support.DirectoryNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** The file of a database, or of the catalog, and all that SQLite and we keep beside it under its name. */
public final class StoredFiles {
    /** Ends the name of the file that says that a database is to be raised before it is served. */
    static final String DOUBT = "-doubt";

    private static final String JOURNAL = "-journal";
    private static final List<String> BESIDE = List.of("-wal", "-shm", JOURNAL, DOUBT);

    private final Path path;
    private final String name;

    /** The files of the database that users call {@code name}. */
    public StoredFiles(Path path, String name) {
        this.path = path;
        this.name = name;
    }

    private Path with(String ending) {
        return path.resolveSibling(path.getFileName() + ending);
    }

    /** Returns whether any of them is there. */
    public boolean exist() {
        return Files.exists(path) || BESIDE.stream().anyMatch(ending -> Files.exists(with(ending)));
    }

    /** Returns whether a transaction that began before there was a log was cut off. */
    public boolean hasJournal() {
        return Files.exists(with(JOURNAL));
    }

    /**
     * Erases them, for good when it returns: a name that came back after a power cut would belong to nobody.
     *
     * <p>The file itself is gone for good before its log goes. A power cut may bring back any of the names that were
     * erased since the last sync, and a file without its log would look like one whose log was lost.
     */
    public void erase() {
        erase(DirectoryNames::sync);
    }

    /** As {@link #erase()}, by another sync. */
    void erase(DataFiles.DirectorySync sync) {
        Path directory = Objects.requireNonNull(path.getParent());
        try {
            if (Files.deleteIfExists(path)) {
                sync.force(directory);
            }
            for (String ending : BESIDE) {
                Files.deleteIfExists(with(ending));
            }
            sync.force(directory);
        } catch (IOException e) {
            throw new StorageFailedException("The files of the database " + name + " cannot be erased: " + path, e);
        }
    }

    /** Returns how many bytes they have together. */
    public long sizeBytes() {
        long size = path.toFile().length();
        for (String ending : BESIDE) {
            size += with(ending).toFile().length();
        }
        return size;
    }
}
