package io.mintmark.web.body;

import com.github.luben.zstd.ZstdDecompressCtx;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.Overload;
import java.nio.ByteBuffer;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * What inflating zstd takes beside its window, outside of the heap: the library's tables and a buffer for each way. A
 * few are kept for the next body, because they cost more to make than most bodies to inflate. One thread at a time.
 */
final class ZstdContext {
    /** How much is taken from, and made of, the compressed bytes in one step. */
    static final int STEP_BYTES = 16 << 10;
    /** About what a context takes without a window: tables, and a block of the largest size for each way. */
    static final long BYTES = 512 << 10;

    private static final int KEPT_MAX = 8;
    /** The window stays with its context; larger ones go back to the system. */
    private static final long KEPT_WINDOW_BYTES_MAX = 1 << 20;

    private static final BlockingQueue<ZstdContext> KEPT = new ArrayBlockingQueue<>(KEPT_MAX);

    final ByteBuffer in;
    final ByteBuffer out;
    private final ZstdDecompressCtx inflating;

    /** Makes the library's part last: the buffers are collected like any object, and that part is not. */
    private ZstdContext(IntFunction<ByteBuffer> buffers, Supplier<ZstdDecompressCtx> library) {
        in = buffers.apply(STEP_BYTES);
        out = buffers.apply(STEP_BYTES);
        inflating = library.get();
    }

    /** Makes a context, or throws an {@code OVERLOADED} refusal because there is no memory for it. */
    static ZstdContext make(IntFunction<ByteBuffer> buffers, Supplier<ZstdDecompressCtx> library) {
        try {
            return new ZstdContext(buffers, library);
        } catch (OutOfMemoryError | IllegalStateException e) {
            throw noMemory(e);
        }
    }

    /** Returns the refusal of a body for which the machine has no memory outside of the heap. */
    static ApiException noMemory(Throwable cause) {
        ApiException refusal = Overload.refusal(
                "The server has no memory left in which to inflate this zstd: try again in a moment, or send gzip.");
        refusal.initCause(cause);
        return refusal;
    }

    /**
     * Returns one that is as good as new, with both buffers empty; the library too refuses a window that is too large.
     */
    static ZstdContext borrow() {
        ZstdContext kept = KEPT.poll();
        ZstdContext context = kept == null ? make(ByteBuffer::allocateDirect, ZstdDecompressCtx::new) : kept;
        context.inflating.setLongMax(ZstdFrames.WINDOW_LOG_MAX);
        context.in.limit(0);
        context.out.clear();
        return context;
    }

    /** Moves what it can from {@link #in} to {@link #out}; returns whether a frame ended and all of it is out. */
    boolean step() {
        return inflating.decompressDirectByteBufferStream(out, in);
    }

    /** Keeps it for the next body, or frees it, given the largest window that it had. */
    void giveBack(long windowBytes) {
        if (windowBytes > KEPT_WINDOW_BYTES_MAX) {
            inflating.close();
            return;
        }
        inflating.reset();
        if (!KEPT.offer(this)) {
            inflating.close();
        }
    }
}
