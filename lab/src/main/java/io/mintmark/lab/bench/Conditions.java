package io.mintmark.lab.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where and with what was measured; printed above and below the tables. */
final class Conditions {
    /** A version as it stands in the name of a jar. */
    private static final Pattern JAR = Pattern.compile("([^/]+?)-(\\d[^/]*)\\.jar$");

    private static final Map<String, String> LIBRARIES = new TreeMap<>(Map.of(
            "CosId", "me.ahoo.cosid.segment.SegmentChainId",
            "Hutool", "cn.hutool.core.lang.Snowflake",
            "Hibernate", "org.hibernate.id.enhanced.PooledLoOptimizer",
            "RavenDB client", "net.ravendb.client.documents.identity.HiLoIdGenerator",
            "tsid-creator", "com.github.f4b6a3.tsid.TsidFactory",
            "uuid-creator", "com.github.f4b6a3.uuid.UuidCreator",
            "JMH", "org.openjdk.jmh.runner.Runner"));

    private Conditions() {}

    static void printBefore(Effort effort) {
        MarkdownTable table = new MarkdownTable("Condition", "Value");
        table.row("Time", Instant.now().truncatedTo(ChronoUnit.SECONDS));
        table.row("Processor", processor());
        table.row("Cores the JVM sees", Runtime.getRuntime().availableProcessors());
        table.row("Operating system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        table.row("JDK", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
        table.row("JVM flags", String.join(" ", Forked.FLAGS));
        table.row("Rounds, windows", effort.rounds() + ", " + effort.batchWindow() + " and " + effort.refillWindow());
        LIBRARIES.forEach((title, type) -> table.row(title, version(type)));
        table.row("Mintmark", System.getProperty("mintmark.commit", "unknown commit"));
        table.row("Load average before", load());
        table.print();
        if (effort.equals(Effort.QUICK)) {
            System.out.println("**Quick run: it shows that everything works, its figures are worth nothing.**\n");
        }
    }

    static void printAfter() {
        System.out.println("Load average after: " + load() + " (the measurement itself counts for up to 2).\n");
    }

    private static String load() {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        return String.format(Locale.ROOT, "%.2f", load);
    }

    private static String processor() {
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

    private static String version(String type) {
        URL place = Conditions.class.getClassLoader().getResource(type.replace('.', '/') + ".class");
        if (place == null) {
            return "not on the class path";
        }
        String jar = place.getPath().replaceAll("!.*", "");
        Matcher name = JAR.matcher(jar);
        return name.find() ? name.group(1) + " " + name.group(2) : jar;
    }
}
