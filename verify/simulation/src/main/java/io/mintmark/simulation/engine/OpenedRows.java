package io.mintmark.simulation.engine;

import io.mintmark.simulation.plan.Shape;
import io.mintmark.simulation.plan.Twin;
import io.mintmark.storage.postgresql.claim.Claim;
import io.mintmark.storage.postgresql.write.EtagLine;
import io.mintmark.storage.row.Counter;
import io.mintmark.storage.row.LeaseRow;
import io.mintmark.storage.row.LeaseSerials;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What a node writes a database through: groups for counters, and groups for documents, which are the same where an
 * engine has one writer.
 */
public final class OpenedRows {
    /** The end of the name of a lane of documents. */
    private static final String DOCUMENTS = "/documents";

    private final DatabaseRows stored;
    private final EngineGroups counters;
    private final EngineGroups documents;
    /** Null where no node draws etags without its engine. */
    private final @Nullable EtagLine etags;

    private OpenedRows(DatabaseRows stored, EngineGroups counters, EngineGroups documents, @Nullable EtagLine etags) {
        this.stored = stored;
        this.counters = counters;
        this.documents = documents;
        this.etags = etags;
    }

    static @Nullable OpenedRows of(Engine engine, DatabaseRows stored, NodeSide node) {
        if (engine.shape() == Shape.POSTGRESQL) {
            return takeOver(engine, stored, node);
        }
        EngineGroups groups = engine.shape() == Shape.SQLITE
                ? new SqliteGroups(engine, stored, node)
                : new OneRowGroups(engine, stored, node);
        return new OpenedRows(stored, groups, groups, null);
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
        LaneRow documents = stored.lanes.get(prefix + DOCUMENTS);
        long etag = Math.max(stored.etag, highest(stored, ""));
        etag = Math.max(etag, documents == null ? 0 : documents.reserved());
        EtagLine etags = new EtagLine(etag, engine.etagBlock());
        return new OpenedRows(
                stored,
                lane(engine, stored, node, prefix + "/counters", etag, etags),
                lane(engine, stored, node, prefix + DOCUMENTS, etag, etags),
                etags);
    }

    /** Returns the highest etag of all lanes but those of {@code node}. */
    private static long highest(DatabaseRows stored, String node) {
        return stored.lanes.entrySet().stream()
                .filter(lane -> node.isEmpty() || !lane.getKey().startsWith(node + "/"))
                .mapToLong(lane -> lane.getValue().etag())
                .max()
                .orElse(0);
    }

    /** Draws etags above those of other nodes, as the heartbeat tells them. */
    public void lift(String node) {
        if (etags != null) {
            etags.lift(highest(stored, node));
        }
    }

    /** Draws an etag without the engine, if one is left. */
    public OptionalLong drawEtagAhead() {
        return etags == null ? OptionalLong.empty() : etags.nextAhead();
    }

    private static PostgresGroups lane(
            Engine engine, DatabaseRows stored, NodeSide node, String lane, long etag, EtagLine etags) {
        Claim claim = node.claim();
        LaneRow before = stored.lanes.get(lane);
        boolean ofDocuments = lane.endsWith(DOCUMENTS);
        long first = ofDocuments ? claim.documentSerialsAfter() : claim.serialsAfter();
        long serial = before != null && before.epoch() == claim.epoch() ? before.serial() : first;
        long reserved = ofDocuments && engine.twin() != Twin.ETAGS_NOT_RESERVED ? etags.toReserve() : 0;
        LaneRow taken = new LaneRow(claim.epoch(), etag, serial, before == null ? 0 : before.groups(), reserved);
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
    public TimedGroups counters() {
        return counters;
    }

    /** Returns the groups of documents. */
    public TimedGroups documents() {
        return documents;
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
