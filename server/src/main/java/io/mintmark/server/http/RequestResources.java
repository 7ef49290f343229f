package io.mintmark.server.http;

import java.net.InetAddress;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * What one exchange has of everything that exchanges share: a place in the {@link SlowClientReaper}'s sight, memory, turns. Closed
 * once, when the exchange ends.
 */
final class RequestResources implements AutoCloseable {
    private final InetAddress holder;
    private final PermitQueue permits;
    private final PermitQueue costlyPermits;
    private final Executor executor;
    private final MemoryClaim claim;
    private final TransferProgress progress;
    private final ConnectionState watched;
    /** Of the thread that works. */
    private @Nullable Permit permit;

    RequestResources(
            InetAddress holder,
            PermitQueue permits,
            PermitQueue costlyPermits,
            Executor executor,
            MemoryClaim claim,
            TransferProgress progress,
            ConnectionState watched) {
        this.holder = holder;
        this.permits = permits;
        this.costlyPermits = costlyPermits;
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
    PermitQueue permits() {
        return permits;
    }

    /** Returns where everything waits that takes long: large requests, and all of a long reply but its beginning. */
    PermitQueue costlyPermits() {
        return costlyPermits;
    }

    /** Returns what runs work that may wait. */
    Executor executor() {
        return executor;
    }

    /** To be told in which turn the work goes on; each piece of a long reply has its own. */
    void worksUnder(Permit present) {
        permit = present;
    }

    /** Leaves the place of the present turn, if there is one. */
    void stepAside() {
        if (permit != null) {
            permit.stepAside();
        }
    }

    /** Returns whether the present turn's work left its place, or went on for {@code nanos}. */
    boolean shouldYield(long nanos) {
        return permit != null && (permit.isAside() || permit.hasLasted(nanos));
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

    TransferProgress progress() {
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
