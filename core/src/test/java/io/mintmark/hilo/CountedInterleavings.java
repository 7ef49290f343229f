package io.mintmark.hilo;

import java.util.IdentityHashMap;
import java.util.Locale;
import java.util.Map;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionResult;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.datastructures.verifier.LinearizabilityVerifier;
import org.jetbrains.lincheck.datastructures.verifier.Verifier;

/**
 * Judges results as Lincheck does, and counts them: a search ends earlier than asked when there is nothing left to see.
 *
 * <p>Lincheck creates it, and more than one in a search; so the count is shared. One search at a time.
 */
public final class CountedInterleavings implements Verifier {
    private static final Map<ExecutionScenario, Integer> BY_SCENARIO = new IdentityHashMap<>();

    private final Verifier judge;

    public CountedInterleavings(Class<?> sequentialSpecification) {
        this.judge = new LinearizabilityVerifier(sequentialSpecification);
    }

    @Override
    public boolean verifyResults(ExecutionScenario scenario, ExecutionResult results) {
        BY_SCENARIO.merge(scenario, 1, Integer::sum);
        return judge.verifyResults(scenario, results);
    }

    static void reset() {
        BY_SCENARIO.clear();
    }

    static long total() {
        return BY_SCENARIO.values().stream().mapToLong(Integer::longValue).sum();
    }

    /** Says how many scenarios and interleavings were searched, and how many scenarios had no more of them. */
    static String summary(int interleavingsMost) {
        long exhausted = BY_SCENARIO.values().stream()
                .filter(count -> count < interleavingsMost)
                .count();
        return String.format(
                Locale.ROOT,
                "%,d scenarios × %,d interleavings = %,d (%d scenarios have fewer)",
                BY_SCENARIO.size(),
                interleavingsMost,
                total(),
                exhausted);
    }
}
