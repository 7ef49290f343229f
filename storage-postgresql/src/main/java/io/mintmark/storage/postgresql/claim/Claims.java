package io.mintmark.storage.postgresql.claim;

import io.mintmark.document.NodeTag;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.storage.postgresql.sql.Failures;
import io.mintmark.storage.postgresql.sql.Transactions;
import io.mintmark.storage.sql.ConnectionUse;
import io.mintmark.storage.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims tags. The row of the cluster, whose epoch each claim raises, lets one claim happen after the other.
 *
 * <p>{@link SilenceWatch} decides whether a claim lapsed. Where it is wrong, because a node was asleep, two nodes hold
 * one tag for a while; the older one's epoch is not in the row any more, so none of its writes is committed.
 */
final class Claims {
    private static final Logger LOG = LoggerFactory.getLogger(Claims.class);

    /** Serials of leases, and later numbers of slices, have room for so many. */
    static final long EPOCH_MAX = 1L << 22;

    private static final int LETTERS = 26;

    private final Transactions transactions;
    private final SilenceWatch watch;
    private final String holder;
    private final String url;

    /** Claims for the process {@code holder}, a random name, which answers at {@code url}. */
    Claims(Transactions transactions, SilenceWatch watch, String holder, String url) {
        this.transactions = transactions;
        this.watch = watch;
        this.holder = holder;
        this.url = url;
    }

    /**
     * Changes something that nobody need look for where the answer did not come: a claim of which nobody heard lapses,
     * and the rest is told again.
     */
    private <T> T write(ConnectionUse<T> change) {
        try {
            return transactions.write(change);
        } catch (StorageFailedException e) {
            if (e.getCause() instanceof SQLException unanswered && Failures.isUnreachable(unanswered)) {
                throw new StorageUnreachableException(String.valueOf(e.getMessage()), e);
            }
            throw e;
        }
    }

    /** Claims the lowest tag that nobody holds. */
    Claim lowest() {
        List<TagHolder> suspects =
                watch.holders().stream().filter(watch::seemsSilent).toList();
        Map<String, TagHolder> silent = watch.silent(suspects);
        return write(connection -> {
            long epoch = nextEpoch(connection);
            for (int number = 0; ; number++) {
                NodeTag tag = tag(number);
                if (take(connection, tag, epoch, silent.get(tag.text()))) {
                    return new Claim(tag, epoch);
                }
            }
        });
    }

    /** Returns A to Z, then AA to AZ, and so on. */
    static NodeTag tag(int number) {
        StringBuilder letters = new StringBuilder();
        for (int rest = number; rest >= 0; rest = rest / LETTERS - 1) {
            letters.insert(0, (char) ('A' + rest % LETTERS));
        }
        return NodeTag.of(letters.toString());
    }

    /**
     * Claims a tag; waits for a lapse at most to see whether its holder lives.
     *
     * @throws StorageFailedException if another node holds it and lives
     */
    Claim of(NodeTag tag) {
        Optional<Claim> claimed = attempt(tag, null);
        while (claimed.isEmpty()) {
            List<TagHolder> holder = watch.holders().stream()
                    .filter(each -> each.tag().equals(tag.text()))
                    .toList();
            holder.forEach(Claims::tellOfWaiting);
            TagHolder silent = watch.silent(holder).get(tag.text());
            claimed = attempt(tag, silent);
            if (claimed.isEmpty() && !holder.isEmpty()) {
                throw new StorageFailedException(
                        "The node tag " + tag + " is held by another server" + at(holder.get(0))
                                + ", which lives: its heartbeat came while this one waited. Give this one another tag with"
                                + " --node-tag, or --node-tag auto, or stop that one.");
            }
        }
        return claimed.get();
    }

    private Optional<Claim> attempt(NodeTag tag, @Nullable TagHolder silent) {
        return write(connection -> {
            long epoch = nextEpoch(connection);
            if (take(connection, tag, epoch, silent)) {
                return Optional.of(new Claim(tag, epoch));
            }
            // An epoch is used up by a claim, not by a look.
            connection.rollback();
            return Optional.empty();
        });
    }

    private static void tellOfWaiting(TagHolder holder) {
        LOG.info(
                "The node tag {} is held by another server{}: waiting to see whether it lives.",
                holder.tag(),
                at(holder));
    }

    private static String at(TagHolder holder) {
        return holder.url().isEmpty() ? "" : " (" + holder.url() + ")";
    }

    private static long nextEpoch(Connection connection) throws SQLException {
        OlderStore.refuse(connection);
        long epoch = Statements.number(
                        connection,
                        "UPDATE cluster SET epoch = epoch + 1, topology = topology + 1 WHERE one = 1 RETURNING epoch")
                .orElseThrow(() -> new SQLException("the table cluster has lost its row"));
        if (epoch > EPOCH_MAX) {
            throw new StorageFailedException("Tags were claimed " + EPOCH_MAX
                    + " times in this store, which is as often as its serials allow: start a new schema.");
        }
        return epoch;
    }

    /** Takes the tag if nobody has it, or the one that made no heartbeat since; its row is looked at once more. */
    private boolean take(Connection connection, NodeTag tag, long epoch, @Nullable TagHolder silent)
            throws SQLException {
        int made = Statements.execute(
                connection,
                "INSERT INTO node VALUES (?, ?, ?, ?, 'starting', clock_timestamp(), 0) ON CONFLICT (tag) DO NOTHING",
                tag.text(),
                epoch,
                holder,
                url);
        return made == 1
                || Statements.execute(
                                connection,
                                "UPDATE node SET epoch = ?, holder = ?, url = ?, state = 'starting', silent = FALSE,"
                                        + " heartbeat = clock_timestamp() WHERE tag = ? AND (state IN ('left', 'lapsed')"
                                        + " OR (epoch = ? AND beats = ?))",
                                epoch,
                                holder,
                                url,
                                tag.text(),
                                silent == null ? -1 : silent.epoch(),
                                silent == null ? -1 : silent.beats())
                        == 1;
    }

    /** Tells all nodes that this one serves at {@code servedAt}; a claim that another took over stays as it is. */
    void serve(Claim claim, String servedAt) {
        become(claim, "serving", ", url = ?", servedAt);
    }

    /** Tells all nodes that this one is about to stop. */
    void prepareToLeave(Claim claim) {
        become(claim, "leaving", "");
    }

    /** Gives the tag back, so that the next one need not wait. */
    void leave(Claim claim) {
        become(claim, "left", "");
    }

    private void become(Claim claim, String state, String more, Object... values) {
        List<Object> parameters = new ArrayList<>(List.of(state));
        parameters.addAll(List.of(values));
        parameters.addAll(List.of(claim.tag().text(), claim.epoch()));
        changeTopology(
                "UPDATE node SET state = ?" + more + ", heartbeat = clock_timestamp() WHERE tag = ? AND epoch = ?",
                parameters);
    }

    /**
     * Takes a node out of the topology that made no heartbeat since it was seen; one that lives after all comes back by
     * itself.
     */
    void bury(Peer dead) {
        changeTopology(
                "UPDATE node SET state = 'lapsed' WHERE tag = ? AND state IN ('serving', 'leaving')"
                        + " AND epoch = ? AND beats = ?",
                List.of(dead.tag(), dead.epoch(), dead.beats()));
    }

    /** Tells all nodes that one missed some heartbeats, so that another may compute its indexes. */
    void callSilent(Peer missed) {
        int ignored = write(connection -> Statements.execute(
                connection,
                "UPDATE node SET silent = TRUE WHERE tag = ? AND epoch = ? AND beats = ? AND NOT silent",
                missed.tag(),
                missed.epoch(),
                missed.beats()));
    }

    private void changeTopology(String change, List<Object> parameters) {
        boolean ignored = write(connection -> {
            boolean changed = Statements.execute(connection, change, parameters.toArray()) == 1;
            if (changed) {
                Statements.execute(connection, "UPDATE cluster SET topology = topology + 1 WHERE one = 1");
            }
            return changed;
        });
    }
}
