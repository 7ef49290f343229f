package io.mintmark.server.http;

import java.nio.ByteBuffer;
import java.util.function.UnaryOperator;

/** A receiver whose failures are translated before it hears of them itself. */
record TranslatedReceiver(BodyReceiver receiver, UnaryOperator<RuntimeException> translation) implements BodyReceiver {
    @Override
    public boolean take(ByteBuffer bytes) {
        try {
            return receiver.take(bytes);
        } catch (RuntimeException e) {
            throw translation.apply(e);
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
            throw translation.apply(e);
        }
    }

    @Override
    public Reply end() {
        try {
            return receiver.end().translatingFailures(translation);
        } catch (RuntimeException e) {
            throw translation.apply(e);
        }
    }

    @Override
    public Throwable failed(Throwable why) {
        return receiver.failed(why);
    }
}
