package io.mintmark.lab.report;

import java.util.Locale;

/** Figures as reports show them, the same in each language of the machine. */
public final class Figures {
    private Figures() {}

    /** Returns the values in that format. */
    public static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    /** Returns the value in that format, or a dash for one that was not measured (NaN). */
    public static String figure(String format, double value) {
        return Double.isNaN(value) ? "–" : text(format, value);
    }
}
