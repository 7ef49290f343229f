package io.mintmark.server.storage;

/**
 * What was handed over and is on its way to stable storage. Safe for any number of threads.
 *
 * @param <T> what comes of it
 */
public interface Pending<T> {
    /** Waits, and then returns or throws what the verb that blocks would; may be asked again. */
    T await();

    /**
     * Has {@code next} run as soon as {@link #await} waits no longer: on this thread if that is now, or else on one that
     * runs what follows other work too, and is not to be held up. Asked for once at most.
     */
    void whenSettled(Runnable next);

    /** Returns what is done already. */
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
