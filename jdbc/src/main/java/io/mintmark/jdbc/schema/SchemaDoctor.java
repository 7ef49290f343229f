package io.mintmark.jdbc.schema;

import io.mintmark.internal.Given;
import io.mintmark.internal.Sleeper;
import io.mintmark.internal.Ticker;
import io.mintmark.jdbc.FoundCounter;
import io.mintmark.jdbc.JdbcRanges;
import io.mintmark.jdbc.database.CounterAccess;
import io.mintmark.jdbc.database.Dialect;
import io.mintmark.jdbc.internal.JdbcSecrets;
import io.mintmark.jdbc.internal.connection.CounterCalls;
import io.mintmark.jdbc.internal.connection.DialectChooser;
import io.mintmark.jdbc.internal.connection.UrlDataSource;
import io.mintmark.jdbc.schema.Examination.LookSettings;
import io.mintmark.range.RangeSourceException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import javax.sql.DataSource;

/**
 * A doctor for a whole schema: looks at each table with a numeric key and at the counter of its ids.
 *
 * <p>A counter is known by what a program says of it ({@link #mapped}), by the default of the column, by ownership, or
 * by its name, in this order. The highest id is read by an index that begins with the column, and never by reading a
 * table. What cannot be judged is {@linkplain SchemaReport#notJudged() listed} with the reason. A look changes nothing;
 * {@link SchemaReport#repairs} raise what stands below its ids, if they are run.
 *
 * <p>PostgreSQL shows defaults, ownership, caches and what a crash resets. The keys of other databases are judged by
 * mappings, plain defaults and names, and by the widths of columns.
 *
 * <p>Immutable, safe for any number of threads; opens nothing until {@link #examine}.
 *
 * <pre>{@code
 * SchemaReport report = SchemaDoctor.over(dataSource).examine();
 * report.findings().forEach(System.out::println);
 * report.repairs().forEach(Repair::run);
 * }</pre>
 */
public final class SchemaDoctor {
    /** Above so many blocks between the ids and their counter it stands far ahead, unless told otherwise. */
    public static final long FAR_BLOCKS = 10_000;

    /** A look waits so long for its connection, and so may a raise for its work. */
    private static final Duration DEADLINE = Duration.ofMinutes(10);

    private final DataSource source;
    private final LookSettings settings;
    private final Examination.Clocks clocks;

    private SchemaDoctor(DataSource source, LookSettings settings, Examination.Clocks clocks) {
        this.source = source;
        this.settings = settings;
        this.clocks = clocks;
    }

    /** Returns the doctor of a database. */
    public static SchemaDoctor over(DataSource source) {
        Given.required("source", source, "pass the data source of the database to look at");
        return new SchemaDoctor(
                source,
                new LookSettings(Set.of(), List.of(), List.of(), FAR_BLOCKS, Duration.ZERO),
                new Examination.Clocks(Ticker.SYSTEM, Sleeper.SYSTEM));
    }

    /**
     * Returns the doctor of a database that a driver on the class path knows by its URL.
     *
     * @param properties properties for the driver, such as {@code user} and {@code password}; copied
     */
    public static SchemaDoctor over(String url, Properties properties) {
        Given.required("url", url, "pass the JDBC URL of the database to look at");
        Given.required("properties", properties, "pass what the driver is told, such as new Properties()");
        return over(new UrlDataSource(url, properties));
    }

    /** Looks at the keys of these schemas only; sequences of others that fill them are looked at all the same. */
    public SchemaDoctor schemas(Collection<String> names) {
        return with(new LookSettings(
                Set.copyOf(names), settings.mapped(), settings.workers(), settings.farBlocks(), settings.window()));
    }

    /** Says how programs make the ids of tables, which no catalog shows; replaces what was said before. */
    public SchemaDoctor mapped(List<MappedTable> tables) {
        return with(new LookSettings(
                settings.schemas(), tables, settings.workers(), settings.farBlocks(), settings.window()));
    }

    /** Names tables in which workers have their numbers; replaces those that were named before. */
    public SchemaDoctor workers(List<WorkerTable> tables) {
        return with(new LookSettings(
                settings.schemas(), settings.mapped(), tables, settings.farBlocks(), settings.window()));
    }

    /**
     * Sets how many blocks a counter may stand above the ids; default {@value #FAR_BLOCKS}. A block is what one value
     * of the counter stands for.
     *
     * @throws IllegalArgumentException if it is less than 1
     */
    public SchemaDoctor farAheadAbove(long blocks) {
        if (blocks < 1) {
            throw new IllegalArgumentException("a counter must be allowed a block above its ids: blocks=" + blocks);
        }
        return with(
                new LookSettings(settings.schemas(), settings.mapped(), settings.workers(), blocks, settings.window()));
    }

    /**
     * Looks at the counters twice, {@code between} apart, and says how long each lasts at that rate; without it no time
     * is said.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    public SchemaDoctor window(Duration between) {
        return with(new LookSettings(
                settings.schemas(),
                settings.mapped(),
                settings.workers(),
                settings.farBlocks(),
                Given.positive("window", between)));
    }

    SchemaDoctor clocks(Examination.Clocks other) {
        return new SchemaDoctor(source, settings, other);
    }

    private SchemaDoctor with(LookSettings other) {
        return new SchemaDoctor(source, other, clocks);
    }

    /**
     * Looks at everything once, or twice if there is a {@link #window}.
     *
     * @throws RangeSourceException if the database cannot be read
     * @throws io.mintmark.jdbc.database.UnsafeCounterException if it is of an unknown kind
     */
    public SchemaReport examine() {
        JdbcRanges ranges = JdbcRanges.over(source).withoutCreating().deadline(DEADLINE);
        CounterCalls calls = new CounterCalls(source, DEADLINE);
        List<FoundCounter> rows = ranges.discover(List.of()).counters().stream()
                .filter(found -> found.description().access() instanceof CounterAccess.Row)
                .toList();
        try {
            return calls.asLongAsItTakes()
                    .run(
                            () -> "The schema could not be looked at",
                            connections -> connections.lend(connection -> {
                                Dialect dialect = DialectChooser.choose(connection, Optional.empty());
                                SchemaCatalog catalog = catalog(dialect);
                                return new Examination(connection, dialect, catalog, settings, clocks)
                                        .run(rows, new CounterRaiser(ranges, calls, dialect, catalog));
                            }));
        } catch (SQLException e) {
            throw new RangeSourceException("The schema could not be looked at: " + JdbcSecrets.told(e), e);
        }
    }

    private static SchemaCatalog catalog(Dialect dialect) {
        return dialect.name().equals("PostgreSQL") ? new PostgresCatalog(dialect) : new PortableCatalog(dialect);
    }
}
