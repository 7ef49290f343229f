package io.mintmark.web.access;

import io.mintmark.web.access.principal.AccessList;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.BodyReceiver;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Socket;
import io.mintmark.web.http.SocketReceiver;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The access of a stream or a WebSocket: its caller is judged again whenever the access list changed, and about once a
 * second, so that a clearance which ends, ends the stream. Thread-safe.
 */
final class LastingAccess {
    private static final long JUDGED_EVERY_NANOS = 1_000_000_000;

    private final AccessControl control;
    private final RouteRequirement rule;
    private final String database;
    private final Caller caller;
    private @Nullable AccessList judged;
    private long judgedAt;

    /** Begins with a caller who was let in by the list {@code judged}. */
    LastingAccess(
            AccessControl control, RouteRequirement rule, String database, Caller caller, @Nullable AccessList judged) {
        this.control = control;
        this.rule = rule;
        this.database = database;
        this.caller = caller;
        this.judged = judged;
        this.judgedAt = control.nanos();
    }

    /** Refuses a caller who would not be let in any more. */
    synchronized void require() {
        @Nullable AccessList present = control.list();
        long now = control.nanos();
        if (present != judged || now - judgedAt >= JUDGED_EVERY_NANOS) {
            control.judge(rule, database, caller, present);
            judged = present;
            judgedAt = now;
        }
    }

    /**
     * A stream whose caller is judged again before each piece is taken, and whose outcome is told in the end. One
     * thread at a time.
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
            told.accept(AuditLog.outcomeOfStream(shown));
            return shown;
        }
    }

    /** A WebSocket whose client is judged again before each message of either side, the first one included. */
    record GuardedSocket(LastingAccess access, Socket socket, SocketReceiver receiver) implements SocketReceiver {
        @Override
        public void received(byte[] message) {
            access.require();
            receiver.received(message);
        }

        @Override
        public byte @Nullable [] next() {
            try {
                access.require();
            } catch (ApiException refused) {
                socket.close(Socket.RULE_BROKEN, String.valueOf(refused.getMessage()));
                return null;
            }
            return receiver.next();
        }

        @Override
        public void closed() {
            receiver.closed();
        }
    }
}
