package io.mintmark.testkit;

import java.time.Duration;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The result of one run of a uniqueness test, with a bound on what the run may have missed.
 *
 * <p>Immutable.
 *
 * @param test the test's name
 * @param seed the seed that repeats the run
 * @param duration how long it ran
 * @param trials the number of independent attempts at breaking the promise: schedules, kills, restarts
 * @param ids the number of issued identifiers
 * @param faults the number of faults of each kind
 * @param duplicates the number of identifiers that had been issued before
 * @param gapsShare the share of reserved numbers that were neither issued nor given back, 0 to 1; NaN if no reservation
 *     was recorded
 */
public record HistoryReport(
        String test,
        long seed,
        Duration duration,
        long trials,
        long ids,
        Map<String, Long> faults,
        long duplicates,
        double gapsShare) {

    /** Keeps an immutable, sorted copy of {@code faults}. */
    public HistoryReport {
        SortedMap<String, Long> sorted = new TreeMap<>(faults);
        faults = Collections.unmodifiableSortedMap(sorted);
    }

    /**
     * Returns the 95 % upper bound on the probability that a trial fails, after {@code trials} independent ones without
     * a failure.
     *
     * <p>The bound solves {@code (1 - p)^n = 0.05}, which is about {@code 3 / n} for all but the smallest {@code n}: "a
     * thousand kills without a duplicate" means "with 95 % confidence, fewer than 3 kills in a thousand make one".
     * Without trials nothing is known, and the bound is 1.
     */
    public static double upperBound95(long trials) {
        return trials <= 3 ? 1 : 3.0 / trials;
    }

    /**
     * Returns the report's line: {@code test · seed · duration · ids · faults · duplicates · gaps % · 95 % bound}.
     *
     * <p>The bound is that of {@link #upperBound95}; it is valid only if no duplicate was found.
     */
    public String line() {
        return String.join(
                " · ",
                test,
                "seed " + seed,
                String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0),
                String.format(Locale.ROOT, "%,d ids", ids),
                "faults " + faultsText(),
                String.format(Locale.ROOT, "%,d duplicates", duplicates),
                "gaps "
                        + (Double.isNaN(gapsShare)
                                ? "unknown"
                                : String.format(Locale.ROOT, "%.1f %%", gapsShare * 100)),
                "95 % bound " + boundText());
    }

    @Override
    public String toString() {
        return line();
    }

    private String faultsText() {
        return faults.isEmpty()
                ? "none"
                : faults.entrySet().stream()
                        .map(kind -> kind.getKey() + "×" + kind.getValue())
                        .collect(Collectors.joining(", "));
    }

    private String boundText() {
        return duplicates > 0
                ? "none: the promise is broken"
                : String.format(Locale.ROOT, "%.1e per trial (%,d trials)", upperBound95(trials), trials);
    }
}
