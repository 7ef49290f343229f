package io.mintmark.simulation.engine;

import io.mintmark.simulation.plan.Shape;
import io.mintmark.simulation.plan.Twin;
import io.mintmark.storage.postgresql.claim.Claim;
import io.mintmark.storage.row.Counter;
import io.mintmark.storage.row.LeaseRow;
import io.mintmark.storage.row.LeaseSerials;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a node writes a database through: groups for counters, and groups for documents, which are the same where an
 * engine has one writer.
 */
public final class OpenedRows {
    private final DatabaseRows stored;
    private final EngineGroups counters;
    private final EngineGroups documents;

    private OpenedRows(DatabaseRows stored, EngineGroups counters, EngineGroups documents) {
        this.stored = stored;
        this.counters = counters;
        this.documents = documents;
    }

    static @Nullable OpenedRows of(Engine engine, DatabaseRows stored, NodeSide node) {
        if (engine.shape() == Shape.POSTGRESQL) {
            return takeOver(engine, stored, node);
        }
        EngineGroups groups = engine.shape() == Shape.SQLITE
                ? new SqliteGroups(engine, stored, node)
                : new OneRowGroups(engine, stored, node);
        return new OpenedRows(stored, groups, groups);
    }

    /** Takes both lanes of the node's tag over for its claim, as one transaction does. */
    private static @Nullable OpenedRows takeOver(Engine engine, DatabaseRows stored, NodeSide node) {
        Claim claim = node.claim();
        boolean usable = engine.twin() == Twin.OLDER_COPY_UNNOTICED || engine.mayBeUsed(claim, node.beats());
        String prefix = claim.tag().text();
        List.copyOf(stored.flights).forEach(InFlight::settle);
        LaneRow counters = stored.lanes.get(prefix + "/counters");
        if (!usable || (counters != null && counters.epoch() > claim.epoch())) {
            return null;
        }
        if (counters != null && counters.epoch() < claim.epoch()) {
            forgetLeases(stored, prefix);
        }
        long etag = Math.max(
                stored.etag,
                stored.lanes.values().stream().mapToLong(LaneRow::etag).max().orElse(0));
        PostgresGroups.NodeEtags etags = new PostgresGroups.NodeEtags(etag);
        return new OpenedRows(
                stored,
                lane(engine, stored, node, prefix + "/counters", etag, etags),
                lane(engine, stored, node, prefix + "/documents", etag, etags));
    }

    private static PostgresGroups lane(
            Engine engine, DatabaseRows stored, NodeSide node, String lane, long etag, PostgresGroups.NodeEtags etags) {
        Claim claim = node.claim();
        LaneRow before = stored.lanes.get(lane);
        long first = lane.endsWith("/documents") ? claim.documentSerialsAfter() : claim.serialsAfter();
        long serial = before != null && before.epoch() == claim.epoch() ? before.serial() : first;
        LaneRow taken = new LaneRow(claim.epoch(), etag, serial, before == null ? 0 : before.groups());
        stored.lanes.put(lane, taken);
        return new PostgresGroups(engine, stored, node, lane, taken, etags);
    }

    /** What was handed out beyond the engine's word died with the claim before. */
    private static void forgetLeases(DatabaseRows stored, String node) {
        for (Map.Entry<String, Counter> row : stored.counters.entrySet()) {
            Counter counter = row.getValue();
            LeaseRow lease = counter.latest() == null
                    ? null
                    : stored.leases.get(counter.latest().serial());
            if (lease != null && lease.lease().node().text().equals(node)) {
                Counter without = counter.copy();
                without.returned(without.max(), null);
                row.setValue(without);
            }
        }
    }

    /** Returns the rows. */
    public DatabaseRows stored() {
        return stored;
    }

    /** Returns the groups of counters and identities. */
    public io.mintmark.storage.group.GroupStore counters() {
        return counters;
    }

    /** Returns the groups of documents. */
    public io.mintmark.storage.group.GroupStore documents() {
        return documents;
    }

    /** Returns after how many nanoseconds the last group of {@code store} is answered. */
    public static long answeredAfter(io.mintmark.storage.group.GroupStore store) {
        return ((EngineGroups) store).answeredAfter();
    }

    /** Takes note that the last group of {@code store} is answered now. */
    public static void answered(io.mintmark.storage.group.GroupStore store) {
        ((EngineGroups) store).answered();
    }

    /** Returns where serials of leases are drawn. */
    public LeaseSerials serials() {
        return counters.serials();
    }

    /** Returns the name of the database's life. */
    public String life() {
        return stored.life();
    }

    /** Returns the 22 characters of its change vectors. */
    public String databaseId() {
        return stored.databaseId;
    }
}
