package io.mintmark.lab.process;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file of its own, to which one page at a time is appended and made durable; closing deletes it. For one thread. */
public final class SyncProbe implements Closeable {
    private static final int PAGE_BYTES = 4_096;

    private final ByteBuffer page = ByteBuffer.allocateDirect(PAGE_BYTES);
    private final Path file;
    private final FileChannel channel;

    private SyncProbe(Path file) throws IOException {
        this.file = file;
        this.channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
    }

    /** Opens {@code file}, which is emptied if there is one. */
    public static SyncProbe open(Path file) throws IOException {
        return new SyncProbe(file);
    }

    /** Appends 4 KiB, waits until the disk has them, and returns how long that took, in nanoseconds. */
    public long syncNanos() throws IOException {
        page.clear();
        long begun = System.nanoTime();
        while (page.hasRemaining()) {
            int ignored = channel.write(page);
        }
        channel.force(false);
        return System.nanoTime() - begun;
    }

    @Override
    public void close() throws IOException {
        channel.close();
        Files.deleteIfExists(file);
    }
}
