package io.mintmark.storage.postgresql.write;

import io.mintmark.internal.Ticker;
import io.mintmark.storage.postgresql.sql.SqlScript;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;

/** A kind of tidying that is due again after a rest. Used by the lane's writer only. */
abstract class RestingTidying implements Tidying {
    /** Between two passes over all there is. */
    static final long PASS_NANOS = TimeUnit.SECONDS.toNanos(60);

    /** At first, and after a failure. */
    private static final long REST_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Ticker ticker;
    private long dueAt;

    RestingTidying(Ticker ticker) {
        this.ticker = ticker;
        restFor(REST_NANOS);
    }

    @Override
    public final boolean isDue() {
        return ticker.nanos() - dueAt >= 0;
    }

    @Override
    public final void forgetSome(Connection connection) throws SQLException {
        restFor(tidy(connection));
    }

    /** Does the next slice; commits. Returns for how long it rests then, in nanoseconds. */
    abstract long tidy(Connection connection) throws SQLException;

    @Override
    public void failed() {
        restFor(REST_NANOS);
    }

    final void restFor(long nanos) {
        dueAt = ticker.nanos() + nanos;
    }

    /** Begins a transaction that waits for nobody for long. What comes back after a crash is tidied once more. */
    static SqlScript unhurried() {
        return new SqlScript().update("SET LOCAL lock_timeout = '40ms'").update("SET LOCAL synchronous_commit = off");
    }
}
