package io.mintmark.server.access;

import io.mintmark.server.http.BodyReceiver;
import io.mintmark.server.http.Reply;
import io.mintmark.server.http.Request;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A stream whose caller is judged again before a piece is taken whenever the access list changed, and about once a second, so
 * that a clearance which ends, ends the stream. One thread at a time.
 */
final class GuardedReceiver implements BodyReceiver {
    private static final long JUDGED_EVERY_NANOS = 1_000_000_000;

    private final AccessControl control;
    private final RouteRule rule;
    private final Request request;
    private final @Nullable Principal caller;
    private final BodyReceiver receiver;
    private @Nullable AccessList judged;
    private long judgedAt;

    GuardedReceiver(
            AccessControl control,
            RouteRule rule,
            Request request,
            @Nullable Principal caller,
            @Nullable AccessList judged,
            BodyReceiver receiver) {
        this.control = control;
        this.rule = rule;
        this.request = request;
        this.caller = caller;
        this.judged = judged;
        this.receiver = receiver;
        this.judgedAt = control.nanos();
    }

    @Override
    public boolean take(ByteBuffer bytes) {
        requireStill();
        return receiver.take(bytes);
    }

    private void requireStill() {
        @Nullable AccessList present = control.list();
        long now = control.nanos();
        if (present != judged || now - judgedAt >= JUDGED_EVERY_NANOS) {
            @Nullable Principal ignored = control.admit(rule, request);
            judged = present;
            judgedAt = now;
        }
    }

    @Override
    public void pause() {
        receiver.pause();
    }

    @Override
    public Reply end() {
        Reply reply = receiver.end();
        control.audit().tell(rule, request, caller, AuditLog.outcome(reply));
        return reply;
    }

    @Override
    public Throwable failed(Throwable why) {
        Throwable told = receiver.failed(why);
        control.audit().tell(rule, request, caller, AuditLog.outcome(told));
        return told;
    }
}
