package io.mintmark.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.mintmark.MintmarkException;
import io.mintmark.jdbc.FoundCounter;
import io.mintmark.jdbc.JdbcRanges;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code mintmark doctor}: which counters a database has, and whether the programs that use them repeat numbers. */
@Command(
        name = "doctor",
        description = {
            "Lists the counters of a relational database: its sequences, and the tables that products count with.",
            "With --as, tells for each counter whether these programs may share it, or the first id that two issue.",
            "Reads only. Drivers other than SQLite's: put the jar into the folder lib beside the launcher."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:looked, and nothing that was asked collides",
            "1:the database cannot be looked at",
            "2:wrong usage",
            "3:two of the programs repeat numbers, or one cannot share a counter at all"
        },
        footerHeading =
                "%nThe password is read from the variable MINTMARK_JDBC_PASSWORD or from --password-file.%n%nExamples:%n",
        footer = {
            "  mintmark doctor --jdbc-url jdbc:sqlite:shop.db",
            "  mintmark doctor --jdbc-url jdbc:postgresql://db/shop --user app \\",
            "      --counter order_hilo --as efcore:10 --as hibernate-pooled:10"
        })
final class DoctorCommand implements Callable<Integer> {
    static final int COLLIDES = 3;

    private static final String SQLITE = "jdbc:sqlite:";

    /** SQLITE_OPEN_READONLY: without it SQLite creates a file whose name is mistyped, and nothing collides there. */
    private static final String READ_ONLY = "1";

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--jdbc-url",
            paramLabel = "URL",
            required = true,
            description = "The database, as its driver wants it.")
    private String url = "";

    @Option(names = "--user", paramLabel = "NAME", description = "Who looks; needs to read only.")
    private @Nullable String user;

    @Option(names = "--password-file", paramLabel = "FILE", description = "A file whose first line is the password.")
    private @Nullable Path passwordFile;

    @Option(names = "--counter", paramLabel = "NAME", description = "Only the counter of this name.")
    private @Nullable String counter;

    @Option(
            names = "--as",
            paramLabel = "PRESET:SETTING",
            converter = Declared.Converter.class,
            description =
                    "A program that counts with it, such as efcore:10 or hibernate-pooled:50; repeat it for each.")
    private List<Declared> declared = new ArrayList<>();

    @Option(names = "--json", description = "Print one JSON document instead of lines.")
    private boolean json;

    @Override
    public Integer call() {
        List<FoundCounter> found = JdbcRanges.over(url, login()).survey().stream()
                .filter(this::isAskedFor)
                .toList();
        requireAny(found);
        Map<FoundCounter, List<Verdict>> judged = new LinkedHashMap<>();
        found.forEach(one -> judged.put(one, Verdict.on(one, declared)));
        print(judged);
        boolean safe = judged.values().stream().flatMap(List::stream).allMatch(Verdict::safe);
        return safe ? Mintmark.DONE : COLLIDES;
    }

    private boolean isAskedFor(FoundCounter one) {
        return counter == null
                || one.description().name().equalsIgnoreCase(counter)
                || one.description().access().name().name().equalsIgnoreCase(counter);
    }

    private void requireAny(List<FoundCounter> found) {
        if (found.isEmpty() && counter != null) {
            throw new MintmarkException("No counter is called " + counter
                    + " there, or this user does not see it: run doctor without --counter to see all.");
        }
    }

    private Properties login() {
        if (url.toLowerCase(Locale.ROOT).contains("password=")) {
            throw new MintmarkException(
                    "A password must not be part of --jdbc-url, which every process of this machine can"
                            + " read: give it by MINTMARK_JDBC_PASSWORD or --password-file.");
        }
        Properties login = new Properties();
        if (url.toLowerCase(Locale.ROOT).startsWith(SQLITE)) {
            login.setProperty("open_mode", READ_ONLY);
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

    private void print(Map<FoundCounter, List<Verdict>> judged) {
        if (spec == null) {
            return;
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(document(judged));
        } else {
            judged.forEach((found, verdicts) -> {
                out.println(OneLine.of(line(found)));
                verdicts.forEach(verdict -> out.println("  " + OneLine.of(verdict.line())));
            });
            if (judged.isEmpty()) {
                out.println("no counters found");
            }
        }
        out.flush();
    }

    private static String line(FoundCounter found) {
        return found.description().access().kind() + " " + found.description().name()
                + (found.value().isPresent() ? ", at " + found.value().getAsLong() : "")
                + (found.increment().isPresent()
                        ? ", increment " + found.increment().getAsLong()
                        : "")
                + ": " + found.note();
    }

    private static String document(Map<FoundCounter, List<Verdict>> judged) {
        List<Map<String, Object>> counters = new ArrayList<>();
        judged.forEach((found, verdicts) -> {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("name", found.description().name());
            one.put("kind", found.description().access().kind());
            one.put("object", found.description().access().name().toString());
            found.value().ifPresent(value -> one.put("value", value));
            found.increment().ifPresent(value -> one.put("increment", value));
            one.put("note", found.note());
            one.put("verdicts", verdicts);
            counters.add(one);
        });
        try {
            return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(Map.of("counters", counters));
        } catch (JsonProcessingException e) {
            throw new MintmarkException("The counters cannot be written as JSON: " + e.getMessage(), e);
        }
    }
}
