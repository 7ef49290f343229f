package io.mintmark.storage.postgresql;

import io.mintmark.document.NodeTag;
import io.mintmark.storage.postgresql.claim.ClaimTimes;
import io.mintmark.storage.postgresql.sql.PostgresAddress;
import io.mintmark.support.limits.Limits;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/**
 * What the engine needs to know.
 *
 * @param address where PostgreSQL is, and how it is entered
 * @param tag which node this is; empty for the lowest tag that nobody holds
 * @param nodeUrl where this node answers, for those who ask who holds a tag; may be empty
 * @param leaseRetention how long a lease is remembered
 * @param leasesMax how many leases a database remembers at most
 * @param clock the server's clock
 * @param limits of them, how much may wait to be written to each database
 * @param times how claims live
 * @param witness the file in which the node notes how far it had come; empty for none
 * @param rangesAhead whether this node reserves numbers ahead where many ranges of a counter are asked for
 */
public record PostgresSettings(
        PostgresAddress address,
        Optional<NodeTag> tag,
        String nodeUrl,
        Duration leaseRetention,
        int leasesMax,
        InstantSource clock,
        Limits limits,
        ClaimTimes times,
        Optional<Path> witness,
        boolean rangesAhead) {}
