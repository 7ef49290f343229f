package io.mintmark.storage.postgresql.claim;

import io.mintmark.internal.Ticker;
import io.mintmark.storage.EngineState;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.postgresql.sql.StoreAge;
import io.mintmark.storage.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a node knows of its claim and of the others, from its last heartbeat. Safe for any number of threads. */
public final class ClaimStatus {
    /** A heartbeat is overdue after this part of a lapse. */
    private static final int OVERDUE = 2;

    private final Claim claim;
    private final Duration lapse;
    private final Ticker ticker;

    private volatile HeartbeatReply heard = HeartbeatReply.NOTHING;
    private volatile long confirmed;
    private volatile long age;
    private volatile long beats;
    private volatile boolean fenced;
    private volatile boolean answering = true;
    private volatile @Nullable StorageFailedException stopped;

    /** Begins with a claim that was made just now, after so many {@code beats}, and lasts for {@code lapse}. */
    ClaimStatus(Claim claim, long beats, Duration lapse, Ticker ticker) {
        this.claim = claim;
        this.beats = beats;
        this.lapse = lapse;
        this.ticker = ticker;
        this.confirmed = ticker.nanos();
    }

    /** Returns whether the node still has its claim, as far as it knows. */
    public EngineState state() {
        if (fenced) {
            return EngineState.FENCED;
        }
        return sinceConfirmed().compareTo(lapse) > 0 ? EngineState.UNREACHABLE : EngineState.SERVING;
    }

    /** Returns whether the last heartbeat, which is a write, was answered, and the present one is not overdue. */
    public boolean answers() {
        return answering && state() == EngineState.SERVING && sinceConfirmed().compareTo(lapse.dividedBy(OVERDUE)) <= 0;
    }

    /** Returns whether the last heartbeat was answered, however long ago. */
    boolean wasAnswered() {
        return answering;
    }

    /** Returns how long ago the heartbeat began that the engine confirmed last. */
    public Duration sinceConfirmed() {
        return Duration.ofNanos(ticker.nanos() - confirmed);
    }

    /** Returns what that heartbeat brought back. */
    public HeartbeatReply heard() {
        return heard;
    }

    /** Returns the highest age of the store that this node has seen. */
    public long age() {
        return age;
    }

    /** Returns how many heartbeats of this node the store acknowledged, as {@link StoreAge#ofNode} counts them. */
    public long beats() {
        return beats;
    }

    /** Takes note of an age that the store had before this node began. */
    public void knew(long before) {
        age = Math.max(age, before);
    }

    /** Returns the node's claim. */
    public Claim claim() {
        return claim;
    }

    void confirmed(long begun, HeartbeatReply now) {
        heard = now;
        age = Math.max(age, now.age());
        beats = Math.max(beats, now.beats());
        confirmed = begun;
        answering = true;
    }

    /** Takes note that a heartbeat failed. */
    void unanswered() {
        answering = false;
    }

    /** Requires that the node has its claim, as far as it knows. */
    public void requireNotFenced() {
        if (fenced) {
            throw refusal();
        }
    }

    /** Notes that another node has the tag; returns whether that is news. */
    synchronized boolean fence() {
        boolean news = !fenced;
        fenced = true;
        return news;
    }

    /**
     * Requires, within a transaction that holds the cluster's row, that the node has its claim, and that the store is
     * no older copy: a claim raises the epoch in that row, so none can come between this look and the commit.
     */
    public void require(Connection connection) throws SQLException {
        long holder = Statements.number(
                        connection,
                        "SELECT epoch FROM node WHERE tag = ?",
                        claim.tag().text())
                .orElse(0);
        if (holder != claim.epoch()) {
            long now = Statements.number(connection, "SELECT " + StoreAge.SQL).orElse(0);
            long last =
                    Statements.number(connection, "SELECT epoch FROM cluster").orElse(0);
            Optional<StorageFailedException> older = OlderStore.foundWithoutClaim(now, last, this);
            if (older.isPresent()) {
                // The next heartbeat finds it, too, and tells the others, which a node that is fenced does not.
                throw older.get();
            }
            boolean ignored = fence();
            throw refusal();
        }
        StoreAge.require(connection, claim.tag().text(), claim.epoch(), beats);
    }

    /** Notes that the node must serve no more, and why; returns whether that is news. */
    boolean stop(StorageFailedException why) {
        stopped = why;
        return fence();
    }

    /** Returns whether the node must serve no more for a reason of its own, and not because another one has its tag. */
    public boolean isStopped() {
        return stopped != null;
    }

    /** Returns the refusal of whatever a node that was fenced is asked for. */
    public StorageFailedException refusal() {
        StorageFailedException why = stopped;
        if (why != null) {
            return why.again();
        }
        return new StorageFailedException("Another server has taken the node tag " + claim.tag()
                + " over, since this one was silent for too long: this one serves no more. Restart it.");
    }
}
