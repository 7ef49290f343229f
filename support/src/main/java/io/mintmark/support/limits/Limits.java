package io.mintmark.support.limits;

import io.mintmark.MintmarkException;
import java.time.Duration;

/**
 * Bounds how large one request may be, how much of everything a server bears at once, and how slow a client may be;
 * what is more is refused, or shed before it is started (promise G11). Immutable; start from {@link #DEFAULT}.
 *
 * <p>An address alone gets at most about half of the connections, of the places to wait and of the memory, so that one
 * is left for others; an IPv6 address counts as its /64.
 *
 * @param sizes how large one request may be
 * @param connections open connections
 * @param requests requests at work and waiting
 * @param pace how slow a client may be
 * @param writes what waits before each database's writer
 * @param databases open databases
 * @param memoryBytes bytes that bodies and replies of all requests may hold together; 0 takes a quarter of the heap,
 *     and at least three of the largest bodies
 */
public record Limits(
        Sizes sizes,
        Connections connections,
        Requests requests,
        Pace pace,
        Writes writes,
        Databases databases,
        long memoryBytes) {
    private static final int BODIES_MIN = 3;
    private static final int HEAP_PART = 4;

    /** The limits of a server nobody configured, where the heap bears them. */
    static final Limits USUAL = new Limits(
            new Sizes(8 << 10, 32 << 10, 64 << 20, 16 << 20, 128, 256, 128),
            new Connections(8_192, 1_024),
            new Requests(256, 2_048, Duration.ofSeconds(5)),
            new Pace(Duration.ofSeconds(10), Duration.ofSeconds(60), 1_024, Duration.ofSeconds(10)),
            new Writes(4_096, 64L << 20),
            new Databases(0, Duration.ofMinutes(10)),
            0);

    /**
     * The limits of a server nobody configured. With a heap below 768 MiB those that take memory are lower, so that
     * they fit: the largest body and document, connections, requests, and what waits for a writer.
     */
    public static final Limits DEFAULT =
            HeapLimits.of(USUAL, Runtime.getRuntime().maxMemory());

    /**
     * How large one request may be. What is larger is refused within bounded memory and time.
     *
     * @param lineBytesMax longest request line (method, path and query), in bytes; longer is answered 414
     * @param headerBytesMax most bytes of all header fields together; more is answered 431
     * @param bodyBytesMax largest body after decompression, in bytes; larger is answered 413
     * @param documentBytesMax largest single document as JSON, in bytes
     * @param depthMax deepest nesting of JSON objects and arrays
     * @param collectionBytesMax longest collection name, in bytes of UTF-8
     * @param databaseNameCharsMax longest database name, in characters
     */
    public record Sizes(
            int lineBytesMax,
            int headerBytesMax,
            int bodyBytesMax,
            int documentBytesMax,
            int depthMax,
            int collectionBytesMax,
            int databaseNameCharsMax) {

        /** Checks that every limit is positive; throws {@link IllegalArgumentException} naming the one that is not. */
        public Sizes {
            requirePositive("sizes.lineBytesMax", lineBytesMax);
            requirePositive("sizes.headerBytesMax", headerBytesMax);
            requirePositive("sizes.bodyBytesMax", bodyBytesMax);
            requirePositive("sizes.documentBytesMax", documentBytesMax);
            requirePositive("sizes.depthMax", depthMax);
            requirePositive("sizes.collectionBytesMax", collectionBytesMax);
            requirePositive("sizes.databaseNameCharsMax", databaseNameCharsMax);
        }
    }

    /**
     * Open connections; one more is closed at once.
     *
     * @param max in all, and never more than half the files that the process may open
     * @param perAddressMax of one address
     */
    public record Connections(int max, int perAddressMax) {

        /** Checks that both are positive. */
        public Connections {
            requirePositive("connections.max", max);
            requirePositive("connections.perAddressMax", perAddressMax);
        }
    }

    /**
     * Small requests, and half as many large ones in addition: lists, batches, long replies. One more is answered 503
     * with {@code Retry-After}.
     *
     * @param max at work at once, those that wait for the disk included
     * @param waitingMax waiting for their permits
     * @param waitMax longest wait for a permit, and for room before a database's writer; bulk inserts wait on for that
     *     room
     */
    public record Requests(int max, int waitingMax, Duration waitMax) {

        /** Checks that all are positive. */
        public Requests {
            requirePositive("requests.max", max);
            requirePositive("requests.waitingMax", waitingMax);
            requirePositive("requests.waitMax", waitMax.toMillis());
        }
    }

    /**
     * The slowest client.
     *
     * @param headMax longest time from the first to the last byte of a request's head
     * @param idleMax longest silence of a connection
     * @param bytesPerSecondMin slowest average rate at which a body may come and a reply be read, in bytes per second
     * @param grace how long a body or reply may take before its rate counts
     */
    public record Pace(Duration headMax, Duration idleMax, int bytesPerSecondMin, Duration grace) {

        /** Checks that all are positive. */
        public Pace {
            requirePositive("pace.headMax", headMax.toMillis());
            requirePositive("pace.idleMax", idleMax.toMillis());
            requirePositive("pace.bytesPerSecondMin", bytesPerSecondMin);
            requirePositive("pace.grace", grace.toMillis());
        }
    }

    /**
     * Work that waits for one database's writer; one more piece waits, then is answered 503 with {@code Retry-After}.
     *
     * @param max pieces of work
     * @param bytesMax bytes of documents; a single piece is accepted whatever its size when nothing else waits
     */
    public record Writes(int max, long bytesMax) {

        /** Checks that both are positive. */
        public Writes {
            requirePositive("writes.max", max);
            requirePositive("writes.bytesMax", bytesMax);
        }
    }

    /**
     * Databases that are open at once. One more closes the one that was idle longest; if all are in use, its first
     * request waits, then is answered 503 with {@code Retry-After}.
     *
     * @param openMax most open ones; 0 takes what files and heap allow, 1,000 at most
     * @param idleMax how long a database that nobody uses stays open
     */
    public record Databases(int openMax, Duration idleMax) {

        /** Checks that the number is not negative and the time positive. */
        public Databases {
            if (openMax < 0) {
                throw new IllegalArgumentException(
                        "databases.openMax must not be negative: databases.openMax=" + openMax);
            }
            requirePositive("databases.idleMax", idleMax.toMillis());
        }
    }

    /** Checks that the memory is not negative. */
    public Limits {
        if (memoryBytes < 0) {
            throw new IllegalArgumentException("memoryBytes must not be negative: memoryBytes=" + memoryBytes);
        }
    }

    /** Returns these limits with other sizes of a request. */
    public Limits with(Sizes others) {
        return new Limits(others, connections, requests, pace, writes, databases, memoryBytes);
    }

    /** Returns these limits with other numbers of connections. */
    public Limits with(Connections others) {
        return new Limits(sizes, others, requests, pace, writes, databases, memoryBytes);
    }

    /** Returns these limits with other numbers of requests. */
    public Limits with(Requests others) {
        return new Limits(sizes, connections, others, pace, writes, databases, memoryBytes);
    }

    /** Returns these limits with another patience. */
    public Limits with(Pace other) {
        return new Limits(sizes, connections, requests, other, writes, databases, memoryBytes);
    }

    /** Returns these limits with other queues before the writers. */
    public Limits with(Writes others) {
        return new Limits(sizes, connections, requests, pace, others, databases, memoryBytes);
    }

    /** Returns these limits with other numbers of open databases. */
    public Limits with(Databases others) {
        return new Limits(sizes, connections, requests, pace, writes, others, memoryBytes);
    }

    /** Returns these limits with another bound on what bodies and replies may hold, in bytes. */
    public Limits withMemoryBytes(long bytes) {
        return new Limits(sizes, connections, requests, pace, writes, databases, bytes);
    }

    /** Returns how many bytes bodies and replies may hold together: {@link #memoryBytes}, or what 0 stands for. */
    public long heldBytesMax() {
        return memoryBytes == 0 ? Math.max(bodiesBytes(), Runtime.getRuntime().maxMemory() / HEAP_PART) : memoryBytes;
    }

    /** A body as it came, compressed, the same inflated, and another. */
    private long bodiesBytes() {
        return (long) BODIES_MIN * sizes.bodyBytesMax();
    }

    /**
     * Checks that these limits fit into the heap of this process, and tells the log which of them the heap lowered.
     *
     * @throws MintmarkException if one does not fit, if three of the largest bodies have no room, or if the heap is too
     *     small for a server
     */
    public void requireRoom() {
        HeapLimits.begin(this);
        if (heldBytesMax() < bodiesBytes()) {
            throw new MintmarkException("The memory for bodies and replies must hold three of the largest bodies: "
                    + "limit-memory=" + memoryBytes + ", limit-body=" + sizes.bodyBytesMax()
                    + "; raise the one or lower the other.");
        }
    }

    private static void requirePositive(String name, long value) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + " must be > 0: " + name + "=" + value);
        }
    }
}
