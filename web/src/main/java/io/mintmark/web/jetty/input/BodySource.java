package io.mintmark.web.jetty.input;

import io.mintmark.web.http.ApiException;
import java.io.EOFException;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * One body as it arrives, and whether somebody waits for more of it. Used by one thread at a time, but for {@link
 * #cut}.
 */
public final class BodySource {
    /** How many chunks after the last byte that mattered do not cost the connection: a last chunk, a trailer. */
    private static final int CHUNKS_SKIPPED_MAX = 8;

    private final Request raw;
    private final Consumer<Runnable> later;
    private Content.@Nullable Chunk ahead;
    private boolean awaited;
    private boolean touched;
    private boolean broken;
    private volatile boolean cut;

    /** Hands what waits for more bytes to {@code later}, which runs it on another thread. */
    public BodySource(Request raw, Consumer<Runnable> later) {
        this.raw = raw;
        this.later = later;
    }

    /** Returns the next piece, or null where more has to arrive first. */
    Content.@Nullable Chunk read() {
        Content.Chunk next = ahead;
        if (next != null) {
            ahead = null;
            return next;
        }
        touched = true;
        return raw.read();
    }

    /**
     * Throws if the body is known to break off: one further chunk is read for that, and kept for {@link #read}. Nobody
     * can look further ahead.
     */
    void requireMore() {
        if (ahead == null) {
            ahead = raw.read();
        }
        Content.Chunk next = ahead;
        if (next != null && Content.Chunk.isFailure(next, true)) {
            throw broken(next.getFailure());
        }
        if (!raw.getConnectionMetaData().getConnection().getEndPoint().isOpen()) {
            throw broken(new EOFException());
        }
    }

    /** Returns the refusal of a body that broke off, after which nothing will be read. */
    ApiException broken(Throwable why) {
        broken = true;
        return BodyReader.broken(why, false);
    }

    /** Returns whether the end of the body will never come. */
    public boolean isBroken() {
        return broken;
    }

    /** Returns whether the body's end has arrived too, a few chunks after the part that was wanted. */
    public boolean endsHere() {
        if (awaited || broken || isHeldBack()) {
            return false;
        }
        for (int i = 0; i < CHUNKS_SKIPPED_MAX; i++) {
            Content.Chunk chunk = read();
            if (chunk == null) {
                return false;
            }
            broken = Content.Chunk.isFailure(chunk);
            boolean last = chunk.isLast();
            chunk.release();
            if (broken || last) {
                return !broken;
            }
        }
        return false;
    }

    /** Calls {@code more} once there is something to read: bytes, the end, or a failure. */
    public void await(Runnable more) {
        awaited = true;
        raw.demand(() -> later.accept(more));
    }

    /** Must be called when {@link #await}'s {@code more} was. */
    public void arrived() {
        awaited = false;
    }

    boolean isAwaited() {
        return awaited;
    }

    /** Returns whether the client has not begun to send, because it waits for a 100 that it was never sent. */
    boolean isHeldBack() {
        return !touched && raw.getHeaders().contains(HttpHeader.EXPECT);
    }

    /** Ends the reading, and the wait for more. For any thread. */
    void cut() {
        cut = true;
        // Failing the request would do, too, but would read what is left of it at once, beside a thread that is
        // reading.
        raw.getConnectionMetaData().getConnection().getEndPoint().setIdleTimeout(1);
    }

    boolean isCut() {
        return cut;
    }
}
