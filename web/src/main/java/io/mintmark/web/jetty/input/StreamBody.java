package io.mintmark.web.jetty.input;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.eclipse.jetty.io.Content;
import org.jspecify.annotations.Nullable;

/**
 * A body on its way into a receiver, one small piece after the other, inflated if it is compressed. Used by one thread
 * at a time.
 *
 * <p>A chunk may inflate to much, but its receiver can end it between any two pieces.
 */
public final class StreamBody {
    /** The outcome of asking for a piece. */
    public enum Step {
        /** There may be more. */
        TAKEN,
        /** The receiver has all it wants, or the body ended. */
        WHOLE,
        NOTHING_THERE
    }

    /** How many idle times of a connection one wait may last; clients send a sign of life more often. */
    private static final int SILENCES_MAX = 3;

    private final BodySource source;
    private final Predicate<ByteBuffer> target;
    private final @Nullable StreamInflater inflater;
    private Content.@Nullable Chunk chunk;
    private boolean ended;
    private int silences;

    /**
     * Reads from {@code source}, through {@code inflater} if it is compressed; {@code target} returns whether it wants
     * more.
     */
    public StreamBody(BodySource source, Predicate<ByteBuffer> target, @Nullable StreamInflater inflater) {
        this.source = source;
        this.target = target;
        this.inflater = inflater;
    }

    /** Hands one piece on, if there is one. */
    public Step take() {
        Content.Chunk open = chunk == null ? read() : chunk;
        if (open == null) {
            return Step.NOTHING_THERE;
        }
        return inflater == null ? takeWhole(open) : inflate(open, inflater);
    }

    private Content.@Nullable Chunk read() {
        Content.Chunk next = source.read();
        if (next == null) {
            return null;
        }
        if (Content.Chunk.isFailure(next)) {
            requirePatience(next);
            return null;
        }
        silences = 0;
        chunk = next;
        if (inflater != null) {
            inflater.arrived(next.remaining());
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

    private Step inflate(Content.Chunk open, StreamInflater inflating) {
        if (inflating.handOn(open.getByteBuffer()) && inflating.isMoreWanted()) {
            return Step.TAKEN;
        }
        if (!inflating.isMoreWanted()) {
            inflating.requireNothingBehind(open.getByteBuffer());
        }
        release();
        if (inflating.isMoreWanted() && ended) {
            inflating.requireEnd();
        }
        return inflating.isMoreWanted() && !ended ? Step.TAKEN : Step.WHOLE;
    }

    /**
     * Throws if bytes are left that arrived, and the body is known to break off after them: nobody awaits an answer.
     */
    public void requireClient() {
        if (chunk != null) {
            source.requireMore();
        }
    }

    /** A connection idles sooner than a stream may: only several silences in a row are the end. */
    private void requirePatience(Content.Chunk failure) {
        boolean silence = Content.Chunk.isFailure(failure, false) && failure.getFailure() instanceof TimeoutException;
        if (silence && ++silences < SILENCES_MAX) {
            return;
        }
        throw source.broken(failure.getFailure());
    }

    /** Returns whether the end of the body was there. */
    public boolean hasEnded() {
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
    public void close() {
        release();
        if (inflater != null) {
            inflater.destroy();
        }
    }
}
