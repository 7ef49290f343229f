package io.mintmark.storage.postgresql;

import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.postgresql.claim.ClaimStatus;
import io.mintmark.storage.postgresql.claim.HeartbeatReply;
import io.mintmark.storage.postgresql.claim.NodeWitness;
import io.mintmark.storage.postgresql.claim.WitnessedProgress;
import io.mintmark.storage.postgresql.claim.WriterProgress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Compares what each heartbeat brings back with what this node had acknowledged before it, in each lane: a store that
 * was put back from a backup stops the node. Safe for any number of threads.
 */
final class WitnessedStorages implements AutoCloseable {
    private final NodeWitness witness;
    private final OpenedStorages opened;
    private final ClaimStatus claimStatus;
    private final Predicate<StorageFailedException> stop;

    /** What was acknowledged before the heartbeat began that comes next. */
    private Map<Long, Acknowledged> before = Map.of();

    private long catalog;

    /**
     * How far a database had come here.
     *
     * @param database its name
     * @param lanes each of its lanes
     */
    record Acknowledged(String database, List<WitnessedProgress> lanes) {}

    /** Compares for a node; {@code stop} ends it for good, and tells the others. */
    WitnessedStorages(
            NodeWitness witness,
            OpenedStorages opened,
            ClaimStatus claimStatus,
            Predicate<StorageFailedException> stop) {
        this.witness = witness;
        this.opened = opened;
        this.claimStatus = claimStatus;
        this.stop = stop;
    }

    /** Compares, and takes note of what is acknowledged now; stops the node if the store is older. */
    synchronized void heard(HeartbeatReply heard) {
        Optional<StorageFailedException> older =
                witness.refusal(heard.catalog(), heard.age()).or(() -> olderLane(heard));
        if (older.isPresent()) {
            boolean ignored = stop.test(older.get());
        } else {
            catalog = heard.catalog();
            before = opened.acknowledged();
            saw(before);
        }
    }

    /**
     * Requires that a database is as far as it was when this node had it open last; stops the node otherwise.
     *
     * @throws StorageFailedException if it is not
     */
    void require(Acknowledged found) {
        Optional<StorageFailedException> older = found.lanes().stream()
                .flatMap(lane -> witness.refusal(found.database(), lane).stream())
                .findFirst();
        if (older.isPresent()) {
            boolean ignored = stop.test(older.get());
            throw older.get();
        }
    }

    private Optional<StorageFailedException> olderLane(HeartbeatReply heard) {
        return before.entrySet().stream()
                .flatMap(each -> heard.written().getOrDefault(each.getKey(), List.of()).stream()
                        .flatMap(now -> older(each.getValue(), now).stream()))
                .findFirst();
    }

    private Optional<StorageFailedException> older(Acknowledged known, WriterProgress now) {
        return known.lanes().stream()
                .filter(lane -> lane.written().writer().equals(now.writer()))
                .findFirst()
                .flatMap(lane -> witness.refusal(known.database(), lane.incarnation(), lane, now));
    }

    private void saw(Map<Long, Acknowledged> all) {
        witness.saw(
                catalog,
                claimStatus.age(),
                all.values().stream().flatMap(each -> each.lanes().stream()).toList());
    }

    /** Takes note of the last writes; those to a store that turned out to be older are no new ones. */
    @Override
    public synchronized void close() {
        if (!claimStatus.isStopped()) {
            saw(opened.acknowledged());
        }
        witness.close();
    }
}
