package io.mintmark.lab.proof;

import java.util.Arrays;
import java.util.SplittableRandom;

/** The bytes of a file while an image of it is put together. */
final class Sectors {
    private static final int SECTOR = 512;

    private byte[] bytes;
    private int length;

    /** Begins with a copy of the first {@code length} of {@code bytes}. */
    Sectors(byte[] bytes, int length) {
        this.bytes = Arrays.copyOf(bytes, Math.max(length, SECTOR));
        this.length = length;
    }

    void write(byte[] data, long offset) {
        int end = (int) offset + data.length;
        grow(end);
        System.arraycopy(data, 0, bytes, (int) offset, data.length);
        length = Math.max(length, end);
    }

    /** Writes some sectors of {@code data} and leaves the others as they are. */
    void tear(byte[] data, long offset, SplittableRandom random) {
        int end = (int) offset + data.length;
        grow(end);
        length = Math.max(length, end);
        int first = (int) offset / SECTOR;
        int count = sectors(data, offset);
        int kept = random.nextInt(count);
        int lost = (kept + 1 + random.nextInt(count - 1)) % count;
        for (int i = 0; i < count; i++) {
            if (i == kept || (i != lost && random.nextBoolean())) {
                int from = Math.max((first + i) * SECTOR, (int) offset);
                int to = Math.min((first + i + 1) * SECTOR, end);
                System.arraycopy(data, from - (int) offset, bytes, from, to - from);
            }
        }
    }

    /** Returns how many sectors a write touches; one cannot be torn. */
    static int sectors(byte[] data, long offset) {
        return (int) ((offset + data.length - 1) / SECTOR - offset / SECTOR) + 1;
    }

    void cut(long to) {
        int wanted = (int) to;
        grow(wanted);
        if (wanted < length) {
            Arrays.fill(bytes, wanted, length, (byte) 0);
        }
        length = wanted;
    }

    /** Returns the array that holds the bytes, which may be longer than they are. */
    byte[] array() {
        return bytes;
    }

    int length() {
        return length;
    }

    private void grow(int to) {
        if (to > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(to, bytes.length * 2));
        }
    }
}
