package io.mintmark.server.storage.sqlite;

import io.mintmark.document.NodeTag;
import io.mintmark.server.storage.group.WriteQueueLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * What the engine needs to know.
 *
 * @param directory where the files lie; created if missing
 * @param nodeTag tag of this node, part of the ids and versions it makes
 * @param leaseRetention how long a lease is remembered
 * @param leasesMax how many leases a database remembers at most
 * @param clock the server's clock
 * @param queue how much may wait to be written to each database
 * @param witness a file outside of the directory that says how far each database had come, or null for none
 */
public record SqliteSettings(
        Path directory,
        NodeTag nodeTag,
        Duration leaseRetention,
        int leasesMax,
        InstantSource clock,
        WriteQueueLimits queue,
        @Nullable Path witness) {

    /** Settings with the default queue. */
    public SqliteSettings(
            Path directory, NodeTag nodeTag, Duration leaseRetention, int leasesMax, InstantSource clock) {
        this(directory, nodeTag, leaseRetention, leasesMax, clock, WriteQueueLimits.DEFAULT, null);
    }

    /** The same settings with another queue. */
    SqliteSettings with(WriteQueueLimits otherQueue) {
        return new SqliteSettings(directory, nodeTag, leaseRetention, leasesMax, clock, otherQueue, witness);
    }

    /** The same settings with a witness. */
    SqliteSettings with(Path otherWitness) {
        return new SqliteSettings(directory, nodeTag, leaseRetention, leasesMax, clock, queue, otherWitness);
    }
}
