package io.mintmark.jdbc;

import io.mintmark.counter.BlockRule;
import java.util.Optional;

/**
 * The doubt about a counter whose stored number means other ids by another block, where nothing shows by which block it
 * was counted.
 *
 * <p>A row at 6 stands for ids from 196,608 on by NHibernate's default, and for ids from 600 on if max_lo is changed to
 * 99: those were given out long ago. Rules that multiply repeat ids if the block was larger, those that reach downwards
 * if it was smaller. Where the database shows the block, as a sequence's increment does, there is no doubt.
 */
final class BlockDoubt {
    private BlockDoubt() {}

    /** Returns the doubt in words; empty if no block that was used before can have given out the next number. */
    static Optional<String> of(CounterDescription counter, long next) {
        BlockRule rule = counter.rule();
        if (next <= rule.first()) {
            return Optional.empty();
        }
        return dangerous(counter)
                .map(block -> "what it stores does not show the block that it was counted with (max_lo, MaxLo,"
                        + " increment_size, allocationSize): by blocks of " + rule.size() + " its next number is "
                        + next
                        + ", and if they were ever " + block + ", ids from there on may exist; name the ids, which are"
                        + " then compared, or raise it above them");
    }

    /** Returns which other blocks read a higher next number from the same stored one. */
    private static Optional<String> dangerous(CounterDescription counter) {
        BlockRule rule = counter.rule();
        if (!rule.kind().needsIncrementOfSize()) {
            return Optional.of("larger");
        }
        BlockRule other = new BlockRule(rule.kind(), rule.size() == 1 ? 2 : rule.size() - 1, rule.first());
        long otherwise = atZero(counter.withRule(other)) - atZero(counter);
        if (otherwise == 0) {
            return Optional.empty();
        }
        boolean larger = otherwise > 0 == other.size() > rule.size();
        return larger || rule.size() > 1 ? Optional.of(larger ? "larger" : "smaller") : Optional.empty();
    }

    /** Returns the number that a stored 0 stands for, where values are numbers. */
    private static long atZero(CounterDescription counter) {
        return counter.counting().toValue() + counter.rule().lowAtZero();
    }
}
