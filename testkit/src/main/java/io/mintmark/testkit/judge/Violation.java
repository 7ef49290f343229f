package io.mintmark.testkit.judge;

import io.mintmark.testkit.history.Operation;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Operations that contradict each other.
 *
 * <p>Immutable.
 *
 * @param rule what was broken
 * @param what what happened, in a line
 * @param operations the operations that show it, in the order of their invocations
 */
public record Violation(Rule rule, String what, List<Operation> operations) {
    /** Keeps an immutable copy of {@code operations}. */
    public Violation {
        operations = List.copyOf(operations);
    }

    /** Returns a line that says what happened, and one for each operation. */
    @Override
    public String toString() {
        return rule + ": " + what
                + operations.stream()
                        .map(operation -> System.lineSeparator() + "    " + operation)
                        .collect(Collectors.joining());
    }
}
