package io.mintmark.web.body;

import io.mintmark.web.http.BodyWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the parts that a {@link BodyWriter} writes into pieces worth sending, compressed if wanted. One thread at a
 * time.
 */
public final class WrittenBody implements ReplyPieces {
    /**
     * How many bytes make a piece: enough to be worth a system call, and few enough that a client that does not read
     * holds little, and that the next request does not wait long while a piece is made.
     */
    public static final int PIECE_BYTES = 16 << 10;
    /** How many uncompressed bytes zstd gathers before it compresses them. */
    public static final int ZSTD_FRAME_BYTES = FastZstd.FRAME_BYTES;
    /** After how many uncompressed bytes a piece is sent at the latest, so that making it stays short. */
    private static final int PLAIN_BYTES = 4 * PIECE_BYTES;
    /**
     * After how many parts a piece is sent at the latest; they may be empty where much is read and little is wanted.
     */
    private static final int PARTS = 256;

    private final BodyWriter body;
    private final Piece piece = new Piece();
    private final @Nullable Compression compression;
    private final CountedOutput out;
    private boolean more = true;

    /** Gathers what {@code body} writes, compressed by {@code coding} unless that is null. */
    public WrittenBody(BodyWriter body, @Nullable ContentCoding coding) throws IOException {
        this.body = body;
        this.compression = coding == null ? null : compression(coding);
        this.out = new CountedOutput(compression == null ? piece : compression.stream());
    }

    private Compression compression(ContentCoding coding) throws IOException {
        return switch (coding) {
            case GZIP -> new FastGzip(piece, PIECE_BYTES / 2);
            case ZSTD -> new FastZstd(piece);
        };
    }

    /** Memory whose bytes can be seen without a copy. */
    private static final class Piece extends ByteArrayOutputStream {
        private static final int ROOM_BYTES = PIECE_BYTES + PIECE_BYTES / 4;
        private static final int ROOM_BYTES_KEPT = 4 * ROOM_BYTES;
        private boolean seen;

        Piece() {
            super(ROOM_BYTES);
        }

        ByteBuffer view() {
            seen = true;
            return ByteBuffer.wrap(buf, 0, count);
        }

        /**
         * Starts anew; bytes that nobody has seen yet, such as the head of the compression, stay. Room that a large
         * part took is let go: the claim for that part may have ended.
         */
        void forgetWhatWasSeen() {
            if (seen) {
                reset();
                if (buf.length > ROOM_BYTES_KEPT) {
                    buf = new byte[ROOM_BYTES];
                }
            }
        }
    }

    @Override
    public ByteBuffer next() throws IOException {
        piece.forgetWhatWasSeen();
        long plainMax = out.count() + PLAIN_BYTES;
        for (int part = 0; part < PARTS && more && piece.size() < PIECE_BYTES && out.count() < plainMax; part++) {
            more = body.writePart(out);
        }
        if (!more && compression != null) {
            compression.finish();
        }
        return piece.view();
    }

    @Override
    public boolean hasMore() {
        return more;
    }

    @Override
    public void sent() {
        body.sent();
    }

    @Override
    public void release() {
        body.release();
        if (compression != null) {
            compression.release();
        }
    }

    /** Counts what is written, in bytes. */
    private static final class CountedOutput extends OutputStream {
        private final OutputStream out;
        private long count;

        CountedOutput(OutputStream out) {
            this.out = out;
        }

        long count() {
            return count;
        }

        @Override
        public void write(int b) throws IOException {
            out.write(b);
            count++;
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
            count += length;
        }
    }
}
