package io.mintmark.storage.postgresql.claim;

import io.mintmark.internal.Sleeper;
import io.mintmark.internal.Ticker;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.engine.ClaimTimes;
import io.mintmark.storage.postgresql.sql.Transactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Watches holders of tags, to see which of them make no heartbeat. Used by one thread.
 *
 * <p><b>Clocks.</b> A holder is silent if no heartbeat of it came while it was watched. The engine's clock says only
 * how long that takes: a whole lapse, or a few beats where it calls the holder silent for a lapse already. A clock that
 * was set forward by an hour takes no tag from a node that lives, and one that was set back keeps none for a node that
 * does not.
 */
final class SilenceWatch {
    private static final int BEATS_OF_PROOF = 3;
    private static final int LOOKS_A_BEAT = 2;

    private final Transactions transactions;
    private final ClaimTimes times;
    private final Sleeper sleeper;
    private final Ticker ticker;

    /** Watches nodes that live by {@code times}. */
    SilenceWatch(Transactions transactions, ClaimTimes times, Sleeper sleeper, Ticker ticker) {
        this.transactions = transactions;
        this.times = times;
        this.sleeper = sleeper;
        this.ticker = ticker;
    }

    /** Returns the holders that have their tags now. */
    List<TagHolder> holders() {
        return transactions.read(SilenceWatch::holders);
    }

    /** Returns the same as a transaction sees it. */
    static List<TagHolder> holders(Connection connection) throws SQLException {
        return TagHolder.all(connection).stream()
                .filter(holder -> !holder.isFree())
                .toList();
    }

    /** Returns whether the engine's clock calls a holder silent for a lapse, which {@link #silent} is to prove. */
    boolean seemsSilent(TagHolder holder) {
        return holder.silentSeconds() > times.lapse().toMillis() / 1_000.0;
    }

    /**
     * Returns those of {@code suspects} that made no heartbeat, by tag, as they were seen last. It waits as long as
     * that takes, and returns at once where all others are known to live.
     */
    Map<String, TagHolder> silent(List<TagHolder> suspects) {
        Map<String, TagHolder> watched =
                suspects.stream().collect(Collectors.toMap(TagHolder::tag, suspect -> suspect));
        Map<String, TagHolder> silent = new HashMap<>();
        for (long begun = ticker.nanos(); !watched.isEmpty(); look(watched)) {
            long seen = ticker.nanos() - begun;
            take(watched, holder -> seen >= proof(holder).toNanos(), silent);
            if (!watched.isEmpty()) {
                rest();
            }
        }
        return silent;
    }

    private Duration proof(TagHolder holder) {
        Duration few = times.beat().multipliedBy(BEATS_OF_PROOF);
        return seemsSilent(holder) && few.compareTo(times.lapse()) < 0 ? few : times.lapse();
    }

    private static void take(Map<String, TagHolder> from, Predicate<TagHolder> which, Map<String, TagHolder> to) {
        for (Iterator<TagHolder> each = from.values().iterator(); each.hasNext(); ) {
            TagHolder holder = each.next();
            if (which.test(holder)) {
                to.put(holder.tag(), holder);
                each.remove();
            }
        }
    }

    /** Watches no longer who gave a sign of life, or is gone. */
    private void look(Map<String, TagHolder> watched) {
        Map<String, TagHolder> now = holders().stream().collect(Collectors.toMap(TagHolder::tag, holder -> holder));
        watched.values().removeIf(holder -> {
            TagHolder present = now.get(holder.tag());
            return present == null || !present.isSilentSince(holder);
        });
    }

    private void rest() {
        try {
            sleeper.sleep(Math.min(times.beat().toNanos(), times.lapse().toNanos() / BEATS_OF_PROOF) / LOOKS_A_BEAT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StorageFailedException("Interrupted while waiting to see which nodes live.", e);
        }
    }
}
