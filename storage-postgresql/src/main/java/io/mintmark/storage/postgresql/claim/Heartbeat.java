package io.mintmark.storage.postgresql.claim;

import io.mintmark.internal.DaemonThreads;
import io.mintmark.internal.Ticker;
import io.mintmark.storage.EngineState;
import io.mintmark.storage.StorageEngine.Outage;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.engine.ClaimTimes;
import io.mintmark.storage.postgresql.sql.EngineBreaker;
import io.mintmark.storage.postgresql.sql.Failures;
import io.mintmark.storage.postgresql.sql.KeptConnection;
import io.mintmark.storage.postgresql.sql.PostgresConnections;
import io.mintmark.storage.postgresql.sql.SqlScript;
import io.mintmark.storage.postgresql.sql.StoreAge;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says once a second that a node lives, and hears what changed: one statement, on a thread and a connection of its own,
 * so that no work of the node delays it.
 */
public final class Heartbeat implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Heartbeat.class);

    /** A silent engine is given up, and asked anew on another connection, several times within a lapse. */
    private static final int ATTEMPTS_A_LAPSE = 5;

    /** The first failure prompts the probe, which tells of an outage itself. */
    private static final int FAILURES_UNTIL_TOLD = 2;

    private static final String BEAT =
            "WITH beat AS (UPDATE node SET heartbeat = clock_timestamp(), ahead = ?, beats = beats + 1, silent = FALSE"
                    + " WHERE tag = ? AND epoch = ? RETURNING state, beats)"
                    + " SELECT cluster.catalog, cluster.topology, (SELECT state FROM beat),"
                    + " cluster.beats + (SELECT beats FROM beat), "
                    + StoreAge.SQL
                    + ", cluster.older, node.tag, node.epoch, node.url, node.state, node.beats, node.silent, cluster.epoch"
                    + " FROM cluster LEFT JOIN node ON node.tag <> ? ORDER BY node.tag";

    private static final String WRITTEN =
            "SELECT database, " + WriterProgress.COLUMNS + " FROM node_state WHERE database = ANY(?)";

    /**
     * The version of the access list, and the text that has it, where it is another version than the one that is given.
     */
    private static final String ACCESS = "SELECT c.access, a.content FROM cluster c"
            + " LEFT JOIN access_list a ON a.version = c.access WHERE c.access <> ?";

    private final PostgresConnections connections;
    private final KeptConnection connection;
    private final ClaimTimes times;
    private final ClaimStatus claimStatus;
    private final Ticker ticker;
    private final Told told;
    private final Consumer<HeartbeatReply> listener;
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.named(Heartbeat.class, "mintmark-heartbeat"));

    private int failures;

    /**
     * What a heartbeat says and asks.
     *
     * @param open the numbers of the databases of which is asked who wrote what
     * @param ahead how many numbers the node owns that it has not handed out
     * @param access the version of the access list that the node knows
     * @param more adds what else it asks
     * @param older called with the refusal of a store that turns out to be an older copy
     * @param silent called in the place of each beat that failed, or that a fenced node does not make
     */
    public record Told(
            Supplier<Collection<Long>> open,
            LongSupplier ahead,
            LongSupplier access,
            Consumer<SqlScript> more,
            Consumer<StorageFailedException> older,
            Runnable silent) {}

    private Heartbeat(
            PostgresConnections connections,
            ClaimTimes times,
            ClaimStatus claimStatus,
            Ticker ticker,
            Told told,
            Consumer<HeartbeatReply> listener) {
        this.told = told;
        this.connections = connections;
        this.connection = new KeptConnection(connections, times.lapse().dividedBy(ATTEMPTS_A_LAPSE));
        this.times = times;
        this.claimStatus = claimStatus;
        this.ticker = ticker;
        this.listener = listener;
    }

    /**
     * Begins to beat, and keeps {@code claimStatus} up to date.
     *
     * @param told what it says and asks
     * @param listener hears what each heartbeat brought back
     */
    static Heartbeat start(
            PostgresConnections connections,
            ClaimTimes times,
            ClaimStatus claimStatus,
            Ticker ticker,
            Told told,
            Consumer<HeartbeatReply> listener) {
        Heartbeat heartbeat = new Heartbeat(connections, times, claimStatus, ticker, told, listener);
        long nanos = times.beat().toNanos();
        var ignored = heartbeat.thread.scheduleWithFixedDelay(heartbeat::beat, nanos, nanos, TimeUnit.NANOSECONDS);
        return heartbeat;
    }

    /** Beats now, and returns once that is done. */
    void refresh() {
        try {
            thread.submit(this::beat).get(times.lapse().toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException | RejectedExecutionException e) {
            LOG.debug("A heartbeat out of turn was not done.", e);
        }
    }

    /**
     * Beats now, although nothing else may ask the engine yet; returns whether that was answered, and the claim is this
     * node's still.
     */
    boolean isAnswered() {
        try {
            thread.submit(this::beatOnce).get(times.lapse().toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException | RejectedExecutionException e) {
            LOG.debug("A heartbeat that was to end an outage was not done.", e);
            return false;
        }
        return claimStatus.wasAnswered() && claimStatus.state() != EngineState.FENCED;
    }

    /** While the engine is not there, the probe finds out when it is, and asks for the next beat then. */
    private void beat() {
        if (claimStatus.state() == EngineState.FENCED) {
            told.silent().run();
        } else if (connections.breaker().isGone()) {
            claimStatus.unanswered();
            told.silent().run();
        } else {
            beatOnce();
        }
    }

    private void beatOnce() {
        long begun = ticker.nanos();
        try {
            HeartbeatReply heard = askOnce();
            if (heard == null) {
                fenced();
            } else {
                OlderStore.found(heard, claimStatus).ifPresent(told.older());
                claimStatus.confirmed(begun, heard);
                listener.accept(heard);
                recovered();
            }
        } catch (SQLException e) {
            claimStatus.unanswered();
            connection.drop();
            judge(e);
            troubled(e);
            told.silent().run();
        } catch (RuntimeException | Error e) {
            // What leaves a scheduled task ends its schedule, and with it the claim.
            connection.drop();
            LOG.error("A heartbeat failed; the next one is tried.", e);
        }
    }

    /** Returns what is new, or null if the claim is gone; all statements take one round trip. */
    private @Nullable HeartbeatReply askOnce() throws SQLException {
        Claim claim = claimStatus.claim();
        String tag = claim.tag().text();
        HeartbeatRows found = new HeartbeatRows();
        SqlScript script = new SqlScript()
                .query(BEAT, found::node, told.ahead().getAsLong(), tag, claim.epoch(), tag)
                .query(WRITTEN, found::written, (Object) told.open().get().toArray(Long[]::new))
                .query(ACCESS, found::access, told.access().getAsLong());
        told.more().accept(script);
        Connection asked = connection.get();
        asked.clearWarnings();
        script.run(asked);
        if (Failures.isDoubtful(asked)) {
            // What others were shown may be lost with the primary: nobody may rely on it.
            throw new SQLException("the engine committed a heartbeat without its standby");
        }
        HeartbeatReply reply = found.reply();
        if (reply == null) {
            // A copy from before this claim knows nothing of it, as if another node had the tag.
            OlderStore.foundWithoutClaim(found.age(), found.epoch(), claimStatus)
                    .ifPresent(told.older());
        }
        return reply;
    }

    private void fenced() {
        if (claimStatus.fence()) {
            LOG.error("{}", claimStatus.refusal().getMessage());
        }
    }

    /** What is not about writes alone is the probe's to judge. */
    private void judge(SQLException e) {
        EngineBreaker breaker = connections.breaker();
        Outage.Kind kind = Failures.outage(e);
        if (kind == Outage.Kind.READ_ONLY || kind == Outage.Kind.FULL) {
            breaker.open(kind, Failures.told(e));
        } else if (kind == Outage.Kind.VANISHED && breaker.answeredLately()) {
            breaker.open(Outage.Kind.SLOW, "reads are answered, and a write is not");
        } else {
            breaker.suspect();
        }
    }

    private void troubled(SQLException e) {
        if (++failures == FAILURES_UNTIL_TOLD && !connections.breaker().isGone()) {
            LOG.warn(
                    "The heartbeat failed: {} Tried again each {} ms; other nodes may take the tag {} over after {} s.",
                    connections.trouble().refusal(e).getMessage(),
                    times.beat().toMillis(),
                    claimStatus.claim().tag(),
                    times.lapse().toSeconds());
        }
    }

    private void recovered() {
        if (failures >= FAILURES_UNTIL_TOLD) {
            LOG.info("The engine answers the heartbeat again, and the tag is still this node's.");
        }
        failures = 0;
    }

    /** Beats no more, and returns once the last beat ended; the claim stays as it is. */
    @Override
    public void close() {
        if (DaemonThreads.outlives(thread, times.lapse())) {
            LOG.warn("The last heartbeat does not end; it is left to itself.");
        }
        connection.drop();
    }
}
