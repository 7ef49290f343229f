package io.mintmark.storage.postgresql.sql;

import io.mintmark.storage.StorageEngine.Outage;
import io.mintmark.storage.evaluation.GroupUndoneException;
import io.mintmark.storage.evaluation.GroupUndoneException.Reason;
import java.net.SocketTimeoutException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What SQLSTATEs mean here. Stateless. */
public final class Failures {
    /** The state of a conflict that is found by counting rows. */
    public static final String CONFLICT = "40001";

    /** Serialization failure, deadlock, lock not available, unique violation. */
    private static final Set<String> CONFLICTS = Set.of(CONFLICT, "40P01", "55P03", "23505");

    /** Classes that blame what was to be stored: data, constraints, limits of size. */
    private static final Set<String> ROWS = Set.of("22", "23", "54");

    /** Classes of connections, resources, and an engine that ends, begins or is a standby. */
    private static final Set<String> UNREACHABLE = Set.of("08", "53", "57", "58");

    private static final Set<String> FULL = Set.of("53");
    /** Ours, in the class of connections that could not be made. */
    private static final String CUT_OFF = "08MCO";

    /** Classes of a database, a schema or a table that is not there, or that this login has no right to. */
    private static final Set<String> LASTING = Set.of("3D", "3F", "42");

    /** A statement of a name that a pooler's connection has already; another connection has it not. */
    private static final String DUPLICATE_STATEMENT = "42P05";

    private static final String READ_ONLY = "25006";
    private static final String IDLE_TOO_LONG = "25P03";
    private static final String WARNING = "01000";

    private Failures() {}

    /** Returns what a failure means that came before the commit: nothing of the group happened. */
    public static GroupUndoneException beforeCommit(SQLException e) {
        return new GroupUndoneException(reason(e), e);
    }

    private static Reason reason(SQLException e) {
        String state = state(e);
        if (CONFLICTS.contains(state)) {
            return Reason.CONFLICT;
        }
        if (isOfClass(state, ROWS)) {
            return Reason.ROW;
        }
        return isBroken(state) ? Reason.CONNECTION : Reason.UNREACHABLE;
    }

    private static boolean isBroken(String state) {
        return state.startsWith("08") || state.startsWith("57P") || state.equals(IDLE_TOO_LONG);
    }

    /** Returns whether the connection broke, and another one may be whole. */
    public static boolean isBroken(SQLException e) {
        return isBroken(state(e));
    }

    /** Returns whether the engine ended a transaction because its node let it wait. */
    public static boolean isIdleTooLong(@Nullable Throwable e) {
        return e instanceof SQLException sql && state(sql).equals(IDLE_TOO_LONG);
    }

    /** Returns whether the same may succeed a moment later without anybody's help. */
    public static boolean isConflict(SQLException e) {
        return CONFLICTS.contains(state(e));
    }

    /** Returns whether the engine cannot be reached, or has no room or no right to do what it is asked for now. */
    public static boolean isUnreachable(SQLException e) {
        String state = state(e);
        return state.isEmpty()
                || isOfClass(state, UNREACHABLE)
                || state.equals(READ_ONLY)
                || state.equals(IDLE_TOO_LONG);
    }

    /** Returns whether nothing helps but somebody who mends tables or rights. */
    public static boolean isLasting(SQLException e) {
        String state = state(e);
        return isOfClass(state, LASTING) && !state.equals(DUPLICATE_STATEMENT);
    }

    /** Returns whether the engine's answer to a COMMIT says for certain that it undid the transaction. */
    public static boolean isUndoneForCertain(SQLException e) {
        String state = state(e);
        return state.startsWith("40") && !state.equals("40003")
                || state.startsWith("23")
                || state.startsWith("25P02")
                // The session was ended while it had nothing to do, so before it heard of the COMMIT.
                || state.equals(IDLE_TOO_LONG)
                || state.equals("55P03");
    }

    /**
     * Returns whether a commit that succeeded says that it may not be safe, such as one that did not wait for its
     * standby.
     */
    public static boolean isDoubtful(Connection connection) throws SQLException {
        for (SQLWarning each = connection.getWarnings(); each != null; each = each.getNextWarning()) {
            if (WARNING.equals(each.getSQLState())) {
                return true;
            }
        }
        return false;
    }

    /** Returns the failure of somebody who would ask an engine that is not there for this node; nothing happened. */
    static SQLException cutOff(String reason) {
        return new SQLException(reason, CUT_OFF);
    }

    /** Returns whether the engine was not asked, because it is not there for this node. */
    public static boolean isCutOff(SQLException e) {
        return CUT_OFF.equals(e.getSQLState());
    }

    /** Returns how an engine is not there that failed in this way. */
    public static Outage.Kind outage(SQLException e) {
        String state = state(e);
        if (state.equals(READ_ONLY)) {
            return Outage.Kind.READ_ONLY;
        }
        if (isOfClass(state, FULL)) {
            return Outage.Kind.FULL;
        }
        return isSilence(e) ? Outage.Kind.VANISHED : Outage.Kind.REFUSED;
    }

    /** Returns whether nothing was answered in time; the driver says so by a cause, or in words alone. */
    public static boolean isSilence(SQLException e) {
        for (Throwable each = e; each != null; each = each.getCause()) {
            if (each instanceof SocketTimeoutException
                    || String.valueOf(each.getMessage()).contains("timed out")) {
                return true;
            }
        }
        return false;
    }

    /** Returns what happened, in one line. */
    public static String told(SQLException e) {
        return isSilence(e)
                ? "no answer in time"
                : String.valueOf(e.getMessage()).replace('\n', ' ');
    }

    private static boolean isOfClass(String state, Set<String> classes) {
        return state.length() == 5 && classes.contains(state.substring(0, 2));
    }

    private static String state(SQLException e) {
        for (SQLException each = e; each != null; each = each.getNextException()) {
            String state = each.getSQLState();
            if (state != null) {
                return state;
            }
        }
        return stateOfCause(e.getCause());
    }

    private static String stateOfCause(@Nullable Throwable cause) {
        return cause instanceof SQLException e && e.getSQLState() != null ? e.getSQLState() : "";
    }
}
