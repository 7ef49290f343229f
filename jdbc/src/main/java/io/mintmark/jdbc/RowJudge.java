package io.mintmark.jdbc;

import io.mintmark.counter.BlockRule;
import io.mintmark.counter.BlockRule.Kind;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Judges a row by what its table shows.
 *
 * <p>A row shows no start. Where it has a first number other than 1, HIGH and HIGH-EXCLUSIVE have to be told; what cannot be
 * seen is said as a doubt.
 */
final class RowJudge {
    private final CounterDescription counter;
    private final CounterAccess.Row row;

    RowJudge(CounterDescription counter, CounterAccess.Row row) {
        this.counter = counter;
        this.row = row;
    }

    Assessment judge(RowState state, long ceiling) {
        state.column().requireWholeNumbers("the counter " + counter, row);
        requireOne(row, state.rows());
        requireIncrementOne(state);
        long stored = state.rows() == 0 ? created() : number(row, row.column(), state.stored());
        RowArithmetic arithmetic = new RowArithmetic(counter, state.column().largest(), ceiling);
        long next = arithmetic.next(stored);
        return Assessment.usable(counter, OptionalLong.of(next), List.of(), doubts(next));
    }

    /** Refuses several rows: nobody can tell which one counts. */
    static void requireOne(CounterAccess.Row row, long rows) {
        if (rows > 1) {
            throw new UnsafeCounterException("a counter must be one row, and several match: table " + row.name() + ", "
                    + row.where() + "; say which one it is by where(column, value)");
        }
    }

    /** Returns the number that a column holds; refuses NULL, texts, fractions, and more than a long holds. */
    static long number(CounterAccess.Row row, String column, Optional<Object> held) {
        String where = "table " + row.name() + ", column " + column + ", " + row.where();
        String remedy = "; have its owner initialise it, or set it above the highest id in use";
        if (held.isEmpty()) {
            throw new UnsafeCounterException("a counter must hold a number, and it is NULL: " + where + remedy);
        }
        return RowState.whole(held.get())
                .orElseThrow(() -> new UnsafeCounterException("a counter must hold a whole number up to 2^63-1, and it"
                        + " holds " + held.get() + ": " + where + remedy));
    }

    private void requireIncrementOne(RowState state) {
        if (row.increment().isEmpty() || state.rows() == 0) {
            return;
        }
        String column = row.increment().get();
        long step = number(row, column, state.step());
        if (step != 1) {
            throw new UnsafeCounterException("the counter " + counter + " can only be shared with an increment of 1: "
                    + column + "=" + step
                    + ", because its owner then issues the first number of every block twice; set it to 1");
        }
    }

    private long created() {
        return row.createdAt().orElseThrow(() -> missing(counter, row));
    }

    /** Returns the refusal of a counter whose row its owner has to insert. */
    static UnsafeCounterException missing(CounterDescription counter, CounterAccess.Row row) {
        return new UnsafeCounterException("the counter " + counter + " has no row where " + row.where()
                + "; have its owner create it, check the names, or allow it with createdAt(value)");
    }

    private List<String> doubts(long next) {
        BlockRule rule = counter.rule();
        boolean reachesDown = rule.kind() == Kind.HIGH_EXCLUSIVE || (rule.kind() == Kind.HIGH && rule.size() > 1);
        return reachesDown && rule.first() == 1 && next > 1
                ? List.of(
                        "its row does not show the initial value that its programs are told: if nobody counted with it"
                                + " yet, " + next + " may lie below; name the ids, which are then compared, or say"
                                + " startingAt(initial value)")
                : List.of();
    }
}
