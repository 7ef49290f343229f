package io.mintmark.cotenancy;

import static io.mintmark.cotenancy.Statements.change;
import static io.mintmark.cotenancy.Statements.inTransaction;
import static io.mintmark.cotenancy.Statements.number;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalLong;

/** NHibernate's generators, replayed from its sources and tests (relational-hilo 3.2 and 3.3); 10 numbers a block. */
final class NHibernate {
    static final String HILO_TABLE = "CREATE TABLE hibernate_unique_key (next_hi INT)";
    static final String HILO_ROW = "INSERT INTO hibernate_unique_key VALUES (1)";
    static final String TABLE =
            "CREATE TABLE hibernate_sequences (sequence_name VARCHAR(255) NOT NULL PRIMARY KEY, next_val BIGINT)";

    private static final int SIZE = 10;

    private NHibernate() {}

    /** {@code hilo} with max_lo 9: the row before its update, times 10. */
    static Replay hilo() {
        return connection -> inTransaction(connection, () -> {
            OptionalLong hi = number(connection, "select next_hi from hibernate_unique_key for update");
            int changed = change(
                    connection,
                    "update hibernate_unique_key set next_hi = ? where next_hi = ?",
                    hi.getAsLong() + 1,
                    hi.getAsLong());
            return changed == 1 ? Optional.of(multiplied(hi.getAsLong())) : Optional.empty();
        });
    }

    /** {@code seqhilo} with max_lo 9: the sequence's value, times 10. */
    static Replay seqHilo(String sequence) {
        return connection -> Optional.of(multiplied(nextval(connection, sequence)));
    }

    /** {@code enhanced-sequence} with {@code pooled-lo}: the value is the first of its block. */
    static Replay pooledLo(String sequence) {
        return connection -> {
            long low = nextval(connection, sequence);
            return Optional.of(new Replay.Block(low, low + SIZE - 1));
        };
    }

    /** {@code enhanced-sequence} with {@code pooled}: see {@link Pooled}. */
    static Replay pooled(String sequence) {
        Pooled optimizer = new Pooled();
        return connection -> Optional.of(optimizer.next(() -> nextval(connection, sequence)));
    }

    /** {@code enhanced-table} with {@code pooled-lo}. */
    static Replay tablePooledLo(String row) {
        return connection -> {
            long low = fromTable(connection, row);
            return Optional.of(new Replay.Block(low, low + SIZE - 1));
        };
    }

    /** {@code enhanced-table} with {@code pooled}. */
    static Replay tablePooled(String row) {
        Pooled optimizer = new Pooled();
        return connection -> Optional.of(optimizer.next(() -> fromTable(connection, row)));
    }

    private static Replay.Block multiplied(long hi) {
        return new Replay.Block(Math.max(1, hi * SIZE), hi * SIZE + SIZE - 1);
    }

    private static long nextval(Connection connection, String sequence) throws SQLException {
        return number(connection, "select nextval ('" + sequence + "')").getAsLong();
    }

    /** The row stores the next value; the program that finds none inserts it. */
    private static long fromTable(Connection connection, String row) throws SQLException {
        Optional<Long> value = Optional.empty();
        while (value.isEmpty()) {
            value = inTransaction(connection, () -> step(connection, row));
        }
        return value.get();
    }

    private static Optional<Long> step(Connection connection, String row) throws SQLException {
        OptionalLong stored =
                number(connection, "select next_val from hibernate_sequences where sequence_name = ? for update", row);
        if (stored.isEmpty()) {
            change(connection, "insert into hibernate_sequences (sequence_name, next_val) values (?, ?)", row, 1);
        }
        long value = stored.orElse(1);
        int changed = change(
                connection,
                "update hibernate_sequences set next_val = ? where next_val = ? and sequence_name = ?",
                value + SIZE,
                value,
                row);
        return changed == 1 ? Optional.of(value) : Optional.empty();
    }

    /** The value is one above its block; at the very first value it draws again, and takes all that lies between. */
    private static final class Pooled {
        private boolean started;

        Replay.Block next(Statements.Work<Long> draw) throws SQLException {
            long hi = draw.run();
            boolean first = !started && hi < SIZE;
            started = true;
            return first ? new Replay.Block(hi, draw.run() - 1) : new Replay.Block(hi - SIZE, hi - 1);
        }
    }
}
