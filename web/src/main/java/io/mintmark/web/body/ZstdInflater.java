package io.mintmark.web.body;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import io.mintmark.web.admission.MemoryClaim;
import io.mintmark.web.http.ApiException;
import java.nio.ByteBuffer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Inflates zstd piece by piece: however much the bytes at hand hold, no step takes or makes more than 16 KiB. One
 * thread at a time.
 */
public final class ZstdInflater implements AutoCloseable {
    private static final ByteBuffer NONE = ByteBuffer.allocate(0);

    private final LongConsumer memory;
    private final ZstdFrames frames = new ZstdFrames(this::windowFollows);
    private @Nullable ZstdContext context;
    private long windowBytes;
    /** What the present frame came to so far. */
    private long content;

    private boolean outMayFollow;
    private boolean closed;

    private ZstdInflater(LongConsumer memory) {
        this.memory = memory;
    }

    /**
     * Returns one for a body that is used while it arrives; what it takes outside of the heap counts as {@code claim}.
     */
    public static ZstdInflater ofStream(MemoryClaim claim) {
        return new ZstdInflater(claim::add);
    }

    /** Returns one for a body that is inflated at one go: no more of them work at once than there are permits. */
    static ZstdInflater ofBody() {
        return new ZstdInflater(bytes -> {});
    }

    private void windowFollows(long bytes) {
        if (bytes > windowBytes) {
            memory.accept(bytes - windowBytes);
            windowBytes = bytes;
        }
    }

    /**
     * Returns the next piece of what {@code compressed} holds, good until the next call; an empty one may be followed
     * by others as long as there are compressed bytes.
     */
    public ByteBuffer next(ByteBuffer compressed) {
        if (closed) {
            return NONE;
        }
        ZstdContext open = context == null ? open() : context;
        if (!open.in.hasRemaining() && !outMayFollow) {
            if (!compressed.hasRemaining()) {
                return NONE;
            }
            fill(open.in, compressed);
        }
        open.out.clear();
        boolean finished = step(open);
        outMayFollow = !open.out.hasRemaining() && !finished;
        content += open.out.position();
        requireContent(finished);
        return open.out.flip();
    }

    /** The library does not compare a frame with what it promised if its last block is empty. */
    private void requireContent(boolean finished) {
        boolean ends = frames.isBetweenFrames() && isDrained();
        if (ends && !(finished && frames.mayHold(content))) {
            throw ZstdBody.malformed("a frame ends before its content does");
        }
        content = ends ? 0 : content;
    }

    private ZstdContext open() {
        memory.accept(ZstdContext.BYTES);
        ZstdContext fresh = ZstdContext.borrow();
        context = fresh;
        return fresh;
    }

    /** Takes compressed bytes up to the end of their frame: the library must not see what follows in the same step. */
    private void fill(ByteBuffer in, ByteBuffer compressed) {
        ByteBuffer step = compressed.slice();
        step.limit(Math.min(step.limit(), ZstdContext.STEP_BYTES));
        step.limit(frames.scan(step));
        compressed.position(compressed.position() + step.limit());
        in.clear();
        in.put(step).flip();
    }

    private static boolean step(ZstdContext open) {
        try {
            return open.step();
        } catch (ZstdException e) {
            throw refusal(e);
        }
    }

    /** The library also fails for a reason that lies with the server: there is no memory for a window. */
    static ApiException refusal(ZstdException failure) {
        return failure.getErrorCode() == Zstd.errMemoryAllocation()
                ? ZstdContext.noMemory(failure)
                : ZstdBody.malformed(String.valueOf(failure.getMessage()));
    }

    /** Returns whether all that came was taken, and handed out. */
    public boolean isDrained() {
        return !outMayFollow && (context == null || !context.in.hasRemaining());
    }

    /** Returns how many frames and blocks came that hold nothing. */
    int empty() {
        return frames.empty();
    }

    /** Refuses a body that must not end here. */
    public void requireEnd() {
        if (!frames.mayEnd() || !isDrained()) {
            throw ZstdBody.malformed("it ends in the middle");
        }
    }

    @Override
    public void close() {
        ZstdContext open = context;
        context = null;
        closed = true;
        if (open != null) {
            open.giveBack(windowBytes);
        }
    }
}
