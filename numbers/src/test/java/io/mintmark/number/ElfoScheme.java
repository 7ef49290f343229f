package io.mintmark.number;

import java.util.concurrent.atomic.AtomicLong;

/**
 * elfo's way to make trace ids, as its source was read: the broken twin of {@link TraceIds}.
 *
 * <p>Chunks are handed out from one counter modulo 4,096, and a thread keeps its chunk across seconds; only the timestamp
 * changes. So a slow thread's chunk is handed out again while it is still held.
 */
final class ElfoScheme {
    private static final int COUNTER_MAX = 1_023;

    private final int node;
    private final AtomicLong chunks = new AtomicLong();

    ElfoScheme(int node) {
        this.node = node;
    }

    /** A thread's state, of that thread only: the chunk it holds, and the last counter it used. */
    final class Holder {
        private int chunk;
        private int counter = COUNTER_MAX;

        long next(long second) {
            if (counter == COUNTER_MAX) {
                chunk = (int) (chunks.getAndIncrement() & 4_095);
                counter = 0;
            }
            return TraceId.at(second, node, chunk, ++counter).value();
        }
    }
}
