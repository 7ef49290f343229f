package io.mintmark.server.indexes;

import java.util.concurrent.Semaphore;

/**
 * How many indexes are computed at the same time, in a server and in one of its databases: each holds what a batch comes to in
 * memory. Permits are given in the order in which they were asked for. Where there are two or more, a database has half of them
 * at most, so that others find one. Thread-safe.
 *
 * <p>Scripts need none to be mapped: they take turns at their process.
 */
final class IndexPermits {
    /** Several times what a batch may come to, since it is read, reduced, and written. */
    private static final long HEAP_BYTES_EACH = 256L << 20;

    /** A heap that bears two of them; the JVM says a little less than it was told. */
    private static final long HEAP_BYTES_OF_TWO = 400L << 20;

    private final int most;
    private final Semaphore all;

    /** Gives as many as a heap of {@code heapBytes} bears. */
    IndexPermits(long heapBytes) {
        int least = heapBytes < HEAP_BYTES_OF_TWO ? 1 : 2;
        this.most = (int) Math.max(least, Math.min(Integer.MAX_VALUE, heapBytes / HEAP_BYTES_EACH));
        this.all = new Semaphore(most, true);
    }

    /** Returns those of one more database. */
    OfDatabase ofDatabase() {
        return new OfDatabase(all, new Semaphore(Math.max(1, most / 2), true));
    }

    /** Something that is done while a permit is held. */
    @FunctionalInterface
    interface Work {
        boolean run();
    }

    /** What the indexes of one database share. */
    record OfDatabase(Semaphore all, Semaphore own) {
        /** Does {@code work} in its turn, and returns what it returns. */
        boolean during(Work work) {
            own.acquireUninterruptibly();
            try {
                all.acquireUninterruptibly();
                try {
                    return work.run();
                } finally {
                    all.release();
                }
            } finally {
                own.release();
            }
        }
    }
}
