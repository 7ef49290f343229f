package io.mintmark.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultProtocolVersion;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Looks at session, keyspace and table before a counter is opened, and refuses by name what cannot be used. */
final class StoreInspection {
    private static final Map<String, String> COLUMNS = Map.of(
            "name",
            "partition_key text",
            "max",
            "regular bigint",
            "serial",
            "regular bigint",
            "request",
            "regular uuid");

    private final CqlSession session;
    private final CounterTable table;
    private final Duration timeout;

    StoreInspection(CqlSession session, CounterTable table, Duration timeout) {
        this.session = session;
        this.table = table;
        this.timeout = timeout;
    }

    /**
     * Refuses a session with another protocol: with version 5, the driver fails to read some answers to lightweight
     * transactions under contention, and closes the connection with all that is under way on it.
     */
    void requireProtocol() {
        ProtocolVersion version = session.getContext().getProtocolVersion();
        if (!version.equals(DefaultProtocolVersion.V4)) {
            throw new IllegalArgumentException("a session for counters must speak version 4 of Cassandra's protocol:"
                    + " it speaks " + version + "; set advanced.protocol.version = V4 for it"
                    + " (DefaultDriverOption.PROTOCOL_VERSION)");
        }
    }

    KeyspaceSettings keyspace() {
        Row found = one(
                "SELECT durable_writes, replication FROM system_schema.keyspaces WHERE keyspace_name = ?",
                table.keyspace().asInternal());
        if (found == null) {
            throw new UnsafeCounterException("The keyspace " + table.keyspace().asCql(true)
                    + " is not there: create it with the replication that counters shall have, such as {'class':"
                    + " 'NetworkTopologyStrategy', 'dc1': 3}, or name another one.");
        }
        Map<String, String> replication = found.getMap("replication", String.class, String.class);
        return new KeyspaceSettings(
                found.getBoolean("durable_writes"), new TreeMap<>(Objects.requireNonNull(replication)));
    }

    /** Requires our table, as every node that answers knows it. */
    void requireTable() {
        Set<String> ids = new TreeSet<>(
                new TableIds(session, table, timeout).ofNodesThatAnswer().values());
        if (ids.isEmpty() || ids.equals(Set.of(TableIds.NONE))) {
            throw new UnsafeCounterException("The table " + table.cql() + " is not there: create it by "
                    + table.definition() + ", or by one program that calls createTable().");
        }
        if (ids.size() > 1) {
            throw new UnsafeCounterException("The nodes do not agree about the table " + table.cql()
                    + ": they know it by " + ids + ". Try again if it was just made; if two programs made it at once,"
                    + " drop it, and make it once.");
        }
        requireColumns();
        int lasting = Objects.requireNonNull(one(
                        "SELECT default_time_to_live FROM system_schema.tables WHERE keyspace_name = ? AND"
                                + " table_name = ?",
                        table.keyspace().asInternal(),
                        table.name().asInternal()))
                .getInt("default_time_to_live");
        if (lasting != 0) {
            throw new UnsafeCounterException("The table " + table.cql() + " lets rows end: default_time_to_live="
                    + lasting + ", and a counter that ended begins anew. Set it to 0 by ALTER TABLE.");
        }
    }

    private void requireColumns() {
        Map<String, String> found = new TreeMap<>();
        ResultSet columns = execute(SimpleStatement.newInstance(
                "SELECT column_name, kind, type FROM system_schema.columns WHERE keyspace_name = ? AND table_name = ?",
                table.keyspace().asInternal(),
                table.name().asInternal()));
        columns.forEach(column ->
                found.put(column.getString("column_name"), column.getString("kind") + " " + column.getString("type")));
        if (!found.equals(COLUMNS)) {
            throw new UnsafeCounterException("The table " + table.cql() + " is no table of counters: it has "
                    + found + " and must have " + new TreeMap<>(COLUMNS) + ". Name another table, or create it by "
                    + table.definition() + ".");
        }
    }

    /** Returns how each node treats its commit log, by what it says itself; empty for a node that does not. */
    Map<String, Optional<String>> commitLogSyncs() {
        Map<String, Optional<String>> syncs = new TreeMap<>();
        for (Node node : session.getMetadata().getNodes().values()) {
            syncs.put(node.getEndPoint().toString(), commitLogSync(node));
        }
        return syncs;
    }

    private Optional<String> commitLogSync(Node node) {
        try {
            Row found = execute(SimpleStatement.newInstance(
                                    "SELECT value FROM system_views.settings WHERE name = 'commitlog_sync'")
                            .setNode(node))
                    .one();
            return Optional.ofNullable(found).map(row -> row.getString("value"));
        } catch (DriverException isUnreadable) {
            return Optional.empty();
        }
    }

    private @Nullable Row one(String cql, Object... values) {
        return execute(SimpleStatement.newInstance(cql, values)).one();
    }

    private ResultSet execute(SimpleStatement statement) {
        return session.execute(statement.setTimeout(timeout));
    }

    /** Names what this login may not do, or what Cassandra does not take. */
    static UnsafeCounterException refused(CounterTable table, QueryValidationException refusal) {
        return new UnsafeCounterException(
                refusal instanceof UnauthorizedException
                        ? "This login may not use the table " + table.cql() + ": " + refusal.getMessage()
                                + ". A counter needs SELECT and MODIFY on it."
                        : "Cassandra refuses the table " + table.cql() + ": " + refusal.getMessage()
                                + ". Name another table or keyspace.");
    }
}
