package io.mintmark.cli.command;

import io.mintmark.MintmarkException;
import io.mintmark.cli.terminal.Amounts;
import io.mintmark.cli.terminal.BadValueException;
import io.mintmark.cli.terminal.DependentOptions;
import io.mintmark.jdbc.CounterDescription;
import io.mintmark.jdbc.database.CounterAccess;
import io.mintmark.jdbc.database.SqlName;
import io.mintmark.jdbc.database.UnsafeCounterException;
import io.mintmark.jdbc.schema.MappedTable;
import io.mintmark.jdbc.schema.Repair;
import io.mintmark.jdbc.schema.SchemaDoctor;
import io.mintmark.jdbc.schema.SchemaReport;
import io.mintmark.jdbc.schema.WorkerTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** The part of {@code mintmark doctor} that looks at tables: its options, and how it runs. */
final class SchemaOptions {
    private static final String TABLES = "--tables";

    @Option(
            names = TABLES,
            description = "Look at each table with a numeric key and the counter of its ids, not at counters alone.")
    private boolean tables;

    @Option(
            names = "--in-schema",
            paramLabel = "NAME",
            description = "With --tables, only the tables of this schema; repeat it for each.")
    private @Nullable List<String> schemas;

    @Option(
            names = "--map",
            paramLabel = "TABLE=PRESET:SETTING[@COUNTER]",
            converter = MapConverter.class,
            description = "With --tables, how a program makes the ids of a table, such as"
                    + " orders=hibernate-pooled:50@orders_seq; a row is @ROW or @TABLE/ROW. Repeat it for each.")
    private @Nullable List<MappedTable> maps;

    @Option(
            names = "--workers",
            paramLabel = "TABLE.COLUMN",
            converter = WorkersConverter.class,
            description = "With --tables, a column of worker numbers, of which no two rows may have one.")
    private @Nullable List<WorkerTable> workers;

    @Option(
            names = "--far-ahead",
            paramLabel = "BLOCKS",
            converter = Amounts.Numbers.class,
            description = "With --tables, how many blocks a counter may stand above the ids. Default: 10000")
    private @Nullable Long farAhead;

    @Option(
            names = "--window",
            paramLabel = "PERIOD",
            converter = Amounts.Period.class,
            description =
                    "With --tables, look at the counters again after it, and say how long they last at that rate.")
    private @Nullable Duration window;

    @Option(
            names = "--repair",
            description = "With --tables, show the statements that raise counters which stand below their ids.")
    private boolean repair;

    @Option(
            names = "--yes",
            description = "With --repair, run them too, each after it is shown; programs may write meanwhile.")
    private boolean yes;

    /** Reads {@code TABLE=PRESET:SETTING@COUNTER}. */
    static final class MapConverter implements ITypeConverter<MappedTable> {
        private static final Pattern FORM = Pattern.compile("([^=]+)=([^@]+)(?:@(.+))?");

        @Override
        public MappedTable convert(String text) {
            Matcher form = FORM.matcher(text);
            if (!form.matches()) {
                throw new BadValueException(
                        "must be a table and how its ids are made, such as orders=hibernate-pooled:50@orders_seq: "
                                + text);
            }
            Declared program = new Declared.Converter().convert(form.group(2));
            try {
                CounterDescription counter = program.counter();
                String name = form.group(3);
                return new MappedTable(named(form.group(1)), "", name == null ? counter : at(counter, name));
            } catch (UnsafeCounterException | IllegalArgumentException e) {
                throw new BadValueException("must name a counter that can be shared: " + e.getMessage());
            }
        }

        private static CounterDescription at(CounterDescription counter, String place) {
            if (counter.access() instanceof CounterAccess.Sequence) {
                SqlName name = named(place);
                return counter.sequence(name.name()).schema(name.schema());
            }
            int slash = place.indexOf('/');
            boolean single = counter.access() instanceof CounterAccess.Row row
                    && row.where().isEmpty();
            if (slash < 0) {
                return single ? in(counter, place) : counter.row(place);
            }
            return in(counter, place.substring(0, slash)).row(place.substring(slash + 1));
        }

        private static CounterDescription in(CounterDescription counter, String table) {
            SqlName name = named(table);
            return counter.table(name.name()).schema(name.schema());
        }
    }

    /** Reads {@code [SCHEMA.]TABLE.COLUMN}. */
    static final class WorkersConverter implements ITypeConverter<WorkerTable> {
        @Override
        public WorkerTable convert(String text) {
            int dot = text.lastIndexOf('.');
            if (dot < 1 || dot == text.length() - 1) {
                throw new BadValueException("must be a table and its column, such as workers.number: " + text);
            }
            return new WorkerTable(named(text.substring(0, dot)), text.substring(dot + 1), List.of());
        }
    }

    private static SqlName named(String text) {
        int dot = text.indexOf('.');
        return dot < 0 ? SqlName.of(text) : new SqlName(text.substring(0, dot), text.substring(dot + 1));
    }

    /** Returns whether tables are to be looked at; refuses options that mean nothing without that. */
    boolean isAsked(CommandLine command) {
        if (!tables) {
            new DependentOptions()
                    .and("--in-schema", schemas)
                    .and("--map", maps)
                    .and("--workers", workers)
                    .and("--far-ahead", farAhead)
                    .and("--window", window)
                    .and("--repair", repair ? TABLES : null)
                    .refuse(command, "look at tables: add " + TABLES);
        }
        new DependentOptions().and("--yes", yes && !repair ? TABLES : null).refuse(command, "repair: add --repair");
        return tables;
    }

    /** Returns whether the database is to be changed. */
    boolean writes() {
        return yes;
    }

    /** Looks, repairs if that was asked for, prints, and returns the status for scripts. */
    int run(CommandLine command, String url, Properties login, boolean json) {
        SchemaDoctor doctor = doctor(url, login);
        SchemaPrinter printer = new SchemaPrinter(command.getOut(), json);
        SchemaReport report = doctor.examine();
        printer.report(report);
        Map<Repair, String> outcomes = new LinkedHashMap<>();
        if (repair) {
            for (Repair one : report.repairs()) {
                printer.statements(one);
                outcomes.put(one, yes ? outcome(one) : "not run, since --yes was not given");
                printer.outcome(outcomes.get(one));
            }
        }
        SchemaReport last = yes && !report.repairs().isEmpty() ? doctor.examine() : report;
        printer.end(last, outcomes);
        return exitCode(last);
    }

    private SchemaDoctor doctor(String url, Properties login) {
        SchemaDoctor doctor = SchemaDoctor.over(url, login)
                .schemas(orNone(schemas))
                .mapped(orNone(maps))
                .workers(orNone(workers))
                .farAheadAbove(farAhead == null ? SchemaDoctor.FAR_BLOCKS : farAhead);
        return window == null ? doctor : doctor.window(window);
    }

    private static <T> List<T> orNone(@Nullable List<T> given) {
        return given == null ? List.of() : new ArrayList<>(given);
    }

    /** One counter that cannot be raised does not keep the others from it; the last look tells that it was not. */
    private static String outcome(Repair one) {
        try {
            return "done; it has passed " + one.run();
        } catch (MintmarkException e) {
            return "failed: " + e.getMessage();
        }
    }

    private static int exitCode(SchemaReport report) {
        if (!report.findings().isEmpty()) {
            return Diagnosis.COLLIDES;
        }
        return report.notJudged().stream().allMatch(SchemaReport.NotJudged::expected)
                ? ExitCode.OK
                : Diagnosis.NOT_JUDGED;
    }
}
