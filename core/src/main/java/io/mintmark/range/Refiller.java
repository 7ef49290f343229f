package io.mintmark.range;

/**
 * The threads that look after generators: one that watches all of them, and a few that wait for stores.
 *
 * <p>Thread-safe. Replace it to use threads of your own, virtual ones for instance, or to keep a store that may hang
 * apart: a reservation holds a thread until its source answers or fails, and 64 that hang hold up all others of the
 * process; a generator has three that hang at most.
 */
public interface Refiller {

    /** Runs {@code watching}, which is quick and never blocks, after {@code delayNanos}. */
    void after(long delayNanos, Runnable watching);

    /** Runs {@code asking}, which waits for a store that reserves or takes back, as soon as a thread is free. */
    void execute(Runnable asking);

    /**
     * Hears that a generator was built that uses these threads until {@link #generatorClosed}; does nothing by itself.
     * One that hands its work on to another refiller hands this on, too.
     */
    default void generatorOpened() {}

    /** Hears that a generator was closed; with the last one threads may end that have nothing to do. */
    default void generatorClosed() {}

    /**
     * Returns the refiller that all generators of this process share: daemon threads, at most 65, which end when the
     * last generator is closed.
     */
    static Refiller shared() {
        return SharedRefiller.INSTANCE;
    }
}
