package io.mintmark.storage.sqlite.file;

import io.mintmark.internal.FailureText;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.support.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a second server out of a data directory; the system frees it when the process ends, however it ends.
 *
 * <p>A second server in this process is kept out by {@link OpenDirectories}, before it opens a file. Where the lock is
 * lost all the same (its file was deleted, say), the fence in {@code WriterState} stops the older server.
 */
public final class DirectoryLock implements AutoCloseable {
    private final FileChannel channel;
    private final String claim;

    private DirectoryLock(FileChannel channel, String claim) {
        this.channel = channel;
        this.claim = claim;
    }

    /** Takes the lock of a directory that exists; refuses if anybody has it. */
    public static DirectoryLock take(Path directory) {
        try {
            String claim = OpenDirectories.key(directory);
            if (!OpenDirectories.claim(claim)) {
                throw inUse(directory, " (process " + ProcessHandle.current().pid() + ", this one)");
            }
            try {
                return lock(directory, claim);
            } catch (IOException | RuntimeException | Error e) {
                OpenDirectories.release(claim);
                throw e;
            }
        } catch (IOException e) {
            throw new StorageFailedException(
                    "The data directory " + directory + " cannot be locked (" + FailureText.of(e)
                            + "): it must be writable.",
                    e);
        }
    }

    @SuppressWarnings("MustBeClosedChecker") // the channel lives as long as the lock
    private static DirectoryLock lock(Path directory, String claim) throws IOException {
        FileChannel channel = PrivateFiles.open(
                directory.resolve("lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
        try {
            if (tryLock(channel) == null) {
                throw inUse(directory, owner(channel));
            }
            note(channel);
            return new DirectoryLock(channel, claim);
        } catch (IOException | RuntimeException | Error e) {
            channel.close();
            throw e;
        }
    }

    private static StorageFailedException inUse(Path directory, String owner) {
        return new StorageFailedException("The data directory " + directory + " is in use by another server" + owner
                + ": stop that one, or choose another directory with --data.");
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock(Long.MAX_VALUE - 1, 1, false);
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    private static void note(FileChannel channel) throws IOException {
        channel.truncate(0);
        byte[] text = (ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.US_ASCII);
        int written = channel.write(ByteBuffer.wrap(text), 0);
        assert written == text.length;
    }

    private static String owner(FileChannel channel) throws IOException {
        ByteBuffer text = ByteBuffer.allocate(20);
        int read = channel.read(text, 0);
        String pid = read <= 0 ? "" : new String(text.array(), 0, read, StandardCharsets.US_ASCII).strip();
        return pid.matches("[0-9]+") ? " (process " + pid + ")" : "";
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new StorageFailedException("The lock of the data directory cannot be freed.", e);
        } finally {
            OpenDirectories.release(claim);
        }
    }
}
