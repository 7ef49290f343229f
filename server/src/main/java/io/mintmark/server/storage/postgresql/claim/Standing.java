package io.mintmark.server.storage.postgresql.claim;

import io.mintmark.internal.Ticker;
import io.mintmark.server.storage.EngineState;
import io.mintmark.server.storage.StorageFailedException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What a node knows of its claim and of the others, from its last heartbeat. Safe for any number of threads. */
public final class Standing {
    /** A heartbeat is overdue after this part of a lapse. */
    private static final int OVERDUE = 2;

    private final Claim claim;
    private final Duration lapse;
    private final Ticker ticker;

    private volatile Heard heard = new Heard("starting", 0, 0, List.of(), Map.of());
    private volatile long confirmed;
    private volatile boolean fenced;
    private volatile boolean answering = true;

    /** Begins with a claim that was made just now, and lasts for {@code lapse}. */
    public Standing(Claim claim, Duration lapse, Ticker ticker) {
        this.claim = claim;
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

    /** Returns how long ago the heartbeat began that the engine confirmed last. */
    public Duration sinceConfirmed() {
        return Duration.ofNanos(ticker.nanos() - confirmed);
    }

    /** Returns what that heartbeat brought back. */
    public Heard heard() {
        return heard;
    }

    /** Returns the node's claim. */
    public Claim claim() {
        return claim;
    }

    void confirmed(long begun, Heard now) {
        heard = now;
        confirmed = begun;
        answering = true;
    }

    /** Takes note that a heartbeat failed. */
    void unanswered() {
        answering = false;
    }

    /** Notes that another node has the tag; returns whether that is news. */
    public synchronized boolean fence() {
        boolean news = !fenced;
        fenced = true;
        return news;
    }

    /** Returns the refusal of whatever a node that was fenced is asked for. */
    public StorageFailedException refusal() {
        return new StorageFailedException("Another server has taken the node tag " + claim.tag()
                + " over, since this one was silent for too long: this one serves no more. Restart it.");
    }
}
