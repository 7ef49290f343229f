package io.mintmark.jdbc;

import io.mintmark.jdbc.database.CounterAccess;
import io.mintmark.jdbc.database.Dialect;
import io.mintmark.jdbc.internal.connection.DialectChooser;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** A real database that runs while the tests do, started once a module. */
public enum TestDatabase {
    H2(true, 60, 3_000),
    SQLITE(false, 6, 300),
    POSTGRES(true, 20, 3_000),
    MARIADB(true, 8, 1_000);

    private static final AtomicInteger NAMES = new AtomicInteger();

    /** Whether it has sequences. */
    final boolean sequences;
    /** Ranges that each of 64 threads reserves, quick and as proof: a sync each where the database syncs. */
    final int reservesQuick;

    final int reservesProof;

    TestDatabase(boolean sequences, int reservesQuick, int reservesProof) {
        this.sequences = sequences;
        this.reservesQuick = reservesQuick;
        this.reservesProof = reservesProof;
    }

    /** Returns a pool of connections; skips the test if the database cannot run here. */
    public DataSource source() {
        Engines.Started started = Engines.get(this);
        Assumptions.assumeTrue(started.why().isEmpty(), this + " cannot run here: " + started.why());
        return started.source();
    }

    JdbcRanges ranges() {
        return JdbcRanges.over(source());
    }

    /** Returns a name that no other test uses, in lower case. */
    public static String fresh(String prefix) {
        return prefix + "_" + NAMES.incrementAndGet();
    }

    public void execute(String... statements) {
        try (Connection connection = source().getConnection()) {
            execute(connection, statements);
        } catch (SQLException e) {
            throw new AssertionError(String.join("; ", statements), e);
        }
    }

    public static void execute(Connection connection, String... statements) {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new AssertionError(String.join("; ", statements), e);
        }
    }

    public long number(String sql) {
        try (Connection connection = source().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        } catch (SQLException e) {
            throw new AssertionError(sql, e);
        }
    }

    /** Creates a sequence as its product would, without a cache that hides its next value. */
    String newSequence(long start, long increment) {
        Assumptions.assumeTrue(sequences, this + " has no sequences");
        String name = fresh("seq");
        execute("CREATE SEQUENCE " + name + " START WITH " + start + " INCREMENT BY " + increment
                + (this == MARIADB ? " NOCACHE" : ""));
        return name;
    }

    /** Creates the table of a description, under another name and without quotes, and its row if it stores something. */
    CounterDescription newTable(CounterDescription preset, String columnType, @Nullable Long stored) {
        CounterAccess.Row row = (CounterAccess.Row) preset.access();
        String table = fresh("counters");
        StringBuilder columns = new StringBuilder(row.column()).append(' ').append(columnType);
        StringBuilder names = new StringBuilder(row.column());
        StringBuilder values = new StringBuilder().append(stored);
        row.where().forEach((key, value) -> {
            columns.append(", ").append(key).append(" VARCHAR(255) NOT NULL PRIMARY KEY");
            names.append(", ").append(key);
            values.append(", '").append(value).append('\'');
        });
        row.increment().ifPresent(key -> columns.append(", ").append(key).append(" INTEGER DEFAULT 1"));
        execute("CREATE TABLE " + table + " (" + columns + ")");
        if (stored != null) {
            execute("INSERT INTO " + table + " (" + names + ") VALUES (" + values + ")");
        }
        return preset.table(table);
    }

    /** Returns what a counter stores, or what its sequence gives next. */
    long stored(CounterDescription counter) {
        if (counter.access() instanceof CounterAccess.Row row) {
            return number("SELECT " + row.column() + " FROM " + row.name());
        }
        try (Connection connection = source().getConnection()) {
            Dialect dialect = DialectChooser.choose(connection, java.util.Optional.empty());
            return dialect.sequence(connection, counter.access().name())
                    .orElseThrow()
                    .next()
                    .orElseThrow();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
