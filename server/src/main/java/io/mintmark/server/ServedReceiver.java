package io.mintmark.server;

import io.mintmark.server.http.BodyReceiver;
import io.mintmark.server.http.Reply;
import java.nio.ByteBuffer;

/** A receiver whose stream is counted and timed under {@code route} when it ends. */
record MeasuredReceiver(BodyReceiver receiver, Metrics.Route route, long startNanos) implements BodyReceiver {
    @Override
    public boolean take(ByteBuffer bytes) {
        return receiver.take(bytes);
    }

    @Override
    public boolean wasIdle() {
        return receiver.wasIdle();
    }

    @Override
    public void pause() {
        receiver.pause();
    }

    @Override
    public Reply end() {
        Reply reply = receiver.end();
        route.ended(startNanos, false);
        return reply;
    }

    @Override
    public Throwable failed(Throwable why) {
        route.ended(startNanos, true);
        return receiver.failed(why);
    }
}
