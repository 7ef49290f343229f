package io.mintmark.jdbc.internal.connection;

import io.mintmark.jdbc.internal.JdbcSecrets;
import io.mintmark.jdbc.internal.connection.CallProgress.Phase;
import io.mintmark.range.RangeSourceException;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What callers are told of calls that did not succeed; each text begins with who wanted what. */
final class CallFailures {
    private static final String POOL =
            "A call needs one connection beside those that its callers hold: give the pool one"
                    + " connection more than threads that use it at once, or give counters a data source of their own.";

    /** SQL states of PostgreSQL and H2. */
    private static final Set<String> NO_SUCH_DATABASE = Set.of("3D000", "90146", "90149");

    private CallFailures() {}

    /**
     * Returns the failure of a call whose time was over in {@code phase}; {@code last} is what failed before, if
     * anything.
     */
    static RangeSourceException late(String subject, Phase phase, CallLimits limits, @Nullable SQLException last) {
        String text = subject + ": "
                + switch (phase) {
                    case QUEUED ->
                        "calls before it have not ended within " + millis(limits.call())
                                + "; look at what holds up the database, or at how long these calls wait for a connection.";
                    case CONNECTING ->
                        "the data source gave no connection within " + millis(limits.connecting()) + ". " + POOL;
                    case PAUSING, ENDED ->
                        "no attempt succeeded within " + millis(limits.call())
                                + "; look at the database, then try again.";
                    case CONNECTED, DISCONNECTING ->
                        "the database did not answer within " + millis(limits.call())
                                + ". Numbers that it reserves all the same are a gap; look at what holds it up, such as a"
                                + " lock, or raise the deadline.";
                }
                + (last == null ? "" : " The last failure was: " + JdbcSecrets.toldWithState(last));
        return last == null ? new RangeSourceException(text) : new RangeSourceException(text, last);
    }

    private static String millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos) + " ms";
    }

    /** Returns the failure of a call to which the data source gave no connection. */
    static RangeSourceException unconnected(String subject, SQLException cause) {
        return new RangeSourceException(
                subject + ": the data source gave no connection: " + JdbcSecrets.toldWithState(cause) + ". "
                        + remedy(cause),
                cause);
    }

    /** A pool is no remedy where the database itself says why it lets nobody in. */
    private static String remedy(SQLException cause) {
        String state = String.valueOf(cause.getSQLState());
        if (state.startsWith("28")) {
            return "Check the user and the password, and that this user may connect.";
        }
        if (NO_SUCH_DATABASE.contains(state)) {
            return "Create the database, or correct its name.";
        }
        if (String.valueOf(cause.getMessage()).contains("SQLITE_CANTOPEN")) {
            return "Check the file's name, and that its folder is there and may be used.";
        }
        return "Look whether the database runs. " + POOL;
    }

    /** Returns the failure of a call whose caller was interrupted. */
    static RangeSourceException interrupted(String subject, InterruptedException cause) {
        return new RangeSourceException(
                subject + ": the thread was interrupted; numbers that are reserved all the same are a gap.", cause);
    }

    /** Adds the caller's frames to a failure that comes from another thread, and returns it. */
    static <E extends Throwable> E shownWithCaller(E failure) {
        StackTraceElement[] there = failure.getStackTrace();
        StackTraceElement[] here = Thread.currentThread().getStackTrace();
        StackTraceElement[] both = Arrays.copyOf(there, there.length + here.length);
        System.arraycopy(here, 0, both, there.length, here.length);
        failure.setStackTrace(both);
        return failure;
    }
}
