package io.mintmark.storage.postgresql.write;

import io.mintmark.RandomBytes;
import io.mintmark.internal.Ticker;
import io.mintmark.storage.ChangeListener;
import io.mintmark.storage.ReservedEtags;
import io.mintmark.storage.evaluation.FormerEndLookup;
import io.mintmark.storage.postgresql.claim.Claim;
import io.mintmark.storage.postgresql.sql.EngineWatch;
import io.mintmark.storage.write.AnswerLimits;
import io.mintmark.support.limits.Limits;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import javax.sql.DataSource;

/**
 * What a database needs beside its rows.
 *
 * @param source lends connections to writes; one is held for a group of them, and none in between
 * @param counterSource lends those of the counter lane, so that it waits for no list and no bulk insert
 * @param readSource lends one to each read
 * @param engine whether the engine is there for this node, and how far away it is
 * @param alone whether no other node lives, as far as was heard
 * @param claim under which this node writes
 * @param beats how many heartbeats of this node were acknowledged: a store that knows fewer is written no more
 * @param earlier how far databases of the same name had come that were deleted
 * @param listener hears what is committed
 * @param limits of them, how much may wait to be written
 * @param leases how long leases are remembered
 * @param answers how many answers to repeated requests are remembered
 * @param random makes the ids that are to be random
 * @param clock the server's clock
 * @param ticker measures time
 * @param reservedEtags keeps what is reserved for the time without the engine
 */
public record DatabaseContext(
        DataSource source,
        DataSource counterSource,
        DataSource readSource,
        EngineWatch engine,
        BooleanSupplier alone,
        Claim claim,
        LongSupplier beats,
        FormerEndLookup earlier,
        ChangeListener listener,
        Limits limits,
        LeaseLimits leases,
        AnswerLimits answers,
        RandomBytes random,
        InstantSource clock,
        Ticker ticker,
        ReservedEtags reservedEtags) {

    /**
     * How long leases are remembered.
     *
     * @param retention for how long
     * @param leasesMax how many of one claim at most
     */
    public record LeaseLimits(Duration retention, long leasesMax) {}
}
