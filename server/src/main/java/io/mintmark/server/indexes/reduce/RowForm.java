package io.mintmark.server.indexes.reduce;

import io.mintmark.server.storage.StorageFailedException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The form of an index's rows: big-endian numbers, texts behind their length, a first byte that says which form. */
final class RowForm {
    /** The only form so far. */
    private static final int FORM = 1;

    private RowForm() {}

    /** Writes a row. */
    @FunctionalInterface
    interface Writing {
        void to(DataOutputStream out) throws IOException;
    }

    /** Reads a row. */
    @FunctionalInterface
    interface Reading<T> {
        T from(DataInputStream in) throws IOException;
    }

    static byte[] write(Writing writing) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(FORM);
            writing.to(out);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory cannot fail", e);
        }
        return bytes.toByteArray();
    }

    static <T> T read(byte[] row, Reading<T> reading) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(row))) {
            int form = in.readByte();
            if (form != FORM) {
                throw new IOException("its form is " + form);
            }
            return reading.from(in);
        } catch (IOException e) {
            throw new StorageFailedException(
                    "A row of an index cannot be read (" + e.getMessage()
                            + "): it was written by a newer server, or damaged. Reset the index.",
                    e);
        }
    }

    static void writeText(DataOutputStream out, @Nullable String text) throws IOException {
        if (text == null) {
            out.writeInt(-1);
            return;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    static @Nullable String readText(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0) {
            return null;
        }
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new IOException("it ends early");
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    static String readSurely(DataInputStream in) throws IOException {
        String text = readText(in);
        if (text == null) {
            throw new IOException("a text is missing");
        }
        return text;
    }
}
