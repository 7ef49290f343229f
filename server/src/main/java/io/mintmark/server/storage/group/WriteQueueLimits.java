package io.mintmark.server.storage.group;

import java.time.Duration;

/**
 * How much may wait to be written to one database.
 *
 * @param piecesMax most pieces of work
 * @param bytesMax most bytes of documents; a single piece is accepted whatever its size when nothing else waits
 * @param patience how long a caller waits for room before it is refused
 */
public record WriteQueueLimits(int piecesMax, long bytesMax, Duration patience) {

    /** The limits of an engine nobody configured: 4,096 pieces, 64 MiB, five seconds. */
    public static final WriteQueueLimits DEFAULT = new WriteQueueLimits(4_096, 64L << 20, Duration.ofSeconds(5));
}
