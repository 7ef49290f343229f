package io.mintmark.server.http;

import org.eclipse.jetty.io.Connection;
import org.jspecify.annotations.Nullable;

/** One connection as the {@link SlowClientReaper} sees it: within an exchange, or between two. */
final class ConnectionState {
    private static final long NO_HEAD = -1;

    private final Connection connection;
    private volatile @Nullable TransferProgress current;
    private volatile long bytesSettled;
    /** What follows belongs to the vigil's thread. */
    private long headBytesSeen = NO_HEAD;

    private long headSinceNanos;
    /** Belongs to whoever handles this connection's requests, one after the other. */
    private long lastReader;

    ConnectionState(Connection connection) {
        this.connection = connection;
    }

    Connection connection() {
        return connection;
    }

    /** Tells whether this is the first request that {@code reader} takes from this connection, since others did. */
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
            bytesSettled = connection.getBytesIn();
            current = null;
        }
    }

    @Nullable TransferProgress current() {
        return current;
    }

    /** Tells whether the present request had arrived, at least in part, before the last one was answered. */
    boolean isPipelined() {
        return connection.getBytesIn() == bytesSettled;
    }

    /** Tells whether a head has begun, and did not end within {@code nanosMax}. */
    boolean hasSlowHead(long nowNanos, long nanosMax) {
        long settled = bytesSettled;
        if (current != null || connection.getBytesIn() == settled) {
            headBytesSeen = NO_HEAD;
            return false;
        }
        if (headBytesSeen != settled) {
            // Not the head of the last look.
            headBytesSeen = settled;
            headSinceNanos = nowNanos;
        }
        return nowNanos - headSinceNanos > nanosMax;
    }
}
