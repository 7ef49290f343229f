package io.mintmark.jdbc.schema;

import io.mintmark.counter.BlockRule;
import io.mintmark.counter.Reservation;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import javax.sql.DataSource;

/**
 * Programs that insert rows, each on a connection of its own, while a doctor repairs.
 *
 * <p>An id whose number was drawn before the repair may exist: that is the fault. One that was drawn after it must not.
 * A program that counts in blocks drops the one it holds when the repair is over, as a restart would.
 */
final class Writers implements AutoCloseable {
    private static final String DUPLICATE = "23505";

    private final DataSource source;
    private final AtomicBoolean repaired = new AtomicBoolean();
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final List<Thread> threads = new ArrayList<>();
    private final List<AtomicInteger> insertedAfter = new ArrayList<>();
    private final List<AtomicInteger> attemptedBefore = new ArrayList<>();

    /** Ids that came again although their number was drawn after the repair. */
    final AtomicLong twiceAfter = new AtomicLong();
    /** Ids that came again before it. */
    final AtomicLong twiceBefore = new AtomicLong();

    /** One program: inserts a row, by a number that is drawn anew if {@code fresh}; false if the id exists. */
    interface Program {
        boolean insert(Connection connection, boolean fresh) throws SQLException;
    }

    Writers(DataSource source) {
        this.source = source;
    }

    void start(Program program) {
        AtomicInteger before = new AtomicInteger();
        AtomicInteger after = new AtomicInteger();
        attemptedBefore.add(before);
        insertedAfter.add(after);
        Thread thread = new Thread(() -> run(program, before, after));
        threads.add(thread);
        thread.start();
    }

    private void run(Program program, AtomicInteger before, AtomicInteger after) {
        try (Connection connection = source.getConnection()) {
            boolean known = false;
            while (!over.get()) {
                boolean late = repaired.get();
                boolean inserted = program.insert(connection, late && !known);
                known = late;
                (late ? after : before).addAndGet(inserted || !late ? 1 : 0);
                (late ? twiceAfter : twiceBefore).addAndGet(inserted ? 0 : 1);
            }
        } catch (SQLException | RuntimeException | Error e) {
            failure.compareAndSet(null, e);
        }
    }

    /** Waits until each program tried so often again while the counters were behind. */
    void awaitBefore(int attempts) {
        await(attemptedBefore, attempts);
    }

    /** Tells the programs that the repair is over, and waits until each inserted so often again. */
    void awaitAfter(int inserts) {
        repaired.set(true);
        await(insertedAfter, inserts);
    }

    private void await(List<AtomicInteger> counts, int more) {
        List<Integer> least = counts.stream().map(count -> count.get() + more).toList();
        while (IntStream.range(0, least.size()).anyMatch(at -> counts.get(at).get() < least.get(at)) && !isBroken()) {
            Thread.yield();
        }
        if (failure.get() != null) {
            throw new AssertionError(failure.get());
        }
    }

    private boolean isBroken() {
        return failure.get() != null || twiceAfter.get() > 10_000;
    }

    @Override
    public void close() {
        over.set(true);
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    /** Inserts without an id, and leaves it to the column. */
    static Program byDefault(String table) {
        return (connection, fresh) -> isInserted(connection, "INSERT INTO " + table + " (n) VALUES (1)");
    }

    /** Inserts by blocks of a sequence. */
    static Program bySequence(String table, String sequence, BlockRule rule) {
        return new Blocks(table, rule) {
            @Override
            long value(Connection connection) throws SQLException {
                return number(connection, "SELECT nextval('" + sequence + "')");
            }
        };
    }

    /** Inserts by blocks of a row that holds the value used last, moved as Hibernate's table generator does. */
    static Program byRow(String table, String row, BlockRule rule) {
        return new Blocks(table, rule) {
            @Override
            long value(Connection connection) throws SQLException {
                String where = " WHERE sequence_name = '" + row + "'";
                while (true) {
                    long last = number(connection, "SELECT next_val FROM hibernate_sequences" + where);
                    String update = "UPDATE hibernate_sequences SET next_val = " + (last + rule.size()) + where
                            + " AND next_val = " + last;
                    try (Statement statement = connection.createStatement()) {
                        if (statement.executeUpdate(update) == 1) {
                            return last + 1;
                        }
                    }
                }
            }
        };
    }

    private abstract static class Blocks implements Program {
        private final String table;
        private final BlockRule rule;
        private long next = 1;
        private long last;

        Blocks(String table, BlockRule rule) {
            this.table = table;
            this.rule = rule;
        }

        abstract long value(Connection connection) throws SQLException;

        @Override
        public boolean insert(Connection connection, boolean fresh) throws SQLException {
            while (fresh || next > last) {
                fresh = false;
                Optional<Reservation> block = rule.block(value(connection));
                next = block.map(Reservation::low).orElse(1L);
                last = block.map(Reservation::high).orElse(0L);
            }
            return isInserted(connection, "INSERT INTO " + table + " (id) VALUES (" + next++ + ")");
        }
    }

    static long number(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    private static boolean isInserted(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql) == 1;
        } catch (SQLException e) {
            if (!DUPLICATE.equals(e.getSQLState())) {
                throw e;
            }
            return false;
        }
    }
}
