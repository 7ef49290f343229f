package io.mintmark.lab.peers;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * The jars that come with a client.
 *
 * @param jars how many jars, its own included
 * @param mebibytes how large they are together
 */
record Baggage(long jars, double mebibytes) {
    /** Weighs the jars of a class path. */
    static Baggage of(String classPath) {
        String[] entries = Pattern.compile(File.pathSeparator).split(classPath, -1);
        double bytes = Arrays.stream(entries)
                .mapToLong(entry -> Path.of(entry).toFile().length())
                .sum();
        return new Baggage(entries.length, bytes / (1 << 20));
    }
}
