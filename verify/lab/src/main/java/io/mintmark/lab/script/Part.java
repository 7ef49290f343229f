package io.mintmark.lab.script;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A piece of a template.
 *
 * @param usesIndex whether its bytes depend on the index of the repetition around it
 * @param usesTurn whether they depend on the turn
 */
record Part(boolean usesIndex, boolean usesTurn, Writer writer) {
    private static final int BLOCK_BYTES = 64 << 10;
    private static final byte[] COMMA = {','};

    /** Writes a piece. */
    @FunctionalInterface
    interface Writer {
        void write(OutputStream out, long index, long turn) throws IOException;
    }

    static Part of(byte[] bytes) {
        return new Part(false, false, (out, index, turn) -> out.write(bytes));
    }

    static Part of(Count number) {
        return new Part(
                number.usesIndex(),
                number.usesTurn(),
                (out, index, turn) ->
                        out.write(Long.toString(number.at(index, turn)).getBytes(StandardCharsets.US_ASCII)));
    }

    static Part all(List<Part> parts) {
        return new Part(
                parts.stream().anyMatch(Part::usesIndex),
                parts.stream().anyMatch(Part::usesTurn),
                (out, index, turn) -> {
                    for (Part part : parts) {
                        part.write(out, index, turn);
                    }
                });
    }

    /** Returns a piece many times, with commas between them if asked; the index in it is that of this repetition. */
    static Part repeated(Count times, boolean isList, Part each) {
        return new Part(times.usesIndex(), times.usesTurn() || each.usesTurn, (out, index, turn) -> {
            long count = times.at(index, turn);
            byte[] separator = isList ? COMMA : new byte[0];
            if (each.usesIndex) {
                for (long i = 0; i < count; i++) {
                    out.write(separator, 0, i == 0 ? 0 : separator.length);
                    each.write(out, i, turn);
                }
            } else if (count > 0) {
                byte[] first = each.bytes(0, turn);
                out.write(first);
                repeat(out, joined(separator, first), count - 1);
            }
        });
    }

    /** Writes large blocks: a body may be one byte millions of times. */
    private static void repeat(OutputStream out, byte[] each, long times) throws IOException {
        int inBlock = (int) Math.max(1, Math.min(times, BLOCK_BYTES / Math.max(1, each.length)));
        byte[] block = new byte[inBlock * each.length];
        for (int i = 0; i < inBlock; i++) {
            System.arraycopy(each, 0, block, i * each.length, each.length);
        }
        for (long left = times; left > 0; left -= inBlock) {
            out.write(block, 0, (int) Math.min(left, inBlock) * each.length);
        }
    }

    private static byte[] joined(byte[] first, byte[] second) {
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.writeBytes(first);
        both.writeBytes(second);
        return both.toByteArray();
    }

    void write(OutputStream out, long index, long turn) throws IOException {
        writer.write(out, index, turn);
    }

    byte[] bytes(long index, long turn) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        write(all, index, turn);
        return all.toByteArray();
    }

    boolean varies() {
        return usesIndex || usesTurn;
    }
}
