package io.mintmark.testkit.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a history shows of a promise, and what it cannot show.
 *
 * <p>Immutable.
 *
 * @param judged what was compared, a line for each judge, with counts
 * @param violationCount the number of contradictions
 * @param violations the first contradictions, at most 20 of each judge
 * @param unseen what the judges could not have seen: unknown outcomes, what was never read back, gaps in the recording
 */
public record Verdict(List<String> judged, long violationCount, List<Violation> violations, List<String> unseen) {
    /** Keeps immutable copies. */
    public Verdict {
        judged = List.copyOf(judged);
        violations = List.copyOf(violations);
        unseen = List.copyOf(unseen);
    }

    /** Returns whether nothing contradicts the promise. */
    public boolean holds() {
        return violationCount == 0;
    }

    /** Returns whether one of {@link #violations} broke {@code rule}. */
    public boolean breaks(Rule rule) {
        return violations.stream().anyMatch(violation -> violation.rule() == rule);
    }

    /** Throws an {@link AssertionError} that names the operations, unless it {@linkplain #holds holds}. */
    public Verdict assertHolds() {
        if (!holds()) {
            throw new AssertionError("the history must contradict no promise:" + System.lineSeparator() + this);
        }
        return this;
    }

    /** Returns both verdicts as one. */
    public Verdict and(Verdict other) {
        return new Verdict(
                joined(judged, other.judged),
                violationCount + other.violationCount,
                joined(violations, other.violations),
                joined(unseen, other.unseen).stream().distinct().toList());
    }

    private static <T> List<T> joined(List<T> ours, List<T> theirs) {
        return Stream.concat(ours.stream(), theirs.stream()).toList();
    }

    /** Returns the whole verdict, to be read by a person. */
    @Override
    public String toString() {
        List<String> lines = new ArrayList<>();
        judged.forEach(each -> lines.add("judged: " + each));
        lines.add(String.format(Locale.ROOT, "%s: %,d contradictions", holds() ? "holds" : "broken", violationCount));
        violations.forEach(each -> lines.add("  " + each));
        if (violations.size() < violationCount) {
            lines.add("  and others");
        }
        unseen.forEach(each -> lines.add("not seen: " + each));
        return lines.stream().collect(Collectors.joining(System.lineSeparator()));
    }
}
