package io.mintmark.web.body;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Zstd that spends little time, for replies that are made once and read once. One thread at a time.
 *
 * <p>It is a row of frames, each of a piece of the reply: between two pieces nothing is held outside of the heap, so
 * that a thousand clients which read slowly hold no contexts. Readers find the size in each frame, and need a small
 * window.
 */
final class FastZstd extends OutputStream implements Compression {
    /** Plain bytes of a frame: twice what gzip looks back over. */
    static final int FRAME_BYTES = 64 << 10;

    private static final int LEVEL = 1;
    private static final int KEPT_MAX = 8;
    private static final BlockingQueue<ZstdCompressCtx> KEPT = new ArrayBlockingQueue<>(KEPT_MAX);

    private final OutputStream out;
    private final Gathered gathered = new Gathered();
    private boolean written;

    FastZstd(OutputStream out) {
        this.out = out;
    }

    /** Memory whose bytes can be compressed without a copy. */
    private static final class Gathered extends ByteArrayOutputStream {
        private static final int ROOM_BYTES = 4 << 10;

        Gathered() {
            super(ROOM_BYTES);
        }

        int room() {
            return FRAME_BYTES - count;
        }

        byte[] frame() {
            return FastZstd.frame(buf, 0, count);
        }
    }

    /** Returns {@code body} compressed. */
    static byte[] compress(byte[] body) {
        ByteArrayOutputStream frames = new ByteArrayOutputStream(body.length / 2);
        int at = 0;
        do {
            frames.writeBytes(frame(body, at, Math.min(FRAME_BYTES, body.length - at)));
            at += FRAME_BYTES;
        } while (at < body.length);
        return frames.toByteArray();
    }

    private static byte[] frame(byte[] plain, int offset, int length) {
        byte[] frame = new byte[(int) Zstd.compressBound(length)];
        ZstdCompressCtx kept = KEPT.poll();
        ZstdCompressCtx context = kept == null ? new ZstdCompressCtx().setLevel(LEVEL) : kept;
        try {
            int bytes = context.compressByteArray(frame, 0, frame.length, plain, offset, length);
            return Arrays.copyOf(frame, bytes);
        } finally {
            if (!KEPT.offer(context)) {
                context.close();
            }
        }
    }

    @Override
    public OutputStream stream() {
        return this;
    }

    @Override
    public void write(int b) throws IOException {
        gathered.write(b);
        writeIfFull();
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        for (int at = offset, end = offset + length; at < end; ) {
            int count = Math.min(gathered.room(), end - at);
            gathered.write(bytes, at, count);
            at += count;
            writeIfFull();
        }
    }

    private void writeIfFull() throws IOException {
        if (gathered.room() == 0) {
            writeFrame();
        }
    }

    private void writeFrame() throws IOException {
        out.write(gathered.frame());
        gathered.reset();
        written = true;
    }

    /** Writes the last frame, an empty one if there is no other: no frame at all would not be zstd. */
    @Override
    public void finish() throws IOException {
        if (gathered.size() > 0 || !written) {
            writeFrame();
        }
    }

    @Override
    public void release() {
        // Nothing of it lies outside the heap.
    }
}
