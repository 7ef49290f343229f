package io.mintmark.web.access;

import io.mintmark.web.http.BodyReceiver;
import io.mintmark.web.http.Reply;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * A stream whose caller is judged again before each piece is taken, and whose outcome is told in the end. One thread at
 * a time.
 *
 * @param told hears what came of it
 */
record GuardedReceiver(LastingAccess access, BodyReceiver receiver, Consumer<String> told) implements BodyReceiver {
    @Override
    public boolean take(ByteBuffer bytes) {
        access.require();
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
        told.accept(AuditLog.outcome(reply));
        return reply;
    }

    @Override
    public Throwable failed(Throwable why) {
        Throwable shown = receiver.failed(why);
        told.accept(AuditLog.outcome("", shown));
        return shown;
    }
}
