package io.mintmark.server.plain;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Reads lines of files backwards until enough were found, or looked at. Used by one thread. */
final class AuditSearch {
    /** What it holds in memory at most beside the lines that it found. */
    static final int MEMORY_BYTES = 1 << 20;

    private static final int CHUNK_BYTES = 256 << 10;

    /** Some hundredths of a second of reading. */
    private static final int BYTES_MAX = 4 << 20;

    private final Predicate<AuditLine> wanted;
    private final int limit;
    private final List<AuditLine> found = new ArrayList<>();
    private int unread;
    private long lookedAt;

    /** Looks for {@code limit} lines at most. */
    AuditSearch(Predicate<AuditLine> wanted, int limit) {
        this.wanted = wanted;
        this.limit = limit;
    }

    /** Returns what was found so far, which goes on at {@code next}. */
    AuditTrail.Page page(Optional<String> next) {
        return new AuditTrail.Page(List.copyOf(found), unread, next);
    }

    /** Looks at the lines that end before {@code end}; returns where those begin that were looked at. */
    long through(FileChannel file, long end) throws IOException {
        long rest = end;
        while (rest > 0 && !isEnough()) {
            long start = Math.max(0, rest - CHUNK_BYTES);
            rest = start + through(bytes(file, start, (int) (rest - start)), start == 0);
        }
        return rest;
    }

    private boolean isEnough() {
        return found.size() == limit || lookedAt >= BYTES_MAX;
    }

    /** Returns bytes of a file, fewer where it ends. */
    static byte[] bytes(FileChannel file, long from, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining() && file.read(bytes, from + bytes.position()) >= 0) {
            // Until all of it is there.
        }
        return Arrays.copyOf(bytes.array(), bytes.position());
    }

    /** What stands before the first end of a line belongs to an earlier chunk, unless this is the first one. */
    private int through(byte[] chunk, boolean isFirst) {
        int from = isFirst ? 0 : lineEnd(chunk) + 1;
        if (from >= chunk.length) {
            // No line of the log is as long.
            unread++;
            lookedAt += chunk.length;
            return 0;
        }
        int end = lineEndBefore(chunk, chunk.length);
        while (end >= from && !isEnough()) {
            int begin = Math.max(from, lineEndBefore(chunk, end) + 1);
            look(new String(chunk, begin, end - begin, StandardCharsets.UTF_8));
            lookedAt += end - begin + 1L;
            end = begin - 1;
        }
        return Math.max(from, end + 1);
    }

    /** Returns the place of the first end of a line, or the length. */
    static int lineEnd(byte[] chunk) {
        int at = 0;
        while (at < chunk.length && chunk[at] != '\n') {
            at++;
        }
        return at;
    }

    private static int lineEndBefore(byte[] chunk, int place) {
        int at = place - 1;
        while (at >= 0 && chunk[at] != '\n') {
            at--;
        }
        return at;
    }

    private void look(String text) {
        Optional<AuditLine> line = AuditLine.read(text);
        if (line.isEmpty()) {
            unread++;
        } else if (wanted.test(line.get())) {
            found.add(line.get());
        }
    }
}
