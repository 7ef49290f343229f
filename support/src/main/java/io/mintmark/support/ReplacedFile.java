package io.mintmark.support;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Replaces small files as a whole: a reader finds what was there before or all of what is there now. */
public final class ReplacedFile {
    private ReplacedFile() {}

    /** Writes {@code content} beside {@code file}, syncs it, and gives it that name. */
    public static void write(Path file, byte[] content) throws IOException {
        write(file, file.resolveSibling(file.getFileName() + ".new"), content);
    }

    /** Does likewise; {@code fresh} is what it is called until it is whole. */
    public static void write(Path file, Path fresh, byte[] content) throws IOException {
        try (FileChannel channel = PrivateFiles.open(
                fresh, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = ByteBuffer.wrap(content);
            while (bytes.hasRemaining()) {
                int ignored = channel.write(bytes);
            }
            channel.force(true);
        }
        try {
            Path ignored = Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Path ignored = Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
