package io.mintmark.lab.bench.generators;

import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Calls for an id and keeps the latest in a field, so that the compiler must really make it; answers 1. */
final class KeptId implements LongSupplier {
    private final Supplier<?> ids;
    private @Nullable Object latest;

    KeptId(Supplier<?> ids) {
        this.ids = ids;
    }

    @Override
    public long getAsLong() {
        latest = ids.get();
        return 1;
    }

    @Override
    public String toString() {
        return "latest: " + latest;
    }
}
