package io.mintmark.server.admission;

import java.net.InetAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/** Remembers one connection's party, and whether it is within an exchange or between two. */
public final class ConnectionState {
    private static final long NO_HEAD = -1;

    private final ClientConnection connection;
    private final InetAddress party;
    private volatile @Nullable TransferProgress current;
    private volatile long bytesSettled;
    /** Used only by the reaper's thread, like the field after it. */
    private long headBytesSeen = NO_HEAD;

    private long headSinceNanos;
    /** Used only by the threads that handle this connection's requests, one after the other. */
    private long lastReader;

    /**
     * Starts between two exchanges.
     *
     * @param peer the client's address, whose party takes shares for the connection's requests; null if it has none
     */
    public ConnectionState(ClientConnection connection, @Nullable SocketAddress peer) {
        this.connection = connection;
        this.party = AddressGroup.of(peer);
    }

    ClientConnection connection() {
        return connection;
    }

    InetAddress party() {
        return party;
    }

    /** Returns whether {@code reader} takes its first request from this connection since another thread took one. */
    boolean isFirstOf(Thread reader) {
        long id = reader.getId();
        boolean first = id != lastReader;
        lastReader = id;
        return first;
    }

    void begin(TransferProgress progress) {
        current = progress;
    }

    /** Ends what {@link #begin} began; a later exchange of the same connection goes on. */
    void end(TransferProgress progress) {
        if (current == progress) {
            bytesSettled = connection.bytesReceived();
            current = null;
        }
    }

    /** Returns the progress of the present exchange, or null between two exchanges. */
    public @Nullable TransferProgress current() {
        return current;
    }

    /** Returns whether at least a part of the present request had arrived before the last one was answered. */
    boolean isPipelined() {
        return connection.bytesReceived() == bytesSettled;
    }

    /** Returns whether a head has begun and did not end within {@code nanosMax}. */
    boolean hasSlowHead(long nowNanos, long nanosMax) {
        long settled = bytesSettled;
        if (current != null || connection.bytesReceived() == settled) {
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
