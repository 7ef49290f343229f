package io.mintmark.storage.sqlite;

import io.mintmark.document.NodeTag;
import io.mintmark.internal.Ticker;
import io.mintmark.storage.write.AnswerLimits;
import io.mintmark.support.limits.Limits;
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
 * @param limits of them, how much may wait to be written to each database
 * @param witness a file outside of the directory that says how far each database had come, or null for none
 * @param answers how many answers to repeated requests are remembered
 * @param ticker counts the time after which they may be forgotten, and the time that a group of writes takes
 * @param rangesAhead whether ranges of a busy counter are cut from numbers that were reserved ahead
 * @param leaseLog whether such ranges are logged, so that the holder of a number can be found
 */
public record SqliteSettings(
        Path directory,
        NodeTag nodeTag,
        Duration leaseRetention,
        int leasesMax,
        InstantSource clock,
        Limits limits,
        @Nullable Path witness,
        AnswerLimits answers,
        Ticker ticker,
        boolean rangesAhead,
        boolean leaseLog) {

    /** Settings with the default limits, and ranges ahead. */
    public SqliteSettings(
            Path directory, NodeTag nodeTag, Duration leaseRetention, int leasesMax, InstantSource clock) {
        this(
                directory,
                nodeTag,
                leaseRetention,
                leasesMax,
                clock,
                Limits.DEFAULT,
                null,
                AnswerLimits.DEFAULT,
                Ticker.SYSTEM,
                true,
                true);
    }

    /** The same settings with other limits. */
    SqliteSettings with(Limits otherLimits) {
        return new SqliteSettings(
                directory,
                nodeTag,
                leaseRetention,
                leasesMax,
                clock,
                otherLimits,
                witness,
                answers,
                ticker,
                rangesAhead,
                leaseLog);
    }

    /** The same settings with a witness. */
    public SqliteSettings with(Path otherWitness) {
        return new SqliteSettings(
                directory,
                nodeTag,
                leaseRetention,
                leasesMax,
                clock,
                limits,
                otherWitness,
                answers,
                ticker,
                rangesAhead,
                leaseLog);
    }

    /** The same settings with other limits of answers, and a ticker that counts their age and the time of groups. */
    public SqliteSettings with(AnswerLimits otherAnswers, Ticker otherTicker) {
        return new SqliteSettings(
                directory,
                nodeTag,
                leaseRetention,
                leasesMax,
                clock,
                limits,
                witness,
                otherAnswers,
                otherTicker,
                rangesAhead,
                leaseLog);
    }

    /** The same settings where each range comes from its counter's row. */
    public SqliteSettings withoutRangesAhead() {
        return new SqliteSettings(
                directory, nodeTag, leaseRetention, leasesMax, clock, limits, witness, answers, ticker, false, false);
    }
}
