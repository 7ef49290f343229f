package io.mintmark.cli.command;

import io.mintmark.MintmarkException;
import io.mintmark.cli.terminal.DependentOptions;
import io.mintmark.cli.terminal.Variables;
import io.mintmark.cli.terminal.Version;
import io.mintmark.jdbc.Discovery;
import io.mintmark.jdbc.JdbcRanges;
import io.mintmark.jdbc.database.CounterAccess;
import io.mintmark.jdbc.internal.JdbcSecrets;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code mintmark doctor}: which counters a database has, and whether the programs that use them repeat numbers. */
@Command(
        name = "doctor",
        description = {
            "Lists the counters of a relational database: its sequences, and the tables whose columns are a counter's.",
            "With --as, tells for each counter whether these programs may share it, or the first id that two issue.",
            "With --tables, looks at each table with a numeric key beside its counter, and finds what is wrong.",
            "Reads only, but for --repair --yes. Drivers other than those of SQLite and PostgreSQL: put the jar into the folder lib beside"
                    + " the launcher."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:looked, and nothing that was asked collides; with --tables, nothing is wrong",
            "1:the database cannot be looked at, or has no counter of the name asked for",
            "2:wrong usage",
            "3:two of the programs repeat numbers, or one cannot use a counter as it stands; with --tables, a finding",
            "4:none of that, but a program has no counter there, or a counter or a table cannot be judged"
        },
        footerHeading =
                "%nThe password is read from the variable MINTMARK_JDBC_PASSWORD or from --password-file.%n%nExamples:%n",
        footer = {
            "  mintmark doctor --jdbc-url jdbc:sqlite:shop.db",
            "  mintmark doctor --jdbc-url jdbc:postgresql://db/shop --user app \\",
            "      --counter order_hilo --as efcore:10 --as hibernate-pooled:10",
            "  mintmark doctor --jdbc-url jdbc:postgresql://db/shop --user app --tables --repair"
        })
public final class DoctorCommand implements Callable<Integer> {
    private static final String SQLITE = "jdbc:sqlite:";

    /** SQLITE_OPEN_READONLY: without it SQLite creates a file whose name is mistyped, and nothing collides there. */
    private static final String READ_ONLY = "1";

    /** SQLITE_OPEN_READWRITE: creates no file either. */
    private static final String WITHOUT_CREATING = "2";

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--jdbc-url",
            paramLabel = "URL",
            required = true,
            description = "The database, as its driver wants it.")
    private String url = "";

    @Option(names = "--user", paramLabel = "NAME", description = "Database user; the right to read suffices.")
    private @Nullable String user;

    @Option(names = "--password-file", paramLabel = "FILE", description = "A file whose first line is the password.")
    private @Nullable Path passwordFile;

    @Option(names = "--counter", paramLabel = "NAME", description = "Only the counter of this name.")
    private @Nullable String counter;

    @Option(
            names = "--table",
            paramLabel = "[SCHEMA.]NAME",
            description = "Also the counters in this table, whose columns have names of their own.")
    private @Nullable String table;

    @Option(names = "--column", paramLabel = "NAME", description = "The column of --table that holds the number.")
    private @Nullable String column;

    @Option(
            names = "--key-column",
            paramLabel = "NAME",
            description = "The column of --table that holds the rows' names, such as a pkColumnName.")
    private @Nullable String keyColumn;

    @Option(
            names = "--as",
            paramLabel = "PRESET:SETTING",
            converter = Declared.Converter.class,
            description =
                    "A program that counts with it, such as efcore:10 or hibernate-pooled:50; repeat it for each.")
    private List<Declared> declared = new ArrayList<>();

    @Option(names = "--json", description = "Print one JSON document instead of lines.")
    private boolean json;

    @Mixin
    private final SchemaOptions schema = new SchemaOptions();

    @Override
    public Integer call() {
        CommandLine command = Objects.requireNonNull(spec).commandLine();
        if (schema.isAsked(command)) {
            new DependentOptions()
                    .and("--counter", counter)
                    .and("--table", table)
                    .and("--column", column)
                    .and("--key-column", keyColumn)
                    .and("--as", declared.isEmpty() ? null : declared)
                    .refuse(command, "look at counters: leave --tables out");
            return schema.run(command, url, login(), json);
        }
        Discovery all = JdbcRanges.over(url, login()).discover(told());
        Discovery found = new Discovery(
                all.counters().stream()
                        .filter(one -> isAskedFor(one.description().name())
                                || isAskedFor(one.description().access().name().name()))
                        .toList(),
                all.unread().stream()
                        .filter(one -> isAskedFor(one.object().toString())
                                || isAskedFor(one.object().name()))
                        .toList());
        requireAny(found);
        Diagnosis diagnosis = Diagnosis.of(found, declared);
        print(diagnosis);
        return diagnosis.exitCode();
    }

    private boolean isAskedFor(String name) {
        return counter == null || name.equalsIgnoreCase(counter);
    }

    private void requireAny(Discovery found) {
        if (found.counters().isEmpty() && found.unread().isEmpty() && counter != null) {
            throw new MintmarkException("No counter is called " + counter
                    + " there, or this user does not see it: run doctor without --counter to see all.");
        }
    }

    /** Returns the table whose columns have names of its owner's, if there is one. */
    private List<CounterAccess.Row> told() {
        if (table == null && column == null && keyColumn == null) {
            return List.of();
        }
        if (table == null || column == null) {
            throw new ParameterException(
                    Objects.requireNonNull(spec).commandLine(),
                    "--table and --column must be given together, and --key-column with them if the rows have names: "
                            + "a table is told by both");
        }
        int dot = table.indexOf('.');
        Map<String, Object> keys = keyColumn == null ? Map.of() : Map.of(keyColumn, "");
        CounterAccess.Row row = CounterAccess.Row.of(table.substring(dot + 1), column, keys);
        return List.of(dot < 0 ? row : row.named(row.name().inSchema(table.substring(0, dot))));
    }

    private Properties login() {
        if (JdbcSecrets.isIn(url)) {
            throw new MintmarkException(
                    "A password must not be part of --jdbc-url, which every process of this machine can"
                            + " read: give it by MINTMARK_JDBC_PASSWORD or --password-file.");
        }
        Properties login = new Properties();
        if (url.toLowerCase(Locale.ROOT).startsWith(SQLITE)) {
            login.setProperty("open_mode", schema.writes() ? WITHOUT_CREATING : READ_ONLY);
        }
        if (user != null) {
            login.setProperty("user", user);
        }
        password().ifPresent(password -> login.setProperty("password", password));
        return login;
    }

    private Optional<String> password() {
        if (passwordFile == null) {
            return spec != null && spec.commandLine().getDefaultValueProvider() instanceof Variables variables
                    ? variables.jdbcPassword()
                    : Optional.empty();
        }
        try {
            return Files.readAllLines(passwordFile).stream().findFirst();
        } catch (IOException e) {
            throw new MintmarkException(
                    "The password file " + passwordFile + " cannot be read: check its name and rights.", e);
        }
    }

    private void print(Diagnosis diagnosis) {
        if (spec == null) {
            return;
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(DiagnosisReport.json(diagnosis));
        } else {
            DiagnosisReport.lines(diagnosis).forEach(out::println);
        }
        out.flush();
    }
}
