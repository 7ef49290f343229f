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
    private volatile boolean cut;

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

    /** From now on nobody should read; whoever waits does not wait any longer. For any thread. */
    void cut() {
        cut = true;
        // Failing the request would do, too, but would read what is left of it at once, beside whoever is reading.
        raw.getConnectionMetaData().getConnection().getEndPoint().setIdleTimeout(1);
    }

    boolean isCut() {
        return cut;
    }
}
