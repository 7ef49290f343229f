package io.mintmark.cli.command;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.mintmark.jdbc.Assessment;
import io.mintmark.jdbc.Collision;
import io.mintmark.jdbc.CounterDescription;
import io.mintmark.jdbc.FoundCounter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
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

    /** Two programs on one counter: safe only if each could use it alone, and both together repeat no number. */
    private static final class ProgramPair {
        /** Whether two repeat numbers does not depend on where the sequence stands; which number it is, does. */
        private static final String HIDDEN =
                "collides: at which number first cannot be told, because the sequence caches"
                        + " values and does not show which comes next";

        private final FoundCounter found;
        private final String nameA;
        private final String nameB;
        private final Assessment a;
        private final Assessment b;

        ProgramPair(FoundCounter found, String nameA, CounterDescription a, String nameB, CounterDescription b) {
            this.found = found;
            this.nameA = nameA;
            this.nameB = nameB;
            this.a = found.assess(a);
            this.b = found.assess(b);
        }

        Verdict verdict() {
            Optional<String> refusal = a.refusal().or(b::refusal);
            Optional<Collision> collision = collision();
            boolean shown = found.value().isPresent();
            if (collision.isPresent() && (shown || refusal.isEmpty())) {
                return collides(collision.get(), shown || found.increment().isEmpty());
            }
            return refusal.map(this::refused).orElseGet(() -> new Verdict(nameA, nameB, true, null, warnings()));
        }

        private Optional<Collision> collision() {
            long increment = found.increment().orElse(1);
            return increment < 1
                    ? Optional.empty()
                    : Collision.between(a.counter(), b.counter(), found.value().orElse(1), increment);
        }

        private Verdict collides(Collision collision, boolean shown) {
            OptionalLong number = collision.number();
            Long duplicate = shown && number.isPresent() ? Long.valueOf(number.getAsLong()) : null;
            return new Verdict(nameA, nameB, false, duplicate, shown ? collision.toString() : HIDDEN);
        }

        private Verdict refused(String why) {
            return new Verdict(nameA, nameB, false, null, "refused: " + why);
        }

        private String warnings() {
            Set<String> warnings = new LinkedHashSet<>(a.warnings());
            warnings.addAll(b.warnings());
            warnings.addAll(a.doubts());
            warnings.addAll(b.doubts());
            return String.join("; ", warnings);
        }
    }
}
