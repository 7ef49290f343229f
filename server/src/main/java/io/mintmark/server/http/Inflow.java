package io.mintmark.server.http;

import java.util.concurrent.Executor;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/** One body as it arrives, and whether somebody waits for more of it. Used by one thread at a time, but for the cut. */
final class Inflow {
    private final Request raw;
    private final Executor executor;
    private boolean awaited;
    private boolean touched;

    /** What waits for more is called by {@code executor}. */
    Inflow(Request raw, Executor executor) {
        this.raw = raw;
        this.executor = executor;
    }

    /** Returns the next piece, or null where more has to arrive first. */
    Content.@Nullable Chunk read() {
        touched = true;
        return raw.read();
    }

    /** Has {@code more} called once there is something to read: bytes, the end, or a failure. */
    void await(Runnable more) {
        awaited = true;
        raw.demand(() -> executor.execute(more));
    }

    /** To be told when {@code more} was called. */
    void arrived() {
        awaited = false;
    }

    boolean isAwaited() {
        return awaited;
    }

    /** Tells whether the client has not begun to send, because it waits for leave that it was never given. */
    boolean isHeldBack() {
        return !touched && raw.getHeaders().contains(HttpHeader.EXPECT);
    }

    /** Makes all reading fail from now on, at once where somebody waits; for any thread. */
    void cut(Throwable why) {
        raw.fail(why);
    }
}
