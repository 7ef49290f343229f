package io.mintmark.web.admission;

import java.net.InetAddress;
import java.net.SocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One client's connection as admission sees it: its party, and whether it is within an exchange or between two.
 * Extended by whatever carries HTTP, whose methods any thread may call.
 */
public abstract class ClientConnection {
    private static final long NO_HEAD = -1;
    /**
     * How long the next request waits to be read after the second refusal in a row; twice as long after each further
     * one.
     */
    private static final Duration REST_FIRST = Duration.ofMillis(100);
    /** A client that waits as long as a refusal asks it to is read at once. */
    private static final Duration REST_MAX = Duration.ofSeconds(1);

    private final AdmissionControl admission;
    private final InetAddress party;
    private volatile @Nullable RequestResources current;
    private volatile long bytesSettled;
    private volatile boolean asked;
    /** Used only by the reaper's thread, like the field after it. */
    private long headBytesSeen = NO_HEAD;

    private long headSinceNanos;

    private volatile int refusalsInARow;

    /**
     * Starts between two exchanges.
     *
     * @param admission the admission of the server to which it leads
     * @param peer the client's address, whose party takes shares for the connection's requests; null if it has none
     */
    protected ClientConnection(AdmissionControl admission, @Nullable SocketAddress peer) {
        this.admission = admission;
        this.party = AddressGroup.of(peer);
    }

    /** Returns how many bytes the client has sent. */
    protected abstract long bytesReceived();

    /** Returns after how many milliseconds of silence the connection ends. */
    protected abstract long idleMillisMax();

    /** Sets after how many milliseconds of silence the connection ends; a wait under way ends by the new limit. */
    protected abstract void idleMillisMax(long millis);

    /** Leaves unread for {@code rest} what comes next, and then reads it in its turn among all that rested. */
    protected abstract void rest(Duration rest);

    /** Closes the connection at once; threads that work on it learn {@code why}. */
    protected abstract void breakOff(String why);

    InetAddress party() {
        return party;
    }

    /** Grants the resources of an exchange that begins, whose request waits among {@code permits}. */
    public RequestResources begin(PermitQueue permits) {
        RequestResources exchange = new RequestResources(admission, this, permits);
        current = exchange;
        asked = true;
        return exchange;
    }

    /**
     * A request was refused because there are too many. Clients that go on asking all the same are read less and less
     * often.
     */
    void refused() {
        int before = refusalsInARow;
        refusalsInARow = before + 1;
        if (before > 0) {
            Duration rest = REST_FIRST.multipliedBy(1L << Math.min(before - 1, 10));
            rest(rest.compareTo(REST_MAX) < 0 ? rest : REST_MAX);
        }
    }

    /** A request got its permit. */
    void granted() {
        refusalsInARow = 0;
    }

    /** Returns whether a request has come, at least its head. */
    public boolean hasAsked() {
        return asked;
    }

    /** Ends what {@link #begin} began; a later exchange of the same connection goes on. */
    void end(RequestResources exchange) {
        if (current == exchange) {
            bytesSettled = bytesReceived();
            current = null;
        }
    }

    /**
     * Counts the first {@code bytes} as dealt with: what follows them is a request's head. Before the first exchange.
     */
    public void settle(long bytes) {
        bytesSettled = bytes;
    }

    /** Returns the resources of the present exchange, or null between two exchanges. */
    public @Nullable RequestResources current() {
        return current;
    }

    /** Returns whether at least a part of the present request had arrived before the last one was answered. */
    boolean isPipelined() {
        return bytesReceived() == bytesSettled;
    }

    /** Returns whether a head has begun and did not end within {@code nanosMax}. */
    boolean hasSlowHead(long nowNanos, long nanosMax) {
        long settled = bytesSettled;
        if (current != null || bytesReceived() == settled) {
            headBytesSeen = NO_HEAD;
            return false;
        }
        if (headBytesSeen != settled) {
            // Another head than the one of the last look.
            headBytesSeen = settled;
            headSinceNanos = nowNanos;
        }
        return nowNanos - headSinceNanos > nanosMax;
    }
}
