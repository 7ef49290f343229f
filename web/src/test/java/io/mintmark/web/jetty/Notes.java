package io.mintmark.web.jetty;

import io.mintmark.web.http.BodyReceiver;
import io.mintmark.web.http.Reply;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A receiver that writes down what it is told, has enough at a full stop, and tells the client what it has got. */
final class Notes implements BodyReceiver {
    final CompletableFuture<Throwable> failure = new CompletableFuture<>();
    final Semaphore pauses = new Semaphore(0);
    private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
    private volatile int largestPiece;

    @Override
    public boolean take(ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        synchronized (taken) {
            taken.writeBytes(copy);
        }
        largestPiece = Math.max(largestPiece, copy.length);
        return text().indexOf('.') < 0;
    }

    @Override
    public boolean wasIdle() {
        return false;
    }

    @Override
    public void pause() {
        pauses.release();
    }

    @Override
    public Reply end() {
        return Reply.text(200, "application/octet-stream", text().getBytes(StandardCharsets.ISO_8859_1));
    }

    @Override
    public Throwable failed(Throwable why) {
        failure.complete(why);
        return why;
    }

    String text() {
        synchronized (taken) {
            return taken.toString(StandardCharsets.ISO_8859_1);
        }
    }

    int largestPiece() {
        return largestPiece;
    }

    void awaitPause() throws Exception {
        if (!pauses.tryAcquire(10, TimeUnit.SECONDS)) {
            throw new TimeoutException("the receiver was not told to pause");
        }
    }

    /** Returns why the stream failed, once it has. */
    Throwable awaitFailure() throws Exception {
        return failure.get(10, TimeUnit.SECONDS);
    }
}
