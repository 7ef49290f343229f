package io.mintmark.indexes.rows;

import io.mintmark.storage.StorageFailedException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The form of an index's rows: numbers, texts after their length, a first byte that says which form. A number that is
 * not negative has seven bits a byte, the low ones first.
 */
public final class RowForm {
    /** The form of what is written. */
    private static final int FORM = 2;

    /** The first form, which {@link FormerGroups} knows. */
    private static final int FORMER = 1;

    private static final int BITS = 7;
    private static final int MORE = 1 << BITS;

    private RowForm() {}

    /** Writes a row. */
    @FunctionalInterface
    public interface Writing {
        void to(DataOutputStream out) throws IOException;
    }

    /** Reads a row. */
    @FunctionalInterface
    public interface Reading<T> {
        T from(DataInputStream in) throws IOException;
    }

    public static byte[] write(Writing writing) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(FORM);
            writing.to(out);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory cannot fail", e);
        }
        return bytes.toByteArray();
    }

    public static <T> T read(byte[] row, Reading<T> reading) {
        return read(row, reading, former -> {
            throw new IOException("its form is " + FORMER);
        });
    }

    /** Reads a row that may also be of the first form. */
    public static <T> T read(byte[] row, Reading<T> reading, Reading<T> former) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(row))) {
            int form = in.readByte();
            if (form == FORM) {
                return reading.from(in);
            }
            if (form == FORMER) {
                return former.from(in);
            }
            throw new IOException("its form is " + form);
        } catch (IOException e) {
            throw new StorageFailedException(
                    "A row of an index cannot be read (" + e.getMessage()
                            + "): it was written by a newer server, or damaged. Reset the index.",
                    e);
        }
    }

    public static void writeText(DataOutputStream out, @Nullable String text) throws IOException {
        if (text == null) {
            writeNumber(out, 0);
            return;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        writeNumber(out, bytes.length + 1L);
        out.write(bytes);
    }

    static @Nullable String readText(DataInputStream in) throws IOException {
        long length = readNumber(in) - 1;
        if (length < 0) {
            return null;
        }
        byte[] bytes = in.readNBytes((int) Math.min(length, Integer.MAX_VALUE));
        if (bytes.length < length) {
            throw new IOException("it ends early");
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    public static void writeNumber(DataOutputStream out, long number) throws IOException {
        long left = number;
        while (left >= MORE || left < 0) {
            out.writeByte((int) (left & (MORE - 1)) | MORE);
            left >>>= BITS;
        }
        out.writeByte((int) left);
    }

    public static long readNumber(DataInputStream in) throws IOException {
        long number = 0;
        for (int shift = 0; shift < Long.SIZE; shift += BITS) {
            long next = in.readUnsignedByte();
            number |= (next & (MORE - 1)) << shift;
            if (next < MORE) {
                return number;
            }
        }
        throw new IOException("a number is too long");
    }

    public static String readSurely(DataInputStream in) throws IOException {
        String text = readText(in);
        if (text == null) {
            throw new IOException("a text is missing");
        }
        return text;
    }
}
