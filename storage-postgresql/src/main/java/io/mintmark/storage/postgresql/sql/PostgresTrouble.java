package io.mintmark.storage.postgresql.sql;

import io.mintmark.MintmarkException;
import io.mintmark.storage.StorageBusyException;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.StorageUnreachableException;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What failures of the engine mean, by their SQL state: what to do about them, and whether to try again. */
public final class PostgresTrouble {
    private final PostgresAddress address;

    /** Explains failures of the engine at {@code address}. */
    PostgresTrouble(PostgresAddress address) {
        this.address = address;
    }

    private static String state(SQLException e) {
        return Objects.requireNonNullElse(e.getSQLState(), "");
    }

    /** Returns the refusal of whatever could not be done, with its remedy; nothing of it took effect. */
    public MintmarkException refusal(SQLException e) {
        String message = "PostgreSQL at " + address.shown() + " " + explained(e);
        return Failures.isUnreachable(e)
                ? new StorageUnreachableException(message, e)
                : new StorageFailedException(message, e);
    }

    /** Returns the refusal of what others stood in the way of each time; nothing of it took effect. */
    StorageBusyException busy(SQLException e) {
        return new StorageBusyException("PostgreSQL at " + address.shown()
                + " is busy with what others change in the same rows (" + told(e)
                + "), and nothing was done: try again in a moment.");
    }

    private String explained(SQLException e) {
        String state = state(e);
        String told = " (" + told(e) + ")";
        if (isPooler(e)) {
            return "is behind a pooler that does not pass settings of sessions on" + told
                    + ": name the server itself with --store, since the node needs sessions of its own.";
        }
        return switch (state) {
            case "28P01", "28000" ->
                "refused the login of the user " + address.shownUser() + told
                        + ": check --store-user and the password in MINTMARK_STORE_PASSWORD or --store-password-file.";
            case "3D000" ->
                "has no such database" + told + ": create it with CREATE DATABASE " + address.database()
                        + ", or name another one with --store.";
            case "42501" ->
                "refuses a right to the user " + address.shownUser() + told
                        + ": let its owner run CREATE SCHEMA " + address.schema() + " AUTHORIZATION "
                        + address.shownUser() + " in the database " + address.database()
                        + ", or GRANT what is missing where the schema is there.";
            case "53300" ->
                "has no connection left" + told
                        + ": raise max_connections there, or lower --store-connections on the nodes.";
            case "25006" -> readOnly();
            case "57P03" -> "does not take connections yet" + told + ": wait until it has started.";
            case "" ->
                "has no connection free" + told + ": raise --store-connections, or look why they are all in use.";
            default -> Failures.isUnreachable(e) ? unreachable(told) : "failed" + told + ": its log says more.";
        };
    }

    private static String unreachable(String told) {
        return "cannot be reached" + told + ": start it, or correct host, port and network of --store.";
    }

    private static String readOnly() {
        return "takes no writes, as a replica does: name the primary with --store, or all hosts with"
                + " jdbc:postgresql://HOST1,HOST2/DATABASE.";
    }

    /** Returns the refusal of an engine that can be read only; it may become the primary without anybody's help. */
    StorageUnreachableException replica() {
        return new StorageUnreachableException(
                "PostgreSQL at " + address.shown() + " " + readOnly(),
                new IllegalStateException("transaction_read_only is on"));
    }

    /** Returns the refusal of an engine where two connections were one session. */
    StorageFailedException pooler() {
        return new StorageFailedException(
                "PostgreSQL at " + address.shown() + " is behind a pooler in transaction mode:"
                        + " two connections are one session there. Name the server itself with --store, or let the pooler keep"
                        + " sessions apart (pool_mode = session).");
    }

    /** Returns the refusal of a database that cannot hold every name. */
    StorageFailedException encoding(String found) {
        return new StorageFailedException(
                "The database " + address.database() + " at " + address.shown() + " has the encoding " + found
                        + ", which cannot hold every id: create one with ENCODING 'UTF8' TEMPLATE template0.");
    }

    /** Returns the refusal of sessions that cannot be given the isolation that nodes need. */
    StorageFailedException isolation(String found) {
        return new StorageFailedException("PostgreSQL at " + address.shown() + " leaves sessions at the isolation "
                + found + " although they ask for read committed: name the server itself with --store, since a pooler"
                + " between that resets sessions makes nodes miss what others commit.");
    }

    /** Returns the refusal of sessions whose transactions the engine does not end when their node stands still. */
    StorageFailedException idle(String found) {
        return new StorageFailedException("PostgreSQL at " + address.shown() + " leaves sessions at"
                + " idle_in_transaction_session_timeout = " + found
                + " although they ask for 500ms: name the server itself"
                + " with --store, since a node that stands still would keep rows locked that others wait for.");
    }

    /** Returns what follows a commit whose answer did not come. */
    StorageFailedException unknown(@Nullable Exception e) {
        String told = e == null ? "no standby confirmed it" : String.valueOf(e.getMessage());
        String message = "PostgreSQL at " + address.shown() + " did not say whether the change was committed (" + told
                + "): look whether it is there before you repeat it.";
        return new StorageFailedException(message, e == null ? new SQLException(told) : e);
    }

    private static boolean isPooler(SQLException e) {
        return state(e).equals("08P01") && told(e).contains("startup parameter");
    }

    private static String told(SQLException e) {
        return String.valueOf(e.getMessage()).replace('\n', ' ');
    }
}
