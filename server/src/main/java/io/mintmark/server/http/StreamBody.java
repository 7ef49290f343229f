package io.mintmark.server.http;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.eclipse.jetty.io.Content;
import org.jspecify.annotations.Nullable;

/**
 * A body on its way into a receiver, one small piece after the other, inflated if it is gzip. Used by one thread at a time.
 *
 * <p>What arrived at once may inflate to much, and whoever asks for piece after piece can end it between any two of them.
 */
final class StreamBody {
    /** What became of the wish for a piece. */
    enum Step {
        /** There may be more. */
        TAKEN,
        /** The receiver has all it wants, or the body ended. */
        WHOLE,
        NOTHING_THERE
    }

    /** How often a wait may last as long as a connection may idle; clients send a sign of life more than once within. */
    private static final int SILENCES_MAX = 3;

    private final BodySource inflow;
    private final Predicate<ByteBuffer> target;
    private final @Nullable StreamGzip gzip;
    private Content.@Nullable Chunk chunk;
    private boolean ended;
    private int silences;

    /** Reads from {@code inflow}, through {@code gzip} if it is compressed; {@code target} tells whether it wants more. */
    StreamBody(BodySource inflow, Predicate<ByteBuffer> target, @Nullable StreamGzip gzip) {
        this.inflow = inflow;
        this.target = target;
        this.gzip = gzip;
    }

    /** Hands one piece on, if there is one. */
    Step take() {
        Content.Chunk open = chunk == null ? read() : chunk;
        if (open == null) {
            return Step.NOTHING_THERE;
        }
        return gzip == null ? takeWhole(open) : inflate(open, gzip);
    }

    private Content.@Nullable Chunk read() {
        Content.Chunk next = inflow.read();
        if (next == null) {
            return null;
        }
        if (Content.Chunk.isFailure(next)) {
            requirePatience(next);
            return null;
        }
        silences = 0;
        chunk = next;
        if (gzip != null) {
            gzip.arrived(next.remaining());
        }
        return next;
    }

    private Step takeWhole(Content.Chunk open) {
        boolean more;
        try {
            more = !open.hasRemaining() || target.test(open.getByteBuffer());
        } finally {
            release();
        }
        return more && !ended ? Step.TAKEN : Step.WHOLE;
    }

    private Step inflate(Content.Chunk open, StreamGzip inflating) {
        if (inflating.handOn(open.getByteBuffer()) && inflating.isMoreWanted()) {
            return Step.TAKEN;
        }
        release();
        if (inflating.isMoreWanted() && ended) {
            inflating.requireEnd();
        }
        return inflating.isMoreWanted() && !ended ? Step.TAKEN : Step.WHOLE;
    }

    /** Throws if something is left that arrived, and the body is known to break off behind it: nobody awaits an answer. */
    void requireClient() {
        if (chunk != null) {
            inflow.requireMore();
        }
    }

    /** A connection idles sooner than a stream may: only so many silences in a row are the end. */
    private void requirePatience(Content.Chunk failure) {
        boolean silence = Content.Chunk.isFailure(failure, false) && failure.getFailure() instanceof TimeoutException;
        if (silence && ++silences < SILENCES_MAX) {
            return;
        }
        throw inflow.broken(failure.getFailure());
    }

    /** Returns whether the end of the body was there. */
    boolean hasEnded() {
        return ended;
    }

    private void release() {
        Content.Chunk open = chunk;
        if (open != null) {
            chunk = null;
            ended = open.isLast();
            open.release();
        }
    }

    /** Ends it, whatever is left. */
    void close() {
        release();
        if (gzip != null) {
            gzip.destroy();
        }
    }
}
