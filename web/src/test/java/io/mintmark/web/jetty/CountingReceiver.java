package io.mintmark.web.jetty;

import io.mintmark.web.http.BodyReceiver;
import io.mintmark.web.http.Reply;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A receiver that counts what it is given, and wants more for ever; it may have to wait for leave before each piece.
 */
final class CountingReceiver implements BodyReceiver {
    final AtomicLong bytes = new AtomicLong();
    final CompletableFuture<Throwable> failure = new CompletableFuture<>();
    private final Semaphore begun;
    private final Semaphore leave;

    /** Tells {@code begun} of each piece, and takes it when it gets {@code leave}. */
    CountingReceiver(Semaphore begun, Semaphore leave) {
        this.begun = begun;
        this.leave = leave;
    }

    /** Takes whatever comes. */
    CountingReceiver() {
        this(new Semaphore(0), new Semaphore(Integer.MAX_VALUE));
    }

    @Override
    public boolean take(ByteBuffer piece) {
        begun.release();
        leave.acquireUninterruptibly();
        bytes.addAndGet(piece.remaining());
        return true;
    }

    @Override
    public boolean wasIdle() {
        return false;
    }

    @Override
    public void pause() {
        // It has nothing to hand on.
    }

    @Override
    public Reply end() {
        return Fronts.json(Long.toString(bytes.get()));
    }

    @Override
    public Throwable failed(Throwable why) {
        failure.complete(why);
        return why;
    }

    /** Returns why the stream failed, once it has. */
    Throwable awaitFailure() throws Exception {
        return failure.get(30, TimeUnit.SECONDS);
    }
}
