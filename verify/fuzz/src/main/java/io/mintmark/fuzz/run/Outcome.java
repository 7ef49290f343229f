package io.mintmark.fuzz.run;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What one search came to.
 *
 * @param search what was asked for
 * @param runs how many runs there were
 * @param seconds how long they took, without the start
 * @param edges branches of instrumented classes that were taken
 * @param features branches by how often they were taken in a run, and comparisons
 * @param corpus inputs that are worth keeping
 * @param added those of them that are new
 * @param findings inputs that broke a property
 * @param exitCode how the JVM ended
 */
public record Outcome(
        Search search,
        long runs,
        long seconds,
        long edges,
        long features,
        long corpus,
        long added,
        List<Path> findings,
        int exitCode) {
    private static final Pattern STATUS = Pattern.compile("#(\\d+)\\s+\\w+\\s+cov: (\\d+) ft: (\\d+) corp: (\\d+)/.*");
    private static final Pattern ENDED = Pattern.compile("Done (\\d+) runs in (\\d+) second.*");
    private static final Pattern STATISTIC = Pattern.compile("stat::(\\w+):\\s+(\\d+)");

    /** Copies the findings. */
    public Outcome {
        findings = List.copyOf(findings);
    }

    /** Returns whether the search went as it should, and found nothing. */
    public boolean isClean() {
        return findings.isEmpty() && exitCode == 0;
    }

    /** Returns how many runs there were in a second. */
    public long rate() {
        return runs / Math.max(1, seconds);
    }

    /** Reads what Jazzer and libFuzzer print, line by line. */
    static final class Reading {
        private long runs;
        private long seconds;
        private long edges;
        private long features;
        private long corpus;
        private long added;

        void line(String line) {
            Matcher status = STATUS.matcher(line);
            Matcher ended = ENDED.matcher(line);
            Matcher statistic = STATISTIC.matcher(line);
            if (status.matches()) {
                runs = Long.parseLong(status.group(1));
                edges = Long.parseLong(status.group(2));
                features = Long.parseLong(status.group(3));
                corpus = Long.parseLong(status.group(4));
            } else if (ended.matches()) {
                runs = Long.parseLong(ended.group(1));
                seconds = Long.parseLong(ended.group(2));
            } else if (statistic.matches()) {
                statistic(statistic.group(1), Long.parseLong(statistic.group(2)));
            }
        }

        private void statistic(String name, long value) {
            switch (name) {
                case "number_of_executed_units" -> runs = value;
                case "new_units_added" -> added = value;
                default -> {}
            }
        }

        Outcome outcome(Search search, long elapsed, List<Path> findings, int exitCode) {
            long took = seconds == 0 ? elapsed : seconds;
            return new Outcome(search, runs, took, edges, features, corpus, added, findings, exitCode);
        }
    }
}
