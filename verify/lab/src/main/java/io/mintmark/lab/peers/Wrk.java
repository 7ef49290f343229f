package io.mintmark.lab.peers;

import io.mintmark.lab.instrument.Traffic;
import io.mintmark.lab.process.Child;
import io.mintmark.lab.process.CpuMeter;
import io.mintmark.lab.process.ProcessMemory;
import io.mintmark.lab.process.ServerProcess;
import io.mintmark.lab.report.Sample;
import io.mintmark.lab.report.Site;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A load generator of others: wrk, if it is installed, with one thread.
 *
 * <p>It answers each reply at once, while {@link io.mintmark.lab.instrument.ClosedLoop} reads all replies there are
 * before it sends again. Requests that were answered together thus come back one by one, which makes smaller groups of
 * commits.
 */
public final class Wrk {
    /** The remark for machines that lack it. */
    public static final String MISSING = "wrk is not installed, so its rows are missing (Debian: apt-get install wrk).";

    private static final Pattern RATE = Pattern.compile("Requests/sec:\\s*([0-9.]+)");
    private static final Pattern COUNT = Pattern.compile("([0-9]+) requests in");
    private static final Pattern QUANTILE = Pattern.compile("(?m)^\\s+(50|99)%\\s+([0-9.]+)(us|ms|s)$");
    private static final Pattern FAILURE = Pattern.compile("Non-2xx or 3xx responses: .*|Socket errors: .*");
    private static final Map<String, Double> MILLIS = Map.of("us", 1e-3, "ms", 1.0, "s", 1e3);

    private Wrk() {}

    /**
     * Findings of one run.
     *
     * @param requests how many were answered
     * @param perSecond how many a second
     * @param p50Millis median time of a request
     * @param p99Millis what one request of a hundred exceeds
     */
    public record Report(long requests, double perSecond, double p50Millis, double p99Millis) {
        /** Reads what wrk printed; refuses a run with failures, which are faster than answers. */
        static Report of(String printed) throws IOException {
            Matcher failure = FAILURE.matcher(printed);
            if (failure.find()) {
                throw new IOException("wrk had failures, which cannot be compared: " + failure.group());
            }
            return new Report(
                    Long.parseLong(only(COUNT, printed)),
                    Double.parseDouble(only(RATE, printed)),
                    quantile("50", printed),
                    quantile("99", printed));
        }

        private static String only(Pattern pattern, String printed) throws IOException {
            Matcher found = pattern.matcher(printed);
            if (!found.find()) {
                throw new IOException("wrk printed no " + pattern + ": " + printed);
            }
            return found.group(1);
        }

        private static double quantile(String percent, String printed) {
            return QUANTILE.matcher(printed)
                    .results()
                    .filter(line -> line.group(1).equals(percent))
                    .findFirst()
                    .map(line -> Double.parseDouble(line.group(2)) * MILLIS.getOrDefault(line.group(3), Double.NaN))
                    .orElse(Double.NaN);
        }
    }

    /** Returns whether it can be run here. */
    public static boolean isInstalled() {
        return Child.isOnPath("wrk");
    }

    /** Measures one request, sent again and again; returns empty where wrk is missing. */
    public static Optional<Sample> sample(ServerProcess server, Traffic.GetRequest target, int connections, Site site)
            throws IOException {
        if (!isInstalled()) {
            return Optional.empty();
        }
        Report ignored = Report.of(
                Child.output(command(target, connections, site.storeWindow().warmUp())));
        CpuMeter meter = CpuMeter.start(server.handle());
        Report report = Report.of(
                Child.output(command(target, connections, site.window().time())));
        CpuMeter.Usage usage = meter.stop();
        return Optional.of(new Sample(
                report.perSecond(),
                report.p50Millis(),
                report.p99Millis(),
                usage.server() * 1e6 / report.requests(),
                usage.own() * 1e6 / report.requests(),
                usage.foreignCores(),
                ProcessMemory.resident(server.handle())));
    }

    private static List<String> command(Traffic.GetRequest target, int connections, Duration time) {
        List<String> command = new ArrayList<>(List.of("wrk", "--threads", "1", "--latency"));
        command.addAll(List.of("--connections", Integer.toString(connections)));
        command.addAll(List.of("--duration", String.format(Locale.ROOT, "%ds", Math.max(1, time.toSeconds()))));
        target.fields().forEach(field -> command.addAll(List.of("--header", field)));
        command.add(target.url());
        return command;
    }
}
