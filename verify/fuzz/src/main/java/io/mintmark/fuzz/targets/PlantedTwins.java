package io.mintmark.fuzz.targets;

import io.mintmark.fuzz.Check;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/** Parsers with a planted defect each, which a search must find from nothing; if it does not, it finds nothing else. */
public final class PlantedTwins {
    private static final byte[] MAGIC = {'M', 'K', 'F', 'Z'};
    private static final int RUN = 0x7E;

    private PlantedTwins() {}

    /** Believes the length that follows a magic number of four bytes, and reads behind the end of the bytes. */
    public static void readsBehindItsEnd(byte[] bytes) {
        for (int i = 0; i < MAGIC.length; i++) {
            if (i >= bytes.length || bytes[i] != MAGIC[i]) {
                return;
            }
        }
        int length = bytes.length > MAGIC.length ? bytes[MAGIC.length] & 0x7F : 0;
        int sum = 0;
        for (int i = 0; i < length; i++) {
            sum += bytes[MAGIC.length + 1 + i];
        }
        Check.that(sum != Integer.MAX_VALUE, "a sum of bytes is small");
    }

    /** Writes runs of equal bytes by their length, and forgets the last byte of a run of more than five. */
    public static void dropsAByte(byte[] bytes) {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        byte[] written = written(bytes);
        for (int at = 0; at < written.length; at += written[at] == RUN ? 3 : 1) {
            if (written[at] == RUN) {
                byte[] run = new byte[written[at + 1]];
                Arrays.fill(run, written[at + 2]);
                read.writeBytes(run);
            } else {
                read.write(written[at]);
            }
        }
        Check.equalBytes(bytes, read.toByteArray(), "what was written is read");
    }

    private static byte[] written(byte[] bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int at = 0; at < bytes.length; ) {
            int end = at + 1;
            while (end < bytes.length && bytes[end] == bytes[at] && end - at < Byte.MAX_VALUE) {
                end++;
            }
            int length = end - at;
            if (length > 3 || bytes[at] == RUN) {
                out.write(RUN);
                out.write(length > 5 ? length - 1 : length);
            }
            for (int i = 0; i < (length > 3 || bytes[at] == RUN ? 1 : length); i++) {
                out.write(bytes[at]);
            }
            at = end;
        }
        return out.toByteArray();
    }
}
