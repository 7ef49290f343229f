package io.mintmark.jdbc;

import io.mintmark.MintmarkException;
import io.mintmark.jdbc.database.CounterAccess;
import io.mintmark.jdbc.database.CounterState;
import io.mintmark.jdbc.database.RowState;
import io.mintmark.jdbc.database.SequenceState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The judgement whether a counter can be used as a program declares it, from what the database shows and nothing else.
 *
 * <p>There is one judgement with two doors: {@link JdbcCounterBuilder#build()} refuses what is refused here, and the
 * doctor does not call it safe.
 *
 * @param counter the counter as it was declared, but for its first number, which a sequence's catalog may show
 * @param lowestNext the lowest number that later reservations take; empty if the database does not show it
 * @param warnings what its owner should know although it is not refused
 * @param doubts the same, but settled once the ids in use are compared with {@code lowestNext}
 * @param refused why it cannot be used; empty if it can
 */
public record Assessment(
        CounterDescription counter,
        OptionalLong lowestNext,
        List<String> warnings,
        List<String> doubts,
        Optional<MintmarkException> refused) {

    /** Copies the lists. */
    public Assessment {
        warnings = List.copyOf(warnings);
        doubts = List.copyOf(doubts);
    }

    /**
     * Judges a counter.
     *
     * @param declared how a program counts; a row, or a sequence, as the state is
     * @param state what the database shows of it
     * @param ceiling the highest number to give away
     */
    public static Assessment of(CounterDescription declared, CounterState state, long ceiling) {
        try {
            return judged(declared, state, ceiling);
        } catch (MintmarkException e) {
            return new Assessment(declared, OptionalLong.empty(), declared.warnings(), List.of(), Optional.of(e));
        }
    }

    private static Assessment judged(CounterDescription declared, CounterState state, long ceiling) {
        if (declared.access() instanceof CounterAccess.Row row && state instanceof RowState shown) {
            return new RowJudge(declared, row).judge(shown, ceiling);
        }
        if (declared.access() instanceof CounterAccess.Sequence sequence && state instanceof SequenceState shown) {
            return new SequenceJudge(declared, sequence).judge(shown, ceiling);
        }
        throw new IllegalArgumentException("a counter must be judged by what is shown of its kind: " + declared + " by "
                + state.getClass().getSimpleName());
    }

    /** Returns a counter that can be used; the product's own warnings come first. */
    static Assessment usable(
            CounterDescription counter, OptionalLong lowestNext, List<String> warnings, List<String> doubts) {
        List<String> all = new ArrayList<>(counter.warnings());
        all.addAll(warnings);
        return new Assessment(counter, lowestNext, all, doubts, Optional.empty());
    }

    /** Returns why it cannot be used, in words; empty if it can. */
    public Optional<String> refusal() {
        return refused.map(why -> String.valueOf(why.getMessage()));
    }

    /** Returns this, or throws why it cannot be used. */
    Assessment orThrow() {
        if (refused.isPresent()) {
            throw refused.get();
        }
        return this;
    }
}
