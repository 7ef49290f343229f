package io.mintmark.lab.instrument;

import java.util.Locale;

/** Tells a waiting person what is being measured; on standard error, so that standard output is the report alone. */
public final class Progress {
    private Progress() {}

    public static void say(String format, Object... values) {
        System.err.println(String.format(Locale.ROOT, format, values));
    }
}
