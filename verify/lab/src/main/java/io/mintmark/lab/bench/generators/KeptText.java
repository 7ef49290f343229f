package io.mintmark.lab.bench.generators;

import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Calls for a String and keeps the latest in a field, so that the compiler must really make it; answers its length. */
final class KeptText implements LongSupplier {
    private final Supplier<String> texts;
    private @Nullable String latest;

    KeptText(Supplier<String> texts) {
        this.texts = texts;
    }

    @Override
    public long getAsLong() {
        String text = texts.get();
        latest = text;
        return text.length();
    }

    @Override
    public String toString() {
        return "latest: " + latest;
    }
}
