package io.mintmark.cli.command;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.mintmark.jdbc.CounterDescription;
import io.mintmark.jdbc.FoundCounter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is to be said of two programs, or of one that runs twice, on one counter.
 *
 * @param a the first program
 * @param b the second
 * @param safe whether no order of reservations repeats a number
 * @param duplicate the first number that both issue, or null
 * @param text why
 */
record Verdict(
        @JsonProperty("a") String a,
        @JsonProperty("b") String b,
        @JsonProperty("safe") boolean safe,

        @JsonInclude(JsonInclude.Include.NON_NULL) @JsonProperty("firstDuplicate") @Nullable Long duplicate,

        @JsonProperty("text") String text) {
    /**
     * Judges all declared programs that count with what was found, each beside itself and beside all others.
     *
     * @param declared programs that can share a counter
     */
    static List<Verdict> on(FoundCounter found, List<Declared> declared) {
        List<Verdict> verdicts = new ArrayList<>();
        for (int first = 0; first < declared.size(); first++) {
            for (int second = first; second < declared.size(); second++) {
                judge(found, declared.get(first), declared.get(second)).ifPresent(verdicts::add);
            }
        }
        return verdicts;
    }

    private static Optional<Verdict> judge(FoundCounter found, Declared a, Declared b) {
        Optional<CounterDescription> first = a.on(found);
        Optional<CounterDescription> second = b.on(found);
        return first.isEmpty() || second.isEmpty()
                ? Optional.empty()
                : Optional.of(new ProgramPair(found, a.toString(), first.get(), b.toString(), second.get()).verdict());
    }

    /**
     * Returns whether it is about two programs of that name; each program that could count with a counter has such a
     * verdict.
     */
    boolean isAboutTwoOf(String program) {
        return a.equals(program) && b.equals(program);
    }

    /** Returns the verdict in a line. */
    String line() {
        String who = a.equals(b) ? "two of " + a : a + " beside " + b;
        String word = safe ? "safe" + (text.isEmpty() ? "" : ", but " + text) : text;
        return who + ": " + word;
    }
}
