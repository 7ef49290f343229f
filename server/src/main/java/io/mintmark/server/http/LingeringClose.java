package io.mintmark.server.http;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * What follows an answer that was sent before its request's body ended: for a moment, what still arrives is thrown away.
 *
 * <p>A connection that is closed while bytes wait unread is reset, and the reset may overtake the answer: the client
 * would learn that it was cut off and never why. Used by one thread at a time, and by none for long: what comes as fast as it
 * is thrown away is thrown away in turns.
 */
final class LingeringClose {
    private static final long MILLIS = 2_000;
    private static final int CHUNKS_AT_ONCE = 16;

    private final BodySource inflow;
    private final Consumer<Runnable> later;
    private final Callback callback;
    private Scheduler.@Nullable Task deadline;
    private boolean over;

    /** Hands to {@code later} what is too much at once, and completes {@code callback} when the connection may be closed. */
    LingeringClose(BodySource inflow, Consumer<Runnable> later, Callback callback) {
        this.inflow = inflow;
        this.later = later;
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

    /** Throws away what is there, and waits for more: {@code resume} leads back here, and so does {@code goOn}. */
    void go(Runnable resume, Runnable goOn) {
        for (int i = 0; i < CHUNKS_AT_ONCE && !over && deadline != null; i++) {
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
        if (!over && deadline != null) {
            later.accept(goOn);
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
