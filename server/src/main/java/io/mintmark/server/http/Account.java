package io.mintmark.server.http;

import java.net.InetAddress;

/**
 * What one exchange has of everything that exchanges share: a place in the {@link Vigil}'s sight, memory, turns. Closed
 * once, when the exchange ends.
 */
final class Account implements AutoCloseable {
    private final InetAddress holder;
    private final Turns turns;
    private final MemoryClaim claim;
    private final Progress progress;
    private final Watched watched;

    Account(InetAddress holder, Turns turns, MemoryClaim claim, Progress progress, Watched watched) {
        this.holder = holder;
        this.turns = turns;
        this.claim = claim;
        this.progress = progress;
        this.watched = watched;
        watched.begin(progress);
    }

    InetAddress holder() {
        return holder;
    }

    Turns turns() {
        return turns;
    }

    MemoryClaim claim() {
        return claim;
    }

    Progress progress() {
        return progress;
    }

    /** Forgives what the client has been slow at, so that a refusal can still be sent to it. */
    void forgive(long idleMillis) {
        if (progress.wasSlow()) {
            watched.connection().getEndPoint().setIdleTimeout(idleMillis);
        }
    }

    @Override
    public void close() {
        watched.end();
        claim.release();
    }
}
