package io.mintmark.server.storage.postgresql.claim;

import io.mintmark.document.NodeTag;
import io.mintmark.internal.Sleeper;
import io.mintmark.internal.Ticker;
import io.mintmark.server.storage.StorageFailedException;
import io.mintmark.server.storage.postgresql.pool.Statements;
import io.mintmark.server.storage.postgresql.pool.Transactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims tags. The row of the cluster, whose epoch each claim raises, lets one claim happen after the other.
 *
 * <p>Only the engine's clock decides whether a claim lapsed. Where it is wrong, or a node was asleep, two nodes hold one tag for a
 * while; the older one's epoch is not in the row any more, so none of its writes is committed.
 */
public final class Claims {
    private static final Logger LOG = LoggerFactory.getLogger(Claims.class);

    /** Serials of leases, and later numbers of slices, have room for so many. */
    static final long EPOCH_MAX = 1L << 22;

    private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final int LETTERS = 26;

    private final Transactions transactions;
    private final ClaimTimes times;
    private final String holder;
    private final String url;
    private final Sleeper sleeper;
    private final Ticker ticker;

    /** Claims for the process {@code holder}, a random name, which answers at {@code url}. */
    public Claims(
            Transactions transactions, ClaimTimes times, String holder, String url, Sleeper sleeper, Ticker ticker) {
        this.transactions = transactions;
        this.times = times;
        this.holder = holder;
        this.url = url;
        this.sleeper = sleeper;
        this.ticker = ticker;
    }

    /** A tag as its row shows it; {@code beat} is another text after each heartbeat. */
    private record Held(String url, boolean free, String beat, double ageSeconds, double leftSeconds) {}

    /** Claims the lowest tag that nobody holds. */
    public Claim lowest() {
        return transactions.write(connection -> {
            long epoch = nextEpoch(connection);
            Map<String, Held> held = held(connection);
            for (int number = 0; ; number++) {
                NodeTag tag = tag(number);
                Held row = held.get(tag.text());
                if ((row == null || row.free()) && take(connection, tag, epoch)) {
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
     * Claims a tag; waits for a claim to lapse whose holder is silent.
     *
     * @throws StorageFailedException if another node holds it and lives, or does not lapse in time
     */
    public Claim of(NodeTag tag) {
        long since = ticker.nanos();
        Optional<Held> first = Optional.empty();
        while (true) {
            Optional<Claim> claimed = attempt(tag);
            if (claimed.isPresent()) {
                return claimed.get();
            }
            Optional<Held> now =
                    Optional.ofNullable(transactions.read(Claims.this::held).get(tag.text()));
            if (now.isEmpty() || now.get().free()) {
                continue;
            }
            requireSilence(tag, first, now.get(), since);
            if (first.isEmpty()) {
                tellOfWaiting(tag, now.get());
                first = now;
            }
            rest(tag);
        }
    }

    private Optional<Claim> attempt(NodeTag tag) {
        return transactions.write(connection -> {
            long epoch = nextEpoch(connection);
            if (take(connection, tag, epoch)) {
                return Optional.of(new Claim(tag, epoch));
            }
            // An epoch is used up by a claim, not by a look.
            connection.rollback();
            return Optional.empty();
        });
    }

    private void requireSilence(NodeTag tag, Optional<Held> first, Held now, long since) {
        if (first.isPresent() && !first.get().beat().equals(now.beat())) {
            throw refusal(tag, now, "which lives: its last heartbeat came " + seconds(now.ageSeconds()) + " ago");
        }
        if (ticker.nanos() - since > times.patience().toNanos()) {
            throw refusal(
                    tag,
                    now,
                    "whose claim does not lapse within " + times.patience().toSeconds() + " s");
        }
    }

    private static StorageFailedException refusal(NodeTag tag, Held held, String why) {
        return new StorageFailedException("The node tag " + tag + " is held by another server" + at(held) + ", " + why
                + ". Give this one another tag with --node-tag, or --node-tag auto, or stop that one.");
    }

    private static void tellOfWaiting(NodeTag tag, Held held) {
        LOG.info(
                "The node tag {} is held by another server{}, whose last heartbeat came {} ago: waiting {} to see whether"
                        + " it lives.",
                tag,
                at(held),
                seconds(held.ageSeconds()),
                seconds(held.leftSeconds()));
    }

    private static String at(Held held) {
        return held.url().isEmpty() ? "" : " (" + held.url() + ")";
    }

    private static String seconds(double seconds) {
        return Math.max(0, Math.round(seconds)) + " s";
    }

    private void rest(NodeTag tag) {
        try {
            sleeper.sleep(LOOK_AGAIN_NANOS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StorageFailedException("Interrupted while waiting for the node tag " + tag + ".", e);
        }
    }

    private static long nextEpoch(Connection connection) throws SQLException {
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

    private Map<String, Held> held(Connection connection) throws SQLException {
        Map<String, Held> held = new HashMap<>();
        String age = "CAST(EXTRACT(EPOCH FROM clock_timestamp() - heartbeat) AS DOUBLE PRECISION)";
        for (Map.Entry<String, Held> row : Statements.rows(
                connection,
                row -> Map.entry(
                        row.getString(1), held(row.getString(2), row.getString(3), row.getString(4), row.getDouble(5))),
                "SELECT tag, url, state, CAST(heartbeat AS TEXT), " + age + " FROM node")) {
            held.put(row.getKey(), row.getValue());
        }
        return held;
    }

    private Held held(String heldBy, String state, String beat, double age) {
        double left = seconds(times.lapse()) - age;
        return new Held(heldBy, state.equals("left") || left < 0, beat, age, left);
    }

    /** Takes the tag if nobody has it; looks at the row itself, since its holder may have said meanwhile that it lives. */
    private boolean take(Connection connection, NodeTag tag, long epoch) throws SQLException {
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
                                "UPDATE node SET epoch = ?, holder = ?, url = ?, state = 'starting',"
                                        + " heartbeat = clock_timestamp() WHERE tag = ? AND (state = 'left' OR"
                                        + " EXTRACT(EPOCH FROM clock_timestamp() - heartbeat) > ?)",
                                epoch,
                                holder,
                                url,
                                tag.text(),
                                seconds(times.lapse()))
                        == 1;
    }

    private static double seconds(Duration time) {
        return time.toMillis() / 1_000.0;
    }

    /** Tells all nodes that this one serves at {@code servedAt}; a claim that another took over stays as it is. */
    public void serve(Claim claim, String servedAt) {
        become(claim, "serving", ", url = ?", servedAt);
    }

    /** Tells all nodes that this one is about to stop. */
    public void prepareToLeave(Claim claim) {
        become(claim, "leaving", "");
    }

    /** Gives the tag back, so that the next one need not wait. */
    public void leave(Claim claim) {
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

    /** Takes the node with that tag out of the topology if its claim lapsed; one that lives after all comes back by itself. */
    public void bury(String tag) {
        changeTopology(
                "UPDATE node SET state = 'lapsed' WHERE tag = ? AND state IN ('serving', 'leaving')"
                        + " AND EXTRACT(EPOCH FROM clock_timestamp() - heartbeat) > ?",
                List.of(tag, seconds(times.lapse())));
    }

    private void changeTopology(String change, List<Object> parameters) {
        boolean ignored = transactions.write(connection -> {
            boolean changed = Statements.execute(connection, change, parameters.toArray()) == 1;
            if (changed) {
                Statements.execute(connection, "UPDATE cluster SET topology = topology + 1 WHERE one = 1");
            }
            return changed;
        });
    }
}
