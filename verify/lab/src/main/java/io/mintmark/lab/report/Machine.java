package io.mintmark.lab.report;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The machine that a figure was measured on, in the words of a table of conditions. */
public final class Machine {
    /** A version as it stands in the name of a jar. */
    private static final Pattern JAR = Pattern.compile("([^/]+?)-(\\d[^/]*)\\.jar$");

    private Machine() {}

    /** Returns the load average of the last minute, as the system tells it. */
    public static String load() {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        return String.format(Locale.ROOT, "%.2f", load);
    }

    /** Returns the processor's name, or only its architecture where the system does not tell it. */
    public static String processor() {
        try {
            return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                    .filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(System.getProperty("os.arch"));
        } catch (IOException e) {
            return System.getProperty("os.arch");
        }
    }

    /** Returns name and version of the operating system. */
    public static String system() {
        return System.getProperty("os.name") + " " + System.getProperty("os.version");
    }

    /** Returns name and version of the Java that runs this. */
    public static String java() {
        return System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version");
    }

    /** Returns the commit that was measured, as the starting script tells it. */
    public static String commit() {
        return System.getProperty("mintmark.commit", "unknown commit");
    }

    /** Returns name and version of the jar that holds a type. */
    public static String version(String type) {
        URL place = Machine.class.getClassLoader().getResource(type.replace('.', '/') + ".class");
        if (place == null) {
            return "not on the class path";
        }
        String jar = place.getPath().replaceAll("!.*", "");
        Matcher name = JAR.matcher(jar);
        return name.find() ? name.group(1) + " " + name.group(2) : jar;
    }
}
