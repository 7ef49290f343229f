package io.mintmark.testkit.history;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/**
 * Blocks in a file: a line that names the format and its version, then each block behind its length and its CRC-32C.
 *
 * <p>A block whose length or checksum is wrong is where the file is torn: nothing behind it is read.
 */
final class FileBlocks implements BlockStore {
    private static final String FORMAT = "mintmark-history ";
    private static final byte[] HEADER = (FORMAT + "1\n").getBytes(StandardCharsets.US_ASCII);
    private static final int FRAME_BYTES = 8;

    private final Path file;
    /** How much of the file counts, which may grow while it is read. */
    private long sizeMax = Long.MAX_VALUE;

    private DataOutputStream out = new DataOutputStream(DataOutputStream.nullOutputStream());

    private FileBlocks(Path file) {
        this.file = file;
    }

    static FileBlocks create(Path file) {
        FileBlocks blocks = new FileBlocks(file);
        try {
            blocks.out = new DataOutputStream(Files.newOutputStream(file, StandardOpenOption.CREATE_NEW));
            blocks.out.write(HEADER);
            return blocks;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Opens a file to be read, and checks its first line. */
    static FileBlocks open(Path file) {
        try (DataInputStream in = input(file)) {
            requireHeader(file, in.readNBytes(HEADER.length));
            FileBlocks blocks = new FileBlocks(file);
            blocks.sizeMax = Files.size(file);
            return blocks;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void requireHeader(Path file, byte[] found) {
        if (Arrays.equals(found, HEADER)) {
            return;
        }
        String line = new String(found, StandardCharsets.ISO_8859_1).strip();
        String reason = line.startsWith(FORMAT)
                ? "this version reads \"" + FORMAT + "1\": read it with the version that wrote it: \"" + line + "\""
                : "a history begins with the line \"" + FORMAT + "1\"";
        throw new HistoryException(reason + ": " + file);
    }

    @Override
    public void append(byte[] block) {
        try {
            out.writeInt(block.length);
            out.writeInt(checksum(block));
            out.write(block);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            out.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void forEach(Consumer<byte[]> reader) {
        try (DataInputStream in = input(file)) {
            long size = Math.min(sizeMax, Files.size(file));
            in.skipNBytes(HEADER.length);
            for (long at = HEADER.length; at < size; ) {
                byte[] block = block(in, at, size - at);
                reader.accept(block);
                at += FRAME_BYTES + block.length;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private byte[] block(DataInputStream in, long at, long rest) throws IOException {
        int length = rest < FRAME_BYTES ? -1 : in.readInt();
        if (length < 0 || length > rest - FRAME_BYTES) {
            throw torn(at, "a block is cut short");
        }
        int checksum = in.readInt();
        byte[] block = in.readNBytes(length);
        if (checksum(block) != checksum) {
            throw torn(at, "a block's checksum is wrong");
        }
        return block;
    }

    private HistoryException torn(long at, String what) {
        return new HistoryException("a history must be whole: " + what + " at byte " + at + " of " + file
                + "; History.readTorn judges what lies before it");
    }

    private static DataInputStream input(Path file) throws IOException {
        return new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16));
    }

    private static int checksum(byte[] block) {
        CRC32C checksum = new CRC32C();
        checksum.update(block, 0, block.length);
        return (int) checksum.getValue();
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
