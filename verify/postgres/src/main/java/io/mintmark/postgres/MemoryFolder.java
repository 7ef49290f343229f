package io.mintmark.postgres;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.atomic.AtomicInteger;

/** Directories in memory, or among temporary files where memory has no room; each says whose it is. */
final class MemoryFolder {
    private static final Path MEMORY = Path.of("/dev/shm");
    private static final String PREFIX = "mintmark-postgres-";
    private static final long ROOM_MIN = 4L << 30;

    private static final AtomicInteger MADE = new AtomicInteger();

    private MemoryFolder() {}

    /** Returns the name of a directory that does not exist yet, and deletes those of processes that are gone. */
    static Path fresh() throws IOException {
        Path parent = hasRoom() ? MEMORY : Path.of(System.getProperty("java.io.tmpdir"));
        deleteLeftOver(parent);
        return parent.resolve(PREFIX + ProcessHandle.current().pid() + "-" + MADE.incrementAndGet());
    }

    private static boolean hasRoom() throws IOException {
        return Files.isWritable(MEMORY) && Files.getFileStore(MEMORY).getUsableSpace() >= ROOM_MIN;
    }

    /** A server whose files are gone ends by itself within a minute. */
    static void deleteLeftOver(Path parent) throws IOException {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, PREFIX + "*-*")) {
            for (Path folder : folders) {
                if (!isOwned(folder.getFileName().toString())) {
                    deleteOrLeave(folder);
                }
            }
        }
    }

    private static boolean isOwned(String name) {
        String owner = name.substring(PREFIX.length(), name.lastIndexOf('-'));
        return !owner.matches("[0-9]{1,9}")
                || ProcessHandle.of(Long.parseLong(owner)).isPresent();
    }

    /** Its server may still write, or another build deletes it, too: the next start finds what is left. */
    private static void deleteOrLeave(Path folder) {
        try {
            delete(folder);
        } catch (IOException inUse) {
            System.out.println("[left] " + folder + ": " + inUse);
        }
    }

    private static void delete(Path folder) throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException gone) {
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path left, IOException failed) throws IOException {
                Files.deleteIfExists(left);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
