package io.mintmark.web.access;

import io.mintmark.web.access.principal.AccessList;
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
}
