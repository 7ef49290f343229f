package io.mintmark.jdbc;

import io.mintmark.jdbc.database.Dialect;
import io.mintmark.jdbc.database.SqlName;
import io.mintmark.jdbc.database.UnsafeCounterException;
import io.mintmark.jdbc.internal.connection.Connections;
import io.mintmark.jdbc.internal.connection.CounterCalls;
import io.mintmark.jdbc.internal.connection.RetryLoop;
import io.mintmark.jdbc.internal.store.CounterStore;
import io.mintmark.jdbc.internal.store.IdColumn;
import io.mintmark.range.Range;
import io.mintmark.range.RangeSource;
import io.mintmark.range.RangeSourceException;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A counter in a relational database; {@link JdbcRanges} makes it.
 *
 * <p>Keeps promise G1 together with all other programs that use the counter by the same rule, and G2 where it is
 * {@linkplain Preflight#durability() durable}. Every call takes a connection of its own and is committed before it
 * returns; the caller's transaction is never touched, whatever manages it, because a thread of ours does the work. A
 * call ends within its {@linkplain JdbcRanges#deadline deadline}. An interrupt ends the wait and stays set; numbers
 * that are reserved all the same are a gap. Safe for any number of threads, one of which is served at a time, in the
 * order in which they come.
 *
 * <pre>{@code
 * JdbcCounter counter = JdbcRanges.over(dataSource).counter("orders").build();
 * try (StrictHiLo orders = HiLo.over(counter).name("orders").strict()) {
 *     long number = orders.next();
 * }
 * }</pre>
 */
public final class JdbcCounter implements RangeSource {
    private final CounterDescription description;
    private final Preflight preflight;
    private final CounterStore store;
    private final Dialect dialect;
    private final CounterCalls calls;
    private final RetryLoop retries;

    JdbcCounter(Preflight preflight, CounterStore store, Dialect dialect, CounterCalls calls, RetryLoop retries) {
        this.description = preflight.counter();
        this.preflight = preflight;
        this.store = store;
        this.dialect = dialect;
        this.calls = calls.oneAtATime();
        this.retries = retries;
    }

    /** Returns how the counter is kept, its names spelt as the database has them. */
    public CounterDescription description() {
        return description;
    }

    /** Returns what was found when the counter was built. */
    public Preflight preflight() {
        return preflight;
    }

    /**
     * {@inheritDoc}
     *
     * <p>A row gives exactly {@code size} numbers, rounded up to whole blocks where a value counts blocks. A function
     * gives one block, whatever {@code size} says. A sequence gives one, or as many adjoining ones as fit into
     * {@code size} where the database draws several in one statement. Lost races and passing failures are tried again a
     * few times.
     *
     * @throws UnsafeCounterException if the counter is no longer what it was declared to be, such as an altered
     *     increment, or went back: it stands below numbers that this object reserved and did not give back, or would
     *     give them once more
     * @throws io.mintmark.counter.MisplacedCounterException if it stands where its rule has no numbers
     */
    @Override
    public Range reserve(long size) {
        if (size < 1) {
            throw new IllegalArgumentException("a range must hold at least one number: size=" + size);
        }
        return call(
                "reserve", connections -> move("reserve", connections, connection -> store.reserve(connection, size)));
    }

    /**
     * {@inheritDoc}
     *
     * <p>Our own table takes ranges back by their token, also from another process that knows it. A foreign table takes
     * back what this object reserved, and is asked once: if the answer is lost, nobody asks again and the numbers are a
     * gap. Sequences and functions take nothing.
     */
    @Override
    public boolean giveBack(Range range, long lastIssued) {
        String what = "give back";
        return call(what, connections -> {
            if (!store.mayGiveBack(range, lastIssued)) {
                return false;
            }
            Connections.Work<Optional<Boolean>> once =
                    connection -> Optional.of(store.giveBack(connection, range, lastIssued));
            return store.repeatsReturns()
                    ? repeat(what, connections, once)
                    : connections.lend(once).orElse(false);
        });
    }

    /**
     * {@inheritDoc}
     *
     * <p>A sequence is raised by drawing from it, which is safe beside programs that use it, and never lowers it.
     * Numbers that others hold in memory are not taken back by that, nor are values that database sessions cache: this
     * object leaves those out, and other programs may be given them.
     *
     * @throws io.mintmark.counter.ExhaustedException if {@code atLeast} is beyond what the counter can hold
     * @throws UnsafeCounterException if a sequence is too far below
     */
    @Override
    public long raise(long atLeast) {
        return call("raise", connections -> move("raise", connections, connection -> store.raise(connection, atLeast)));
    }

    /**
     * Raises the counter above every id that a table has, and returns where it stands now.
     *
     * <p>Ids that others insert meanwhile without this counter are not seen: give them a {@code margin}, or stop them.
     *
     * @param table the table whose ids were given otherwise until now, in the connection's schema
     * @param column its column of whole numbers
     * @param margin how far above the highest id, 0 or more
     */
    public long raiseAbove(String table, String column, long margin) {
        return raiseAbove(SqlName.of(table), column, margin);
    }

    /** The same for a table in another schema. */
    public long raiseAbove(SqlName table, String column, long margin) {
        if (margin < 0) {
            throw new IllegalArgumentException("a margin must not be negative: margin=" + margin);
        }
        IdColumn ids = new IdColumn(table, column);
        return call("raise", connections -> {
            long highest =
                    repeat("read the ids", connections, connection -> Optional.of(ids.highest(connection, dialect)));
            long atLeast = above(highest, margin);
            return move("raise", connections, connection -> store.raise(connection, atLeast));
        });
    }

    private long above(long highest, long margin) {
        try {
            return Math.addExact(highest, margin);
        } catch (ArithmeticException e) {
            throw new RangeSourceException(
                    "The counter " + description + " cannot be raised beyond 2^63-1: highest id=" + highest
                            + ", margin=" + margin + "; choose a smaller margin.",
                    e);
        }
    }

    /** Returns the numbers that this counter gives, in a line of text: name, rule and place. */
    @Override
    public String toString() {
        return description.toString();
    }

    private <T> T call(String what, CounterCalls.Job<T> job) {
        try {
            return calls.run(() -> RetryLoop.subject(description, what), job);
        } catch (SQLException e) {
            throw RetryLoop.failed(description, what, 1, e);
        }
    }

    /** Repeats what moves the counter, and tells the store if that was refused, or failed, after it was done. */
    private <T> T move(String what, Connections connections, Connections.Work<Optional<T>> work) {
        return retries.run(description, what, dialect::isWorthRepeating, () -> {
            AtomicBoolean done = new AtomicBoolean();
            try {
                return connections.lend(connection -> {
                    Optional<T> moved = work.on(connection);
                    done.set(moved.isPresent());
                    return moved;
                });
            } catch (SQLException | RuntimeException e) {
                if (done.get()) {
                    store.undone();
                }
                throw e;
            }
        });
    }

    private <T> T repeat(String what, Connections connections, Connections.Work<Optional<T>> work) {
        return retries.run(description, what, dialect::isWorthRepeating, () -> connections.lend(work));
    }
}
