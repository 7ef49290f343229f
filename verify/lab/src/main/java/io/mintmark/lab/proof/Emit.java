package io.mintmark.lab.proof;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.LongUnaryOperator;

/**
 * Writes mapped numbers to standard output, four bytes each, little-endian, until the reader has enough.
 *
 * <p>Arguments: mapping, view, inputs, key, how many numbers (0 for no end).
 */
final class Emit {
    private static final int CHUNK = 1 << 14;

    private Emit() {}

    public static void main(String... args) {
        if (args.length != 5) {
            System.err.println("usage: Emit MAPPING VIEW INPUTS KEY COUNT");
            System.exit(2);
        }
        Mapping mapping = Mapping.valueOf(args[0]);
        View view = View.valueOf(args[1]);
        Inputs inputs = Inputs.valueOf(args[2]);
        long count = Long.parseLong(args[4]);
        try (OutputStream out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 4 * CHUNK)) {
            write(out, mapping, view, inputs, Long.parseLong(args[3]), count == 0 ? Long.MAX_VALUE : count);
        } catch (IOException readerHasEnough) {
            // A battery closes the pipe when it has read enough.
            return;
        }
    }

    static void write(OutputStream out, Mapping mapping, View view, Inputs inputs, long key, long count)
            throws IOException {
        LongUnaryOperator numbers = index -> inputs.at(index, mapping);
        LongUnaryOperator mapped = mapping.under(key);
        ByteBuffer chunk = ByteBuffer.allocate(4 * CHUNK).order(ByteOrder.LITTLE_ENDIAN);
        for (long index = 0; index < count; index++) {
            LongUnaryOperator now = inputs == Inputs.KEYS ? mapping.under(key + index) : mapped;
            chunk.putInt(view.of(now.applyAsLong(numbers.applyAsLong(index)), numbers, now, index, mapping));
            if (!chunk.hasRemaining()) {
                out.write(chunk.array());
                chunk.clear();
            }
        }
        out.write(chunk.array(), 0, chunk.position());
    }
}
