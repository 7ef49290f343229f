package io.mintmark.storage.cutoff;

import io.mintmark.support.Pending;
import java.util.function.Function;

/** What another pending result is made into, on the thread that awaits it. */
record MappedPending<S, T>(Pending<S> source, Function<S, T> mapping) implements Pending<T> {
    @Override
    public T await() {
        return mapping.apply(source.await());
    }

    @Override
    public void whenSettled(Runnable next) {
        source.whenSettled(next);
    }
}
