package io.mintmark.client;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A value that a session loads when it is needed, with everything else that waits then. Not thread-safe. */
public final class Lazy<V> {
    private final Lazily lazily;
    private final Supplier<V> reading;
    private @Nullable V value;

    Lazy(Lazily lazily, Supplier<V> reading) {
        this.lazily = lazily;
        this.reading = reading;
    }

    /**
     * Returns the value; asks the server if it has not come yet. Fails as a session's load does, and can be repeated.
     */
    public V value() {
        V known = value;
        if (known == null) {
            lazily.fetch();
            known = reading.get();
            value = known;
        }
        return known;
    }
}
