package io.mintmark.support;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Names of files in directories: a file that was synced may still have none after a power cut. Stateless. */
public final class DirectoryNames {
    private DirectoryNames() {}

    /**
     * Puts the names in {@code directory} on stable storage; does nothing where this user may not look at them, or
     * where a directory cannot be opened as a file.
     *
     * @throws IOException if the disk fails
     */
    public static void sync(Path directory) throws IOException {
        if (PrivateFiles.hasModes(directory) && Files.isReadable(directory)) {
            try (FileChannel names = FileChannel.open(directory, StandardOpenOption.READ)) {
                names.force(true);
            }
        }
    }
}
