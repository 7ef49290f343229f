package io.mintmark.server;

import io.mintmark.server.http.BodyReceiver;
import io.mintmark.server.http.Reply;
import java.nio.ByteBuffer;

/** A receiver whose {@linkplain Refusals failures} are translated before it hears of them itself. */
record TranslatedReceiver(BodyReceiver receiver) implements BodyReceiver {
    @Override
    public boolean take(ByteBuffer bytes) {
        try {
            return receiver.take(bytes);
        } catch (RuntimeException e) {
            throw Refusals.translate(e);
        }
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
        try {
            return receiver.end().translatingFailures(Refusals::translate);
        } catch (RuntimeException e) {
            throw Refusals.translate(e);
        }
    }

    @Override
    public Throwable failed(Throwable why) {
        return receiver.failed(why);
    }
}
