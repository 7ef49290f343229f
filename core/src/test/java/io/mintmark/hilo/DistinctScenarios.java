package io.mintmark.hilo;

import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.CTestStructure;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.kotlinx.lincheck.execution.RandomExecutionGenerator;
import org.jetbrains.lincheck.datastructures.CTestConfiguration;
import org.jetbrains.lincheck.datastructures.RandomProvider;

/**
 * Draws scenarios at random, and none twice: to search one again would show the same interleavings again.
 *
 * <p>Each thread makes one call or more, and none or more come before all threads; what the configuration says is the
 * most. So a range ends at any place. Which thread makes which calls does not matter, because a search lets any begin.
 */
public final class DistinctScenarios extends RandomExecutionGenerator {
    private static final int DRAWS_MAX = 100_000;

    private final Random random;
    private final Set<List<Object>> drawn = new HashSet<>();

    public DistinctScenarios(CTestConfiguration configuration, CTestStructure structure, RandomProvider randoms) {
        super(configuration, structure, randoms);
        this.random = randoms.createRandom();
    }

    @Override
    public ExecutionScenario nextExecution() {
        for (int draw = 0; draw < DRAWS_MAX; draw++) {
            ExecutionScenario scenario = shortened(super.nextExecution());
            if (drawn.add(withoutThreadNumbers(scenario))) {
                return scenario;
            }
        }
        throw new IllegalStateException("there are no more than " + drawn.size() + " scenarios: ask for fewer");
    }

    private ExecutionScenario shortened(ExecutionScenario scenario) {
        List<List<Actor>> threads = scenario.getParallelExecution().stream()
                .map(calls -> firstOf(calls, 1))
                .toList();
        return new ExecutionScenario(
                firstOf(scenario.getInitExecution(), 0),
                threads,
                scenario.getPostExecution(),
                scenario.getValidationFunction());
    }

    private List<Actor> firstOf(List<Actor> calls, int least) {
        return List.copyOf(calls.subList(0, least + random.nextInt(calls.size() + 1 - least)));
    }

    private static List<Object> withoutThreadNumbers(ExecutionScenario scenario) {
        return List.of(
                scenario.getInitExecution().toString(),
                scenario.getParallelExecution().stream()
                        .map(Object::toString)
                        .sorted()
                        .toList(),
                scenario.getPostExecution().toString());
    }
}
