package io.mintmark.jdbc;

import io.mintmark.counter.BlockRule;
import io.mintmark.counter.BlockRule.Kind;
import io.mintmark.counter.Reservation;
import io.mintmark.jdbc.database.CounterAccess;
import io.mintmark.jdbc.database.SequenceState;
import io.mintmark.jdbc.internal.store.SequenceRequirements;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Judges a sequence by what its catalog shows.
 *
 * <p><b>Where it starts.</b> HIGH and HIGH-EXCLUSIVE reach from a value downwards, so that the first value of a
 * sequence that starts at 1000 would stand for 951 to 1000, of which 951 to 999 may be rows that exist. Programs avoid
 * that by an initial value in their own configuration, which no catalog shows; what it shows is the start. Taken for
 * the first number, the start leaves us a part of what any such program takes, whatever its initial value is.
 * EclipseLink alone has its sequences start at the end of a whole block.
 */
final class SequenceJudge {
    private final CounterDescription declared;
    private final CounterAccess.Sequence sequence;

    SequenceJudge(CounterDescription declared, CounterAccess.Sequence sequence) {
        this.declared = declared;
        this.sequence = sequence;
    }

    Assessment judge(SequenceState state, long ceiling) {
        SequenceRequirements.requireStep(declared.counting(), sequence.name(), state.step());
        CounterDescription counter = declared.withRule(startingAt(state.start()));
        if (state.ended()) {
            throw SequenceRequirements.atEnd(counter.counting(), sequence.name(), state.last());
        }
        OptionalLong lowest = lowestNext(counter, state, ceiling);
        return Assessment.usable(counter, lowest, warnings(counter.rule(), state), doubts(counter, state, lowest));
    }

    private BlockRule startingAt(long start) {
        BlockRule rule = declared.rule();
        boolean wholeBlock =
                sequence.startsAtBlockEnd() && rule.kind() == Kind.HIGH && start - rule.first() == rule.size() - 1;
        return reachesDown(rule) && start > rule.first() && !wholeBlock ? rule.startingAt(start) : rule;
    }

    /** Returns whether a value stands for numbers below it, too. */
    static boolean reachesDown(BlockRule rule) {
        return rule.kind() == Kind.HIGH_EXCLUSIVE || (rule.kind() == Kind.HIGH && rule.size() > 1);
    }

    private static OptionalLong lowestNext(CounterDescription counter, SequenceState state, long ceiling) {
        if (state.next().isEmpty()) {
            return OptionalLong.empty();
        }
        // A value without a block says nothing of the next one; the lowest number there is, is its bound.
        Optional<Reservation> block = counter.counting().block(state.next().getAsLong());
        long low = block.map(Reservation::low).orElse(counter.rule().first());
        counter.counting().requireBelow(low, ceiling);
        return OptionalLong.of(low);
    }

    private List<String> warnings(BlockRule rule, SequenceState state) {
        List<String> warnings = new ArrayList<>();
        boolean unused = state.next().orElse(state.start()) == state.start();
        if (rule.first() != declared.rule().first() && unused) {
            long below = state.start() - (rule.kind() == Kind.HIGH ? rule.size() - 1 : rule.size());
            warnings.add("its sequence starts at " + state.start() + ", which is taken for its first number: tell every"
                    + " program that this is the initial value, or it also issues " + below + " to "
                    + (state.start() - 1));
        }
        if (reachesDown(rule) && state.start() < rule.first()) {
            warnings.add("its sequence starts at " + state.start() + " and its first number is declared to be "
                    + rule.first() + ": the block of the first value is read wrongly unless the two agree");
        }
        if (state.plainColumn().isPresent() && !rule.kind().allowsPlainNextValue()) {
            warnings.add(
                    "the column " + state.plainColumn().get() + " takes single values of its sequence for rows that"
                            + " come without an id, and by this rule those numbers are inside blocks of others: take that default"
                            + " away");
        }
        if (state.next().isEmpty()) {
            warnings.add(
                    "its sequence caches " + state.cache() + " values: a raise does not reach those that sessions or"
                            + " the server hold already, and existing ids cannot be compared with the next one");
        }
        return warnings;
    }

    private static List<String> doubts(CounterDescription counter, SequenceState state, OptionalLong lowest) {
        List<String> doubts = new ArrayList<>(setByHand(counter, state, lowest));
        if (lowest.isPresent() && !counter.rule().kind().needsIncrementOfSize()) {
            BlockDoubt.of(counter, lowest.getAsLong()).ifPresent(doubts::add);
        }
        return doubts;
    }

    /** A value off the start's line was set by hand, probably to the next id; its block reaches below it. */
    private static List<String> setByHand(CounterDescription counter, SequenceState state, OptionalLong lowest) {
        boolean off = state.next().isPresent()
                && Math.floorMod(state.next().getAsLong(), state.increment())
                        != Math.floorMod(state.start(), state.increment());
        return off && reachesDown(counter.rule()) && lowest.isPresent()
                ? List.of("its next value " + state.next().getAsLong() + " is not where its start " + state.start()
                        + " and its increment " + state.increment() + " lead, so it was set by hand: its next numbers"
                        + " begin at " + lowest.getAsLong() + ", below that value; name the ids, which are then"
                        + " compared, or raise it above them")
                : List.of();
    }
}
