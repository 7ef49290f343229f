package io.mintmark.lab.report;

import io.mintmark.lab.process.CpuMeter;
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

    /** Returns how many cores others used, and whether that is so many that a figure is worth less. */
    public static String foreignCores(double cores) {
        return figure("%.2f", cores) + (cores > CpuMeter.FOREIGN_CORES_MAX ? " **disturbed**" : "");
    }
}
