package io.mintmark.jdbc.internal.store;

import io.mintmark.counter.BlockRule;
import io.mintmark.counter.ExhaustedException;
import io.mintmark.jdbc.database.SequenceStep;
import io.mintmark.jdbc.database.SqlName;
import io.mintmark.jdbc.database.UnsafeCounterException;

/** Why a sequence is no counter, or no longer one. */
public final class SequenceRequirements {
    private SequenceRequirements() {}

    /** Refuses a step that the rule cannot use; called again after every draw. */
    public static void requireStep(NamedBlockRule counter, SqlName sequence, SequenceStep step) {
        BlockRule rule = counter.rule();
        long increment = step.increment();
        if (rule.kind().needsIncrementOfSize() && increment != rule.size()) {
            throw new UnsafeCounterException("the counter " + counter + " must step by its block: increment="
                    + increment + ", block=" + rule.size() + "; " + remedy(increment));
        }
        if (increment < 1) {
            throw new UnsafeCounterException(
                    "the counter " + counter + " must step upwards: increment=" + increment + "; " + remedy(increment));
        }
        if (step.cycles()) {
            throw new UnsafeCounterException(
                    "the counter " + counter + " must not begin again at its end: the sequence " + sequence
                            + " has CYCLE; alter it to NO CYCLE");
        }
    }

    private static String remedy(long increment) {
        if (increment == 0) {
            return "0 means that a Galera cluster sets it, by a step that no counter here can follow: use a table";
        }
        if (increment < 0) {
            return "it steps downwards, which no product does: look at who altered the sequence";
        }
        return "set the block of every program that shares it to " + increment + ", or stop them all and alter the"
                + " sequence; OpenJPA alters sequences by itself";
    }

    /** Returns the refusal of a sequence that has no value left. */
    public static ExhaustedException atEnd(NamedBlockRule counter, SqlName sequence, long last) {
        return atEnd(counter, sequence, "its MAXVALUE is " + last);
    }

    static ExhaustedException atEnd(NamedBlockRule counter, SqlName sequence, String why) {
        return new ExhaustedException("the counter " + counter + " is at its end and never wraps: the sequence "
                + sequence + " has no value left (" + why
                + "); raise its MAXVALUE if the column of the ids has room, or go on with a new counter");
    }
}
