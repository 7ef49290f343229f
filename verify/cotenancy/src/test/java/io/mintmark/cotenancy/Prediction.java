package io.mintmark.cotenancy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * What the doctor says will happen, {@code collides at 2: B 1..10, A 2..11}, tried with two programs that really run.
 *
 * @param firstDuplicate the number that is issued twice first
 * @param turns who reserves which block, in order
 */
record Prediction(long firstDuplicate, List<Turn> turns) {
    private static final Pattern TURN = Pattern.compile("\\b([AB]) (\\d+)\\.\\.(\\d+)");

    /** One reservation. */
    record Turn(boolean byA, long low, long high) {}

    static Prediction of(Doctor.Verdict verdict) {
        List<Turn> turns =
                TURN.matcher(verdict.text()).results().map(Prediction::turn).toList();
        return new Prediction(verdict.firstDuplicate(), turns);
    }

    private static Turn turn(MatchResult words) {
        return new Turn(words.group(1).equals("A"), Long.parseLong(words.group(2)), Long.parseLong(words.group(3)));
    }

    /**
     * Lets both programs issue whole blocks in the order that is predicted, whatever numbers they are; returns the first
     * number that was issued before.
     *
     * @param issued receives every number, in the order of issue
     */
    long tryOut(LongSupplier a, LongSupplier b, List<Long> issued) {
        Set<Long> seen = new HashSet<>();
        for (Turn turn : turns) {
            LongSupplier program = turn.byA() ? a : b;
            for (long left = turn.high() - turn.low() + 1; left > 0; left--) {
                long number = program.getAsLong();
                issued.add(number);
                if (!seen.add(number)) {
                    return number;
                }
            }
        }
        throw new AssertionError("no number was issued twice, against " + this + ": " + issued);
    }

    /** Returns the numbers that are predicted to be issued up to the first repeated one, and that one. */
    List<Long> numbers() {
        List<Long> numbers = new ArrayList<>();
        for (Turn turn : turns) {
            for (long number = turn.low(); number <= turn.high(); number++) {
                boolean repeated = numbers.contains(number);
                numbers.add(number);
                if (repeated) {
                    return numbers;
                }
            }
        }
        return numbers;
    }
}
