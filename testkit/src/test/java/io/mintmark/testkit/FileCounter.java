package io.mintmark.testkit;

import io.mintmark.range.Range;
import io.mintmark.range.RangeSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** A counter in a file: read, then written, under a lock of the process and, unless it is the broken twin, of the file. */
final class FileCounter implements RangeSource {
    private static final Object PROCESS = new Object();

    private final Path file;
    private final boolean locksFile;

    private FileCounter(Path file, boolean locksFile) {
        this.file = file;
        this.locksFile = locksFile;
    }

    /** Opens the right one. */
    static final class Opener implements RangeSourceOpener {
        @Override
        public RangeSource open(String address) {
            return new FileCounter(Path.of(address), true);
        }
    }

    /** Opens the broken twin, which is right in one process. */
    static final class OpenerOfTwin implements RangeSourceOpener {
        @Override
        public RangeSource open(String address) {
            return new FileCounter(Path.of(address), false);
        }
    }

    /** Computes where the counter stands from where it stood. */
    private interface Move {
        long from(long max);
    }

    @Override
    public Range reserve(long size) {
        long most = Math.min(size, 1L << 40);
        long high = move(max -> max + most);
        return Range.of(high - most + 1, high);
    }

    @Override
    public boolean giveBack(Range range, long lastIssued) {
        return false;
    }

    @Override
    public long raise(long atLeast) {
        return move(max -> Math.max(max, atLeast));
    }

    private long move(Move move) {
        synchronized (PROCESS) {
            try (FileChannel channel = FileChannel.open(
                            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
                    @Nullable FileLock lock = locksFile ? channel.lock() : null) {
                ByteBuffer number = ByteBuffer.allocate(Long.BYTES);
                long max = channel.read(number, 0) == Long.BYTES ? number.getLong(0) : 0;
                long moved = move.from(max);
                Thread.yield();
                number.clear();
                channel.write(number.putLong(0, moved), 0);
                return moved;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
