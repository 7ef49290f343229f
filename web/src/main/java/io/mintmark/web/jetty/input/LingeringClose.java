package io.mintmark.web.jetty.input;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Follows an answer that was sent before its request's body ended: for a moment, bytes that still arrive are thrown
 * away.
 *
 * <p>A connection that is closed while bytes wait unread is reset, and the reset may overtake the answer: the client
 * would learn that it was cut off and never why. Used by one thread at a time, and by none for long: bytes that come as
 * fast as they are thrown away are thrown away under one permit after the other.
 */
public final class LingeringClose {
    private static final long MILLIS = 2_000;
    private static final int CHUNKS_AT_ONCE = 16;

    private final BodySource source;
    private final Consumer<Runnable> later;
    private final Callback callback;
    private Scheduler.@Nullable Task deadline;
    private boolean over;

    /** Completes {@code callback} when the connection may be closed; {@code later} runs what is too much at once. */
    public LingeringClose(BodySource source, Consumer<Runnable> later, Callback callback) {
        this.source = source;
        this.later = later;
        this.callback = callback;
    }

    public void begin(Scheduler scheduler, Runnable resume) {
        if (source.isHeldBack()) {
            end();
            return;
        }
        deadline = scheduler.schedule(source::cut, MILLIS, TimeUnit.MILLISECONDS);
        if (!source.isAwaited()) {
            resume.run();
        }
    }

    /**
     * Throws away the bytes that are there, and waits for more: {@code resume} leads back here, and so does {@code
     * goOn}.
     */
    public void go(Runnable resume, Runnable goOn) {
        for (int i = 0; i < CHUNKS_AT_ONCE && !over && deadline != null; i++) {
            Content.Chunk chunk = source.read();
            if (chunk == null) {
                source.await(resume);
                return;
            }
            boolean last = chunk.isLast() || Content.Chunk.isFailure(chunk) || source.isCut();
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
