package io.mintmark.server.storage.sql;

import io.mintmark.document.NodeTag;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;

/**
 * What the engine needs to know.
 *
 * @param directory where the files lie; created if missing
 * @param nodeTag tag of this node, part of the ids and versions it makes
 * @param leaseRetention how long a lease is remembered
 * @param leasesMax how many leases a database remembers at most
 * @param clock the server's clock
 * @param queue how much may wait to be written to each database
 */
public record SqliteSettings(
        Path directory,
        NodeTag nodeTag,
        Duration leaseRetention,
        int leasesMax,
        InstantSource clock,
        WriteQueueLimits queue) {

    /** Settings with the default queue. */
    public SqliteSettings(
            Path directory, NodeTag nodeTag, Duration leaseRetention, int leasesMax, InstantSource clock) {
        this(directory, nodeTag, leaseRetention, leasesMax, clock, WriteQueueLimits.DEFAULT);
    }
}
