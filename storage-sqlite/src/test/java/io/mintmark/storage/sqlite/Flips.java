package io.mintmark.storage.sqlite;

import io.mintmark.storage.sqlite.file.LogHeader;
import io.mintmark.storage.sqlite.file.WrittenLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Flips bits of files, and knows where the commits of a log lie. */
public final class Flips {
    private static final int PAGE_BYTES = 8;
    private static final int SALTS = 16;

    private Flips() {}

    /** Flips one bit of a file. */
    public static void flip(Path file, long bit) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer one = ByteBuffer.allocate(1);
            long at = bit / Byte.SIZE;
            channel.read(one, at);
            one.put(0, (byte) (one.get(0) ^ 1 << bit % Byte.SIZE)).flip();
            channel.write(one, at);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns where {@code bytes} lie in {@code file}, from {@code from} on, or -1. */
    static long find(Path file, byte[] bytes, long from) throws IOException {
        byte[] all = Files.readAllBytes(file);
        for (int at = (int) from; at <= all.length - bytes.length; at++) {
            if (Arrays.equals(all, at, at + bytes.length, bytes, 0, bytes.length)) {
                return at;
            }
        }
        return -1;
    }

    /** Flips a bit in the first page of a commit; 1 is the last commit of the present generation, 2 the one before. */
    static void flipInCommit(Path file, int fromLast, int bitOfPage) throws IOException {
        Path wal = wal(file);
        List<Integer> ends = commitEnds(wal);
        int commit = ends.size() - fromLast;
        int frame = commit == 0 ? 0 : ends.get(commit - 1);
        int pageBytes = ByteBuffer.wrap(Files.readAllBytes(wal)).getInt(PAGE_BYTES);
        long at = LogHeader.BYTES + (long) frame * (WrittenLog.FRAME_HEADER_BYTES + pageBytes);
        flip(wal, (at + WrittenLog.FRAME_HEADER_BYTES) * Byte.SIZE + bitOfPage);
    }

    /** Cuts everything off a log but its first frame. */
    static void keepFirstFrame(Path file) throws IOException {
        Path wal = wal(file);
        int pageBytes = ByteBuffer.wrap(Files.readAllBytes(wal)).getInt(PAGE_BYTES);
        try (FileChannel channel = FileChannel.open(wal, StandardOpenOption.WRITE)) {
            channel.truncate(LogHeader.BYTES + WrittenLog.FRAME_HEADER_BYTES + (long) pageBytes);
        }
    }

    /** Returns how many commits of the present generation a log holds. */
    static int commits(Path file) throws IOException {
        return commitEnds(wal(file)).size();
    }

    static Path wal(Path file) {
        return file.resolveSibling(file.getFileName() + "-wal");
    }

    /** For each commit of the present generation, the number of frames up to its end. */
    private static List<Integer> commitEnds(Path wal) throws IOException {
        ByteBuffer log = ByteBuffer.wrap(Files.readAllBytes(wal));
        int frameBytes = WrittenLog.FRAME_HEADER_BYTES + log.getInt(PAGE_BYTES);
        List<Integer> ends = new ArrayList<>();
        for (int frame = 0; LogHeader.BYTES + (frame + 1) * frameBytes <= log.capacity(); frame++) {
            int at = LogHeader.BYTES + frame * frameBytes;
            if (log.getLong(at + 8) != log.getLong(SALTS)) {
                break;
            }
            if (log.getInt(at + 4) != 0) {
                ends.add(frame + 1);
            }
        }
        return ends;
    }
}
