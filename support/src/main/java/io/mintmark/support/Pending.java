package io.mintmark.support;

import java.util.function.Function;

/**
 * Something that is on its way, such as a write to stable storage or a reply: waited for with a thread, or without
 * one. Safe for any number of threads.
 *
 * @param <T> what comes of it
 */
public interface Pending<T> {
    /** Waits, and then returns what comes of it, or throws why nothing does. */
    T await();

    /**
     * Runs {@code next} as soon as {@link #await} would return at once: on this thread if that is now, or else on one
     * that runs the callbacks of other work, too, and must not be held up. Called at most once.
     */
    void whenSettled(Runnable next);

    /** Returns what {@code mapping} makes of it, on the thread that awaits it. */
    default <S> Pending<S> map(Function<? super T, ? extends S> mapping) {
        Pending<T> source = this;
        return new Pending<>() {
            @Override
            public S await() {
                return mapping.apply(source.await());
            }

            @Override
            public void whenSettled(Runnable next) {
                source.whenSettled(next);
            }
        };
    }

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
