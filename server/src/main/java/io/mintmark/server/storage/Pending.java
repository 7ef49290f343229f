package io.mintmark.server.storage;

/**
 * Work that was handed over and is on its way to stable storage. Safe for any number of threads.
 *
 * @param <T> what comes of it
 */
public interface Pending<T> {
    /** Waits, and then returns or throws what the verb that blocks would; may be asked again. */
    T await();

    /**
     * Runs {@code next} as soon as {@link #await} would return at once: on this thread if that is now, or else on one that
     * runs the callbacks of other work, too, and must not be held up. Called at most once.
     */
    void whenSettled(Runnable next);

    /** Returns a result that is there already. */
    static <T> Pending<T> done(T result) {
        return new Pending<>() {
            @Override
            public T await() {
                return result;
            }

            @Override
            public void whenSettled(Runnable next) {
                next.run();
            }
        };
    }
}
