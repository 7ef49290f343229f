package io.mintmark.storage.engine;

import io.mintmark.document.NodeTag;
import io.mintmark.storage.ReservedEtags;
import io.mintmark.support.limits.Limits;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/**
 * What an engine learns of the node that opens a store.
 *
 * @param tag which node this is; empty for the lowest tag that nobody holds
 * @param url where this node answers, for those who ask who holds a tag; may be empty
 * @param leaseRetention how long a lease is remembered
 * @param leasesMax how many leases a database remembers at most
 * @param clock the server's clock
 * @param limits of them, how much may wait to be written to each database
 * @param witness the file that says how far the data had come when this node saw it last; empty for none
 * @param times how claims live, where nodes make any
 * @param rangesAhead whether the node reserves numbers ahead where many ranges of a counter are asked for
 * @param leaseLog whether ranges that are cut from those are logged, so that the holder of a number can be found
 * @param whenCutOff what becomes of ranges while an engine that nodes share is not there
 * @param reservedEtags keeps what the node reserves for the time without such an engine
 */
public record NodeSettings(
        Optional<NodeTag> tag,
        String url,
        Duration leaseRetention,
        int leasesMax,
        InstantSource clock,
        Limits limits,
        Optional<Path> witness,
        ClaimTimes times,
        boolean rangesAhead,
        boolean leaseLog,
        WhenCutOff whenCutOff,
        ReservedEtags reservedEtags) {}
