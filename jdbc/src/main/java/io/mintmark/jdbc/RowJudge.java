package io.mintmark.jdbc;

import io.mintmark.counter.BlockRule;
import io.mintmark.jdbc.database.ColumnType;
import io.mintmark.jdbc.database.CounterAccess;
import io.mintmark.jdbc.database.RowState;
import io.mintmark.jdbc.database.UnsafeCounterException;
import io.mintmark.jdbc.internal.store.RowArithmetic;
import io.mintmark.jdbc.internal.store.RowRequirements;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Judges a row by what its table shows.
 *
 * <p>A row shows no start. Where it has a first number other than 1, HIGH and HIGH-EXCLUSIVE have to be told; what
 * cannot be seen is said as a doubt.
 */
final class RowJudge {
    private final CounterDescription counter;
    private final CounterAccess.Row row;

    RowJudge(CounterDescription counter, CounterAccess.Row row) {
        this.counter = counter;
        this.row = row;
    }

    Assessment judge(RowState state, long ceiling) {
        RowRequirements.requireWholeNumbers(state.column(), "the counter " + counter, row);
        RowRequirements.requireOne(row, state.rows());
        requireIncrementOne(state);
        long stored =
                state.rows() == 0 ? created(state.column()) : RowRequirements.number(row, row.column(), state.stored());
        RowArithmetic arithmetic =
                new RowArithmetic(counter.counting(), state.column().largest(), ceiling);
        long next = arithmetic.next(stored);
        return Assessment.usable(counter, OptionalLong.of(next), List.of(), doubts(next));
    }

    private void requireIncrementOne(RowState state) {
        if (row.increment().isEmpty() || state.rows() == 0) {
            return;
        }
        String column = row.increment().get();
        long step = RowRequirements.number(row, column, state.step());
        if (step != 1) {
            throw new UnsafeCounterException("the counter " + counter + " can only be shared with an increment of 1: "
                    + column + "=" + step
                    + ", because its owner then issues the first number of every block twice; set it to 1");
        }
    }

    private long created(ColumnType column) {
        long created = row.createdAt().orElseThrow(() -> RowRequirements.missing(counter.counting(), row));
        if (created < 0 && !column.signed()) {
            throw new UnsafeCounterException(
                    "the counter " + counter + " has no row, and a new one would hold " + created
                            + ", which its column cannot: " + row.column() + " is " + column.name()
                            + "; make it signed, or have its owner insert the row");
        }
        return created;
    }

    private List<String> doubts(long next) {
        BlockRule rule = counter.rule();
        List<String> doubts = new ArrayList<>();
        if (SequenceJudge.reachesDown(rule) && rule.first() == 1 && next > 1) {
            doubts.add("its row does not show the initial value that its programs are told: if nobody counted with it"
                    + " yet, " + next + " may lie below; name the ids, which are then compared, or say"
                    + " startingAt(initial value)");
        }
        BlockDoubt.of(counter, next).ifPresent(doubts::add);
        return doubts;
    }
}
