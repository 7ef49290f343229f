package io.mintmark.lab.faults;

import io.mintmark.lab.faults.Findings.Kind;
import io.mintmark.lab.faults.History.Outage;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** How long each node gave no range though nothing was wrong with it. */
final class Availability {
    /** The longest time that is no failure. */
    static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** How long a node may need after its fault: a claim lapses after ten seconds, and a JVM starts. */
    static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(20);

    private final Map<Integer, List<Long>> answers;
    private final List<Outage> outages;

    Availability(History history) {
        answers = Judge.answers(history, Databases.STEADY);
        outages = history.all(History.Outage.class).stream()
                .sorted(Comparator.comparingLong(Outage::from))
                .toList();
    }

    void judge(int nodes, Findings findings) {
        for (int node = 0; node < nodes; node++) {
            long longest = longest(node);
            if (longest > LIMIT_NANOS) {
                findings.add(Kind.UNAVAILABLE, "node " + node + ": " + TimeUnit.NANOSECONDS.toMillis(longest) + " ms");
            }
        }
    }

    /**
     * Returns the longest time in ns between two ranges of a node, less its faults and the time after each; the largest
     * number if it gave none.
     */
    long longest(int node) {
        List<Long> times = answers.getOrDefault(node, List.of());
        long longest = times.isEmpty() ? Long.MAX_VALUE : 0;
        for (int i = 1; i < times.size(); i++) {
            longest = Math.max(longest, uncovered(node, times.get(i - 1), times.get(i)));
        }
        return longest;
    }

    private long uncovered(int node, long from, long to) {
        long at = from;
        long most = 0;
        for (Outage outage : outages) {
            if (outage.node() < 0 || outage.node() == node) {
                most = Math.max(most, Math.min(outage.from(), to) - at);
                at = Math.max(at, outage.to() + GRACE_NANOS);
            }
        }
        return Math.max(most, to - at);
    }
}
