package io.mintmark.server.http;

import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * What follows an answer that was sent before its request's body ended: for a moment, what still arrives is thrown away.
 *
 * <p>A connection that is closed while bytes wait unread is reset, and the reset may overtake the answer: the client
 * would learn that it was cut off and never why. Used by one thread at a time.
 */
final class Linger {
    private static final long MILLIS = 2_000;

    private final Inflow inflow;
    private final Callback callback;
    private Scheduler.@Nullable Task deadline;
    private boolean over;

    /** Completes {@code callback} when the connection may be closed. */
    Linger(Inflow inflow, Callback callback) {
        this.inflow = inflow;
        this.callback = callback;
    }

    void begin(Scheduler scheduler, Runnable resume) {
        if (inflow.isHeldBack()) {
            end();
            return;
        }
        deadline = scheduler.schedule(inflow::cut, MILLIS, TimeUnit.MILLISECONDS);
        if (!inflow.isAwaited()) {
            resume.run();
        }
    }

    /** Throws away what is there, and waits for more; {@code resume} leads back here. */
    void go(Runnable resume) {
        while (!over && deadline != null) {
            Content.Chunk chunk = inflow.read();
            if (chunk == null) {
                inflow.await(resume);
                return;
            }
            boolean last = chunk.isLast() || Content.Chunk.isFailure(chunk) || inflow.isCut();
            chunk.release();
            if (last) {
                end();
            }
        }
    }

    private void end() {
        over = true;
        if (deadline != null) {
            boolean ignored = deadline.cancel();
        }
        callback.succeeded();
    }
}
