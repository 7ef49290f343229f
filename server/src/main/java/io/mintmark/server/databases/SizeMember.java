package io.mintmark.server.databases;

import java.util.Locale;

/** A size as clients read it: in bytes, and as people say it. */
final class SizeMember {
    private static final String[] UNITS = {"KBytes", "MBytes", "GBytes"};
    private static final int STEP = 1024;

    private SizeMember() {}

    /** Returns {@code bytes} as a JSON object. */
    static String of(long bytes) {
        return "{\"HumaneSize\":\"" + humane(bytes) + "\",\"SizeInBytes\":" + bytes + "}";
    }

    private static String humane(long bytes) {
        if (bytes < STEP) {
            return bytes + " Bytes";
        }
        double size = (double) bytes / STEP;
        for (String unit : UNITS) {
            if (size < STEP) {
                return String.format(Locale.ROOT, "%.2f %s", size, unit);
            }
            size /= STEP;
        }
        return String.format(Locale.ROOT, "%.2f TBytes", size);
    }
}
