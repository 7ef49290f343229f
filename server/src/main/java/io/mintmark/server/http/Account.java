package io.mintmark.server.http;

import java.net.InetAddress;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * What one exchange has of everything that exchanges share: a place in the {@link Vigil}'s sight, memory, turns. Closed
 * once, when the exchange ends.
 */
final class Account implements AutoCloseable {
    private final InetAddress holder;
    private final Turns turns;
    private final Turns costlyTurns;
    private final Executor executor;
    private final MemoryClaim claim;
    private final Progress progress;
    private final Watched watched;
    /** Of the thread that works. */
    private @Nullable Turn turn;

    Account(
            InetAddress holder,
            Turns turns,
            Turns costlyTurns,
            Executor executor,
            MemoryClaim claim,
            Progress progress,
            Watched watched) {
        this.holder = holder;
        this.turns = turns;
        this.costlyTurns = costlyTurns;
        this.executor = executor;
        this.claim = claim;
        this.progress = progress;
        this.watched = watched;
        watched.begin(progress);
    }

    InetAddress holder() {
        return holder;
    }

    /** Returns where small requests wait. */
    Turns turns() {
        return turns;
    }

    /** Returns where everything waits that takes long: large requests, and all of a long reply but its beginning. */
    Turns costlyTurns() {
        return costlyTurns;
    }

    /** Returns what runs work that may wait. */
    Executor executor() {
        return executor;
    }

    /** To be told in which turn the work goes on; each piece of a long reply has its own. */
    void worksDuring(Turn present) {
        turn = present;
    }

    /** Leaves the place of the present turn, if there is one. */
    void stepAside() {
        if (turn != null) {
            turn.stepAside();
        }
    }

    /** Returns whether the present turn's work left its place, or went on for {@code nanos}. */
    boolean shouldEndTurn(long nanos) {
        return turn != null && (turn.isAside() || turn.hasLasted(nanos));
    }

    /**
     * Tells whether the calling thread may work and wait: a virtual one, of which each piece of input has its own. Only for
     * the first request of the piece: who sends thousands at once would have a processor to itself until the last.
     */
    boolean mayAnswerHere() {
        return HttpThreads.isVirtual() && watched.isFirstOf(Thread.currentThread());
    }

    MemoryClaim claim() {
        return claim;
    }

    Progress progress() {
        return progress;
    }

    /** Tells whether this request was sent before the one before it was answered. */
    boolean isPipelined() {
        return watched.isPipelined();
    }

    /** Forgives what the client has been slow at, so that a refusal can still be sent to it. */
    void forgive(long idleMillis) {
        if (progress.wasSlow()) {
            watched.connection().getEndPoint().setIdleTimeout(idleMillis);
        }
    }

    @Override
    public void close() {
        watched.end(progress);
        claim.release();
    }
}
