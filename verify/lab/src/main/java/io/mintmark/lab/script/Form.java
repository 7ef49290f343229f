package io.mintmark.lab.script;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Random;
import java.util.zip.GZIPOutputStream;

/** What a template can make of some bytes; {@code size} is the number behind the name, 0 if there is none. */
enum Form {
    /** Compressed by gzip, as one member. */
    GZIP {
        @Override
        void write(int size, Part part, OutputStream out, long index, long turn) throws IOException {
            code(GZIPOutputStream::new, part, out, index, turn);
        }
    },
    /** Compressed by zstd, as one frame. */
    ZSTD {
        @Override
        void write(int size, Part part, OutputStream out, long index, long turn) throws IOException {
            code(ZstdOutputStream::new, part, out, index, turn);
        }
    },
    /** Only the first {@code size} bytes. */
    CUT {
        @Override
        byte[] made(int size, byte[] bytes) {
            return Arrays.copyOf(bytes, size);
        }
    },
    /** A gzip member whose checksum and length are made wrong. */
    DAMAGED {
        @Override
        byte[] made(int size, byte[] bytes) {
            bytes[bytes.length - 1] ^= 0x55;
            bytes[bytes.length - 8] ^= 0x55;
            return bytes;
        }
    },
    /** A chunk of a chunked body. */
    CHUNK {
        @Override
        byte[] made(int size, byte[] bytes) {
            return between(Integer.toHexString(bytes.length) + "\r\n", bytes, "\r\n");
        }
    },
    /** The end of a head that says how long the body is, and the body. */
    SIZED {
        @Override
        byte[] made(int size, byte[] bytes) {
            return between("Content-Length: " + bytes.length + "\r\n\r\n", bytes, "");
        }
    },
    /** A WebSocket's message of text, whole. */
    TEXT {
        @Override
        byte[] made(int size, byte[] bytes) {
            return frame(0x81, bytes);
        }
    },
    /** A WebSocket's ping. */
    PING {
        @Override
        byte[] made(int size, byte[] bytes) {
            return frame(0x89, bytes);
        }
    },
    /** Random bytes in hexadecimal digits, as many as the size says; others each time, and the same in each run. */
    NOISE {
        private final Random random = new Random(17);

        @Override
        byte[] made(int size, byte[] bytes) {
            byte[] noise = new byte[size];
            random.nextBytes(noise);
            return HexFormat.of().formatHex(noise).getBytes(StandardCharsets.US_ASCII);
        }
    };

    private static final int SHORT_MAX = 125;
    private static final int TWO_BYTES = 126;

    /** Compresses what is written. */
    @FunctionalInterface
    private interface Coder {
        OutputStream over(OutputStream out) throws IOException;
    }

    static Form named(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    /** Returns the piece in this form. */
    Part of(int size, Part part) {
        return new Part(
                part.usesIndex() || this == NOISE,
                part.usesTurn(),
                (out, index, turn) -> write(size, part, out, index, turn));
    }

    void write(int size, Part part, OutputStream out, long index, long turn) throws IOException {
        out.write(made(size, part.bytes(index, turn)));
    }

    byte[] made(int size, byte[] bytes) {
        throw new IllegalStateException("written piece by piece: " + this);
    }

    /** What is compressed may be larger than the heap. */
    private static void code(Coder coder, Part part, OutputStream out, long index, long turn) throws IOException {
        ByteArrayOutputStream coded = new ByteArrayOutputStream();
        try (OutputStream plain = coder.over(coded)) {
            part.write(plain, index, turn);
        }
        coded.writeTo(out);
    }

    private static byte[] between(String before, byte[] bytes, String after) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(before.getBytes(StandardCharsets.US_ASCII));
        all.writeBytes(bytes);
        all.writeBytes(after.getBytes(StandardCharsets.US_ASCII));
        return all.toByteArray();
    }

    /** A whole message, whose mask is zero and so changes nothing. */
    private static byte[] frame(int kind, byte[] payload) {
        boolean isShort = payload.length <= SHORT_MAX;
        ByteBuffer frame = ByteBuffer.allocate((isShort ? 6 : 8) + payload.length);
        frame.put((byte) kind).put((byte) (0x80 | (isShort ? payload.length : TWO_BYTES)));
        if (!isShort) {
            frame.putShort((short) payload.length);
        }
        return frame.putInt(0).put(payload).array();
    }
}
