package io.mintmark.jdbc;

import io.mintmark.internal.Given;
import io.mintmark.jdbc.database.CounterAccess;
import io.mintmark.jdbc.database.Dialect;
import io.mintmark.jdbc.database.SqlName;
import io.mintmark.jdbc.internal.JdbcSecrets;
import io.mintmark.jdbc.internal.OwnTable;
import io.mintmark.jdbc.internal.connection.CounterCalls;
import io.mintmark.jdbc.internal.connection.DialectChooser;
import io.mintmark.jdbc.internal.connection.UrlDataSource;
import io.mintmark.jdbc.internal.store.OwnRowFinder;
import io.mintmark.range.RangeSourceException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import javax.sql.DataSource;

/**
 * Counters in one relational database: the door to this module.
 *
 * <p>Immutable, safe for any number of threads; opens nothing until a counter is built. It needs no pool and works with
 * any; a reservation needs one connection beside those that its callers hold, so a pool needs one more than threads
 * that use it at once. Connections are asked for on threads of ours, to which no transaction is bound: a data source
 * that chooses a database by what the caller's thread carries, such as a tenant, is asked without it. A data source
 * that gives everybody one and the same connection is refused.
 *
 * <pre>{@code
 * JdbcRanges ranges = JdbcRanges.over(dataSource);
 * JdbcCounter orders = ranges.counter("orders").build();                  // our own table, made on demand
 * JdbcCounter shared = ranges.counter(Preset.EF_CORE.counter().sequence("OrderHiLo").block(20)).build();
 * }</pre>
 */
public final class JdbcRanges {
    /** The table of our own counters, unless another one is named. */
    public static final String TABLE = "mintmark_counter";

    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private final DataSource source;
    private final Optional<Dialect> dialect;
    private final SqlName table;
    private final boolean creates;
    private final Duration deadline;
    private final CounterCalls calls;

    private JdbcRanges(
            DataSource source, Optional<Dialect> dialect, SqlName table, boolean creates, Duration deadline) {
        this.source = source;
        this.dialect = dialect;
        this.table = table;
        this.creates = creates;
        this.deadline = deadline;
        this.calls = new CounterCalls(source, deadline);
    }

    /** Returns the counters of a database; its kind is asked of the driver. */
    public static JdbcRanges over(DataSource source) {
        Given.required("source", source, "pass the data source of the counters' database");
        return new JdbcRanges(source, Optional.empty(), SqlName.of(TABLE), true, DEADLINE);
    }

    /**
     * Returns the counters of a database that a driver on the class path knows by its URL; each call opens a
     * connection.
     *
     * @param properties properties for the driver, such as {@code user} and {@code password}; copied
     */
    public static JdbcRanges over(String url, Properties properties) {
        Given.required("url", url, "pass the JDBC URL of the counters' database");
        Given.required("properties", properties, "pass what the driver is told, such as new Properties()");
        return over(new UrlDataSource(url, properties));
    }

    /** Names a database that {@link Dialect#builtIn} does not know, or that calls itself by another name. */
    public JdbcRanges dialect(Dialect other) {
        Given.required("dialect", other, "leave the call out for the database's own");
        return new JdbcRanges(source, Optional.of(other), table, creates, deadline);
    }

    /** Keeps our own counters in another table. */
    public JdbcRanges table(String name) {
        return new JdbcRanges(source, dialect, new SqlName(table.schema(), name), creates, deadline);
    }

    /** Keeps our own counters in another schema. */
    public JdbcRanges schema(String schema) {
        return new JdbcRanges(source, dialect, table.inSchema(schema), creates, deadline);
    }

    /** Expects our table to be there, made by {@link #tableDefinition}; its absence is then refused. */
    public JdbcRanges withoutCreating() {
        return new JdbcRanges(source, dialect, table, false, deadline);
    }

    /**
     * Sets how long a call may take in all, with its attempts and its waiting for connections; default 30 s.
     *
     * <p>A reservation, a raise and a return wait a quarter of it for connections, because threads that hold the pool's
     * last ones may be waiting for their result; {@link #discover} has it for its connection alone. A call that is late
     * throws {@link RangeSourceException}, which says what it waited for. Its connection is aborted, and numbers that
     * were reserved all the same are a gap.
     *
     * @throws IllegalArgumentException if {@code most} is not positive
     */
    public JdbcRanges deadline(Duration most) {
        return new JdbcRanges(source, dialect, table, creates, Given.positive("deadline", most));
    }

    /**
     * Returns the statement that makes our table, for your own migrations. Its names are quoted as they were given: a
     * schema that was created without quotes has to be given as the database spells it.
     *
     * @throws RangeSourceException if the database cannot be asked what it is
     */
    public String tableDefinition() {
        try {
            return calls.run(
                    () -> "The database could not be asked what it is",
                    connections -> connections.lend(connection -> {
                        Dialect found = DialectChooser.choose(connection, dialect);
                        return found.ownTable(found.quote(table));
                    }));
        } catch (SQLException e) {
            throw new RangeSourceException("The database could not be asked what it is: " + JdbcSecrets.told(e), e);
        }
    }

    /**
     * Returns whether our table is there and has a row of that counter; makes neither.
     *
     * @param name the counter's name, as {@link #counter(String)} takes it
     * @throws RangeSourceException if the database cannot be read
     * @throws io.mintmark.jdbc.database.CounterRightsException if this login may not read the table
     */
    public boolean has(String name) {
        CounterDescription own = counter(name).description();
        try {
            return calls.run(
                    () -> "The counter " + own + " could not be looked for",
                    connections -> connections.lend(connection -> OwnRowFinder.isThere(
                            connection, DialectChooser.choose(connection, dialect), own.access(), name)));
        } catch (SQLException e) {
            throw new RangeSourceException(
                    "The counter " + own + " could not be looked for: " + JdbcSecrets.told(e), e);
        }
    }

    /**
     * Looks for counters: the sequences of the database, and the tables whose columns are those of a product's
     * counters, whatever they are called. Changes nothing; what may not be read does not keep it from the rest.
     *
     * @param also tables to look at beside those, by the columns that hold name and number; which rows does not matter
     * @throws RangeSourceException if the database cannot be read
     */
    public Discovery discover(List<CounterAccess.Row> also) {
        try {
            return calls.asLongAsItTakes()
                    .run(
                            () -> "The database could not be looked at",
                            connections -> connections.lend(connection -> new CounterDiscovery(
                                            connection, DialectChooser.choose(connection, dialect))
                                    .run(also)));
        } catch (SQLException e) {
            throw new RangeSourceException("The database could not be looked at: " + JdbcSecrets.told(e), e);
        }
    }

    /**
     * Starts to describe a counter of our own, named {@code name}: ranges of any size, returns that are safe to repeat.
     *
     * @param name 1 to 255 characters, compared without case: names of one {@linkplain io.mintmark.document.KeyForm key
     *     form} are one counter, here as in Hibernate, Spring and on a server. The row is named by the key form
     * @throws io.mintmark.document.InvalidDocumentIdException if half of a surrogate pair stands alone in it
     */
    public JdbcCounterBuilder counter(String name) {
        Given.required("name", name, "pass the counter's name");
        if (name.indexOf(0) >= 0) {
            throw new IllegalArgumentException(
                    "a counter's name must not have U+0000 in it, which PostgreSQL cannot store"
                            + " and others cut a name off at: the character at " + name.indexOf(0)
                            + " is one; take it out");
        }
        if (name.isEmpty() || name.length() > OwnTable.NAME_LENGTH_MAX) {
            throw new IllegalArgumentException("a counter's name must have 1 to " + OwnTable.NAME_LENGTH_MAX
                    + " characters: it has " + name.length());
        }
        return counter(CounterDescription.own(table, name));
    }

    /** Starts to describe a counter that others count with too. */
    public JdbcCounterBuilder counter(CounterDescription description) {
        Given.required("description", description, "pass one of Preset, such as Preset.EF_CORE.counter()");
        return new JdbcCounterBuilder(calls, dialect, description, creates);
    }
}
