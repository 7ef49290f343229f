package io.mintmark.testkit.judge;

import io.mintmark.testkit.history.Operation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds two chains of one document that must both come before the other one.
 *
 * <p>A chain certainly lasted from its first completion to its last invocation, if that comes later. Two such times
 * must not overlap, and no chain may run wholly within another one's. That takes n log n.
 */
final class ChainOrder {
    private final String name;
    private final Findings findings;

    ChainOrder(String name, Findings findings) {
        this.name = name;
        this.findings = findings;
    }

    /** Judges chains of which {@code first}, if there is one, must come before all others. */
    void judge(@Nullable VersionChain first, List<VersionChain> chains) {
        List<VersionChain> all =
                new ArrayList<>(chains.stream().filter(ChainOrder::isSeen).toList());
        if (first != null && isSeen(first)) {
            all.stream()
                    .filter(each -> ended(each).precedes(begun(first)))
                    .findFirst()
                    .ifPresent(each -> contradict(first, each));
        }
        all.sort(Comparator.comparingLong(each -> ended(each).ended()));
        TreeMap<Long, VersionChain> longest = overlaps(all);
        all.stream().filter(each -> !isLasting(each)).forEach(each -> within(longest, each));
    }

    /** Returns the chain that lasts longest among lasting ones, by when they were first complete. */
    private TreeMap<Long, VersionChain> overlaps(List<VersionChain> all) {
        TreeMap<Long, VersionChain> longest = new TreeMap<>();
        VersionChain last = null;
        for (VersionChain each : all) {
            if (!isLasting(each)) {
                continue;
            }
            if (last != null && ended(each).precedes(begun(last))) {
                contradict(last, each);
            }
            last = last == null || begun(each).began() > begun(last).began() ? each : last;
            longest.put(ended(each).ended(), last);
        }
        return longest;
    }

    private void within(TreeMap<Long, VersionChain> longest, VersionChain chain) {
        Map.Entry<Long, VersionChain> around = longest.lowerEntry(begun(chain).began());
        if (around != null && ended(chain).precedes(begun(around.getValue()))) {
            contradict(around.getValue(), chain);
        }
    }

    private void contradict(VersionChain one, VersionChain other) {
        findings.add(
                Rule.VERSION_BEHIND,
                name + ", " + text(one) + " found or made before and after " + text(other),
                distinct(ended(one), begun(one), ended(other), begun(other)));
    }

    private static String text(VersionChain chain) {
        return chain.versions.get(0).label + (chain.versions.size() == 1 ? "" : " and what follows it");
    }

    private static boolean isSeen(VersionChain chain) {
        return chain.firstEnded != null && chain.lastBegun != null;
    }

    private static boolean isLasting(VersionChain chain) {
        return ended(chain).precedes(begun(chain));
    }

    private static Operation ended(VersionChain chain) {
        return Objects.requireNonNull(chain.firstEnded);
    }

    private static Operation begun(VersionChain chain) {
        return Objects.requireNonNull(chain.lastBegun);
    }

    /** Returns those that are there, each once, in the order of their invocations. */
    static Operation[] distinct(@Nullable Operation... operations) {
        return Stream.of(operations)
                .filter(Objects::nonNull)
                .map(Objects::requireNonNull)
                .distinct()
                .sorted(Comparator.comparingLong(Operation::number))
                .toArray(Operation[]::new);
    }
}
