package io.mintmark.lab.bench;

import java.util.Locale;

/** Tells a waiting person what is being measured; on standard error, so that standard output is the report alone. */
final class Progress {
    private Progress() {}

    static void say(String format, Object... values) {
        System.err.println(String.format(Locale.ROOT, format, values));
    }
}
