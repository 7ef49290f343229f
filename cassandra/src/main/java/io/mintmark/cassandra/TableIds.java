package io.mintmark.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import io.mintmark.internal.Sleeper;
import io.mintmark.range.RangeSourceException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * The id by which each node knows our table, asked of each node itself.
 *
 * <p>A schema change is no transaction: two nodes that are told at once to make a table give it two ids, and what was
 * written under one of them is lost when they meet, acknowledged or not. A counter would begin anew. That the versions
 * of schemas agree, which a driver can ask, is told by gossip and may be old news.
 */
final class TableIds {
    /** What a node says that has no such table. */
    static final String NONE = "no such table";

    private static final String SILENT = "no answer";
    private static final String UNCONNECTED = "the session does not connect to it";
    private static final long BETWEEN_LOOKS_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final CqlSession session;
    private final CounterTable table;
    private final Duration timeout;

    TableIds(CqlSession session, CounterTable table, Duration timeout) {
        this.session = session;
        this.table = table;
        this.timeout = timeout;
    }

    Map<String, String> ofNodesThatAnswer() {
        Map<String, String> ids = ofAllNodes();
        ids.values().removeIf(TableIds::isUnknown);
        return ids;
    }

    private Map<String, String> ofAllNodes() {
        Map<String, String> ids = new TreeMap<>();
        for (Node node : session.getMetadata().getNodes().values()) {
            ids.put(node.getEndPoint().toString(), of(node));
        }
        return ids;
    }

    private static boolean isUnknown(String id) {
        return id.equals(SILENT) || id.equals(UNCONNECTED);
    }

    private String of(Node node) {
        if (node.getDistance() == NodeDistance.IGNORED) {
            return UNCONNECTED;
        }
        try {
            Row found = session.execute(SimpleStatement.newInstance(
                                    "SELECT id FROM system_schema.tables WHERE keyspace_name = ? AND table_name = ?",
                                    table.keyspace().asInternal(),
                                    table.name().asInternal())
                            .setNode(node)
                            .setTimeout(timeout))
                    .one();
            return found == null ? NONE : String.valueOf(found.getUuid("id"));
        } catch (QueryValidationException e) {
            throw e;
        } catch (DriverException e) {
            return SILENT;
        }
    }

    /** Makes the table unless it is there, and returns once every node knows it by one id. */
    void make(Sleeper sleeper) {
        Map<String, String> before = ofAllNodes();
        requireAnswers(before);
        if (isNowhere(Set.copyOf(before.values()))) {
            session.execute(SimpleStatement.newInstance(table.definition()).setTimeout(timeout));
        }
        awaitOne(sleeper);
    }

    private void requireAnswers(Map<String, String> ids) {
        if (ids.containsValue(UNCONNECTED)) {
            throw new UnsafeCounterException("The table " + table.cql()
                    + " is made only while every node answers, and this session does not connect to some, as those of"
                    + " another data center: " + ids + ". Make it by your migration, from tableDefinition(), or let the"
                    + " session connect to them (advanced.load-balancing-policy.dc-failover.max-nodes-per-remote-dc).");
        }
        if (ids.containsValue(SILENT)) {
            throw new UnsafeCounterException("The table " + table.cql()
                    + " is made only while every node answers, because one that hears of it late may make it anew: "
                    + ids + ". Start the others, or try again.");
        }
    }

    /** Where some node has the table, the others are about to hear of it, and one of them would make another. */
    static boolean isNowhere(Set<String> ids) {
        return ids.equals(Set.of(NONE));
    }

    private void awaitOne(Sleeper sleeper) {
        long looks = timeout.toNanos() / BETWEEN_LOOKS_NANOS;
        for (long i = 0; i <= looks; i++) {
            Set<String> ids = new TreeSet<>(ofAllNodes().values());
            if (ids.size() == 1 && !ids.contains(NONE) && ids.stream().noneMatch(TableIds::isUnknown)) {
                return;
            }
            try {
                sleeper.sleep(BETWEEN_LOOKS_NANOS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                break;
            }
        }
        throw new RangeSourceException("The table " + table.cql() + " is there, but not every node knows it by one id: "
                + ofAllNodes() + ". Try again; if two programs made it at once, drop it, and make it once.");
    }
}
