package io.mintmark.storage.sqlite.file;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a file that SQLite has open; safe for any number of threads.
 *
 * <p><b>Why it stays open.</b> To close a file anywhere in a process gives up all locks that the process has of it,
 * SQLite's included; another process would then take the last connection for closed, and erase the log. So a file is
 * opened when it is first read, and closed when all connections to it are. Nor is it a channel, which an interrupt
 * would close.
 */
public final class RawFile implements AutoCloseable {
    private final Path path;
    private @Nullable RandomAccessFile file;
    private boolean closed;

    /** Will read {@code path}. */
    public RawFile(Path path) {
        this.path = path;
    }

    /** Reads exactly {@code length} bytes, from {@code position} on. */
    synchronized void read(long position, byte[] into, int length) throws IOException {
        if (closed) {
            throw new IOException(path + " was closed");
        }
        RandomAccessFile open = file;
        if (open == null) {
            open = new RandomAccessFile(path.toFile(), "r");
            file = open;
        }
        open.seek(position);
        open.readFully(into, 0, length);
    }

    /** Closes it, after the last connection of this process to the file was closed. */
    @Override
    public synchronized void close() {
        closed = true;
        try {
            if (file != null) {
                file.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a file that was only read cannot fail to close", e);
        }
    }
}
