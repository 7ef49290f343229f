package io.mintmark.storage.sqlite.file;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * The 32 bytes at the beginning of a write-ahead log: the size of its pages, and the two salts that every frame of the
 * present generation bears.
 *
 * <p>The layout and the checksum are those of section 4 of the <a
 * href="https://sqlite.org/fileformat2.html#walformat">SQLite file format</a>. A log begins a new generation when all
 * of it was copied into the database: the first salt grows by one, the second is drawn anew, and frames overwrite those
 * of the generation before from the front.
 *
 * @param pageBytes the size of a page
 * @param order the byte order of the words that are summed; everything else is big-endian
 * @param salt1 the first salt of the present generation
 * @param salt2 the second salt of the present generation
 * @param checksum the sum over this header, which the sum over the first frame continues
 */
public record LogHeader(int pageBytes, ByteOrder order, int salt1, int salt2, long checksum) {
    /** How long a header is. */
    public static final int BYTES = 32;

    private static final int MAGIC = 0x377f0682;
    private static final int VERSION = 3_007_000;
    private static final int PAGE_BYTES_MIN = 512;
    private static final int PAGE_BYTES_MAX = 65_536;
    private static final int SUMMED_BYTES = 24;

    /** Returns the header in the first 32 of {@code bytes}, or null if SQLite would not read a log that begins so. */
    static @Nullable LogHeader read(ByteBuffer bytes) {
        int magic = bytes.getInt(0);
        int pageBytes = bytes.getInt(8);
        boolean known = (magic & ~1) == MAGIC && bytes.getInt(4) == VERSION && isPageSize(pageBytes);
        if (!known) {
            return null;
        }
        ByteOrder order = (magic & 1) == 1 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        int[] words = new int[SUMMED_BYTES / Integer.BYTES];
        bytes.duplicate().order(order).asIntBuffer().get(0, words);
        long checksum = checksum(0, words);
        return checksum == bytes.getLong(SUMMED_BYTES)
                ? new LogHeader(pageBytes, order, bytes.getInt(16), bytes.getInt(20), checksum)
                : null;
    }

    private static boolean isPageSize(int bytes) {
        return bytes >= PAGE_BYTES_MIN && bytes <= PAGE_BYTES_MAX && Integer.bitCount(bytes) == 1;
    }

    /**
     * Returns the checksum that continues {@code before} over an even number of words. Both halves are one number, laid
     * out as in the file: the first in the upper 32 bits.
     */
    static long checksum(long before, int[] words) {
        int first = (int) (before >>> Integer.SIZE);
        int second = (int) before;
        for (int i = 0; i < words.length; i += 2) {
            first += words[i] + second;
            second += words[i + 1] + first;
        }
        return (long) first << Integer.SIZE | Integer.toUnsignedLong(second);
    }
}
