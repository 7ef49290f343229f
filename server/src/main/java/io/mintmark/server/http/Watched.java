package io.mintmark.server.http;

import org.eclipse.jetty.io.Connection;
import org.jspecify.annotations.Nullable;

/** One connection as the {@link Vigil} sees it: within an exchange, or between two. */
final class Watched {
    private static final long NO_HEAD = -1;

    private final Connection connection;
    private volatile @Nullable Progress current;
    private volatile long bytesSettled;
    /** What follows belongs to the vigil's thread. */
    private long headBytesSeen = NO_HEAD;

    private long headSinceNanos;
    /** Belongs to whoever handles this connection's requests, one after the other. */
    private long lastReader;

    Watched(Connection connection) {
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

    void begin(Progress progress) {
        current = progress;
    }

    void end() {
        bytesSettled = connection.getBytesIn();
        current = null;
    }

    @Nullable Progress current() {
        return current;
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
