package io.mintmark.server;

import io.mintmark.web.http.BodyReceiver;
import io.mintmark.web.http.Reply;
import java.nio.ByteBuffer;

/**
 * A stream under way: its failures get {@linkplain Refusals words} that clients understand, and it is counted and timed
 * under {@code route} when it ends. One thread at a time.
 */
record ServedReceiver(BodyReceiver receiver, Metrics.Route route, long startNanos) implements BodyReceiver {
    @Override
    public boolean take(ByteBuffer bytes) {
        return Refusals.translating(() -> receiver.take(bytes));
    }

    @Override
    public boolean wasIdle() {
        return receiver.wasIdle();
    }

    @Override
    public void pause() {
        try {
            receiver.pause();
        } catch (RuntimeException e) {
            throw Refusals.translate(e);
        }
    }

    @Override
    public Reply end() {
        Reply reply = Refusals.translating(() -> receiver.end().translatingFailures(Refusals::translate));
        route.ended(startNanos, false);
        return reply;
    }

    @Override
    public Throwable failed(Throwable why) {
        route.ended(startNanos, true);
        return receiver.failed(why);
    }
}
