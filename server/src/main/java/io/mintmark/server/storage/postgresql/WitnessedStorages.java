package io.mintmark.server.storage.postgresql;

import io.mintmark.server.storage.StorageFailedException;
import io.mintmark.server.storage.postgresql.claim.Heard;
import io.mintmark.server.storage.postgresql.claim.Standing;
import io.mintmark.server.storage.postgresql.claim.Written;
import io.mintmark.server.storage.postgresql.pool.Transactions;
import io.mintmark.server.storage.postgresql.restore.NodeWitness;
import io.mintmark.server.storage.postgresql.restore.Seen;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares what the store shows with what this node had acknowledged, when it starts and at each heartbeat: a store that was put
 * back from a backup stops the node. Used by one thread after the other.
 */
final class WitnessedStorages implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WitnessedStorages.class);

    private final NodeWitness witness;
    private final OpenedStorages opened;
    private final Standing standing;

    /** What was acknowledged before the heartbeat began that comes next. */
    private Map<Long, Acknowledged> before = Map.of();

    /**
     * How far a database had come here.
     *
     * @param database its name
     */
    record Acknowledged(String database, Seen seen) {}

    WitnessedStorages(NodeWitness witness, OpenedStorages opened, Standing standing) {
        this.witness = witness;
        this.opened = opened;
        this.standing = standing;
    }

    /** Refuses a store that shows less than the witness has seen. */
    static void require(NodeWitness witness, Transactions transactions) {
        Optional<StorageFailedException> older = transactions.read(witness::refusal);
        if (older.isPresent()) {
            throw older.get();
        }
    }

    /** Compares what a heartbeat brought back. */
    synchronized void heard(Heard heard) {
        before.forEach((number, known) -> heard.written().getOrDefault(number, List.of()).stream()
                .filter(each -> each.node().equals(known.seen().written().node()))
                .findFirst()
                .flatMap(now -> older(known, now))
                .ifPresent(this::stop));
        before = opened.acknowledged();
        witness.saw(before.values().stream().map(Acknowledged::seen).toList());
    }

    private Optional<StorageFailedException> older(Acknowledged known, Written now) {
        return witness.refusal(known.database(), known.seen().incarnation(), known.seen(), now);
    }

    private void stop(StorageFailedException why) {
        if (standing.stop(why)) {
            LOG.error("{}", why.getMessage());
        }
    }

    @Override
    public synchronized void close() {
        witness.saw(opened.acknowledged().values().stream()
                .map(Acknowledged::seen)
                .toList());
        witness.close();
    }
}
