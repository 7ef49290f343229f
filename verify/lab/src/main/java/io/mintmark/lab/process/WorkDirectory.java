package io.mintmark.lab.process;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A directory for one run, on the disk that is measured; erased in the end. */
public final class WorkDirectory implements AutoCloseable {
    private final Path directory;

    private WorkDirectory(Path directory) {
        this.directory = directory;
    }

    /** Creates an empty one below {@code parent}, which is created if missing. */
    public static WorkDirectory below(Path parent) throws IOException {
        Files.createDirectories(parent);
        return new WorkDirectory(
                Files.createTempDirectory(parent, "run").toAbsolutePath().normalize());
    }

    /** Returns a path of that name in it; an older directory there is erased. */
    public Path fresh(String name) throws IOException {
        Path path = directory.resolve(name);
        erase(path);
        return path;
    }

    /** Returns a new directory of that name in it; an older one there is erased. */
    public Path made(String name) throws IOException {
        return Files.createDirectory(fresh(name));
    }

    /** Returns the path of a file in it. */
    public Path file(String name) {
        return directory.resolve(name);
    }

    /** Returns what kind of file system on which device this is, and how much room it has. */
    public String disk() throws IOException {
        FileStore store = Files.getFileStore(directory);
        return store.type() + " on " + store.name() + ", " + (store.getUsableSpace() >> 30) + " GiB free";
    }

    /** Erases a file, or a directory with all that is in it; there may be none. */
    public static void erase(Path path) throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    @Override
    public void close() throws IOException {
        erase(directory);
    }
}
