package io.mintmark.web.admission;

import java.net.InetAddress;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * One exchange's part of everything that exchanges share: permits, memory, and the reaper's patience. Closed once, when
 * the exchange ends.
 *
 * <p>A request without a body claims no memory and is not waited for until it is answered, so both are made when they
 * are first asked for.
 */
public final class RequestResources implements AutoCloseable {
    private final AdmissionControl shared;
    private final ClientConnection connection;
    private final PermitQueue permits;
    private volatile @Nullable TransferProgress progress;
    /** Guarded by this, like the field after it. */
    private @Nullable MemoryClaim memory;

    private boolean closed;
    /** Used only by the thread that works. */
    private @Nullable Permit permit;

    RequestResources(AdmissionControl shared, ClientConnection connection, PermitQueue permits) {
        this.shared = shared;
        this.connection = connection;
        this.permits = permits;
    }

    /** Returns the address for which shares are taken. */
    public InetAddress party() {
        return connection.party();
    }

    /** Returns the queue in which the request waits, if it is small. */
    public PermitQueue permits() {
        return permits;
    }

    /** Returns the queue of everything that takes long: large requests, and all of a long reply but its beginning. */
    public PermitQueue costlyPermits() {
        return shared.costlyPermits();
    }

    /** Returns what runs work that may wait. */
    public Executor executor() {
        return shared.executor();
    }

    /** Says under which permit the work goes on; each piece of a long reply has its own. */
    public void worksUnder(Permit present) {
        permit = present;
        connection.granted();
    }

    /** Says that the request is refused because there are too many. */
    public void refused() {
        connection.refused();
    }

    /** Lets another request compute from now on, in the place of the present permit, if there is one. */
    public void stepAside() {
        if (permit != null) {
            permit.stepAside();
        }
    }

    /** Returns whether the work left its place, or went on under the present permit for {@code nanos}. */
    public boolean shouldYield(long nanos) {
        return permit != null && (permit.isAside() || permit.hasLasted(nanos));
    }

    /** Returns the memory that the exchange holds. */
    public synchronized MemoryClaim memory() {
        MemoryClaim claim = memory;
        if (claim == null) {
            claim = shared.memoryOf(connection.party());
            memory = claim;
            if (closed) {
                claim.release();
            }
        }
        return claim;
    }

    /** Returns how far the client has come with sending and reading; the first call begins to wait for its body. */
    public TransferProgress progress() {
        TransferProgress known = progress;
        if (known == null) {
            known = shared.progress();
            progress = known;
        }
        return known;
    }

    /** Ends the wait for a client that is too slow at present, and returns what it is slow at. */
    TransferProgress.Struck strike() {
        TransferProgress known = progress;
        return known == null ? TransferProgress.Struck.NOTHING : known.strike(shared.pace());
    }

    /** Returns whether this request was sent before the one before it was answered. */
    public boolean isPipelined() {
        return connection.isPipelined();
    }

    /** Returns resources for the same client that outlast this exchange, whose connection becomes a WebSocket. */
    public SocketResources ofSocket() {
        return new SocketResources(
                party(), permits, shared.memoryOf(party()), shared.pace().idleMax());
    }

    /** Forgives the client its slowness, so that a refusal can still be sent to it. */
    public void forgive() {
        TransferProgress known = progress;
        if (known != null && known.wasSlow()) {
            connection.idleMillisMax(shared.pace().idleMax().toMillis());
        }
    }

    @Override
    public void close() {
        connection.end(this);
        releaseMemory();
    }

    private synchronized void releaseMemory() {
        closed = true;
        if (memory != null) {
            memory.release();
        }
    }
}
