package io.mintmark.cli.terminal;

import java.util.Locale;

/** A number and what it counts, as a person writes them. */
public final class Plural {
    private Plural() {}

    /** Returns {@code 1 counter} or {@code 1,234 counters}. */
    public static String of(long count, String one, String many) {
        return String.format(Locale.ROOT, "%,d %s", count, count == 1 ? one : many);
    }
}
