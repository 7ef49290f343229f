package io.mintmark.lab.hostile;

import io.mintmark.lab.instrument.Effort;
import io.mintmark.lab.instrument.EffortOptions;
import io.mintmark.lab.instrument.Progress;
import io.mintmark.lab.process.LauncherOption;
import io.mintmark.lab.process.Postgres;
import io.mintmark.lab.process.WorkDirectory;
import io.mintmark.lab.report.Conditions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code verify/lab/hostile}: one hostile case after the other, by sixteen strangers at once. */
@Command(
        name = "verify/lab/hostile",
        mixinStandardHelpOptions = true,
        description =
                "Sends hostile definitions, documents, bodies and queries to servers with 512 MiB of heap, each by sixteen"
                        + " strangers at once, and reports what became of the servers and how well-behaved tenants fared.")
final class HostileRun implements Callable<Integer> {
    private static final String HEAP = "-Xmx512m";

    /** What the servers store in. */
    enum Store {
        SQLITE("SQLite"),
        NODES("two nodes over PostgreSQL");

        private final String shown;

        Store(String shown) {
            this.shown = shown;
        }
    }

    @Mixin
    private EffortOptions effort = new EffortOptions();

    @Mixin
    private LauncherOption launcher = new LauncherOption();

    @Option(names = "--work", paramLabel = "DIR", description = "Where data and logs lie meanwhile.")
    private Path work = Path.of(System.getProperty("java.io.tmpdir"));

    @Option(
            names = "--store",
            paramLabel = "sqlite|nodes",
            description = "Only this store. Default: one after the other")
    private @Nullable Store store;

    @Option(
            names = "--only",
            paramLabel = "PATTERN",
            description = "Only cases in whose names the expression is found.")
    private Pattern only = Pattern.compile("");

    @Option(names = "--list", description = "Lists the cases and ends.")
    private boolean list;

    @Option(
            names = "--rooms",
            description = "Has one tenant fill what all databases share, instead of the cases; needs --javascript.")
    private boolean rooms;

    @Option(
            names = "--javascript",
            paramLabel = "DIR",
            description = "The engine for JavaScript, for cases with scripts.")
    private @Nullable Path javascript;

    @Parameters(
            paramLabel = "-- OPTION",
            description = "After --: options of the servers. Those that begin with -X go to their JVM, all others to"
                    + " \"mintmark serve\".")
    private List<String> given = List.of();

    private HostileRun() {}

    public static void main(String... args) {
        System.exit(run(args));
    }

    /** Runs as {@code args} say; returns the exit code, 1 if a target was missed. */
    static int run(String... args) {
        return new CommandLine(new HostileRun())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(args);
    }

    @Override
    public Integer call() throws IOException {
        List<HostileCase> cases = Catalogue.named(only);
        if (list) {
            cases.forEach(each -> System.out.println(each.name() + ": " + each.what()));
            return 0;
        }
        boolean isMet = true;
        List<Store> stores = rooms ? List.of(Store.SQLITE) : store == null ? List.of(Store.values()) : List.of(store);
        for (Store each : stores) {
            isMet &= run(each, cases);
        }
        return isMet ? 0 : 1;
    }

    private boolean run(Store each, List<HostileCase> cases) throws IOException {
        Effort planned = effort.effort();
        try (WorkDirectory directory = WorkDirectory.below(work)) {
            Conditions conditions = Conditions.on(directory)
                    .add("Servers", each.shown + ", mintmark serve " + String.join(" ", serve()))
                    .add("JVM flags of the servers", jvm());
            if (rooms) {
                conditions.print(planned);
                boolean isMet = rooms(directory, planned);
                conditions.printAfter();
                return isMet;
            }
            HostileReport report = each == Store.SQLITE
                    ? run(each, cases, directory, planned, Optional.empty())
                    : overPostgres(each, cases, directory, planned);
            conditions.print(planned);
            report.print(notRun(cases));
            conditions.printAfter();
            return report.isMet();
        }
    }

    private boolean rooms(WorkDirectory directory, Effort planned) throws IOException {
        try (Victims victims = new Victims(launcher.script(), serve(), jvm(), directory, Optional.empty())) {
            return new RoomsScene(victims, planned.choose(10_000L, 60_000L, 180_000L)).run();
        }
    }

    private HostileReport overPostgres(Store each, List<HostileCase> cases, WorkDirectory directory, Effort planned)
            throws IOException {
        try (Postgres postgres = Postgres.start(directory)) {
            return run(each, cases, directory, planned, Optional.of(postgres));
        }
    }

    private HostileReport run(
            Store each, List<HostileCase> cases, WorkDirectory directory, Effort planned, Optional<Postgres> postgres)
            throws IOException {
        long millis = planned.choose(400L, 1_000L, 2_000L);
        Victims victims = new Victims(launcher.script(), serve(), jvm(), directory, postgres);
        try (Trial trial = Trial.start(victims, millis)) {
            HostileReport report = new HostileReport(each.shown, trial.calm().p99Millis());
            for (HostileCase hostile : cases) {
                if (!notRun(cases).contains(hostile)) {
                    Observation seen = trial.run(hostile);
                    Progress.say("%s, %s: %s %s", each.shown, hostile.name(), seen.replies(), seen.failures());
                    report.add(seen);
                }
            }
            report.between(trial.between());
            return report;
        }
    }

    private List<HostileCase> notRun(List<HostileCase> cases) {
        return cases.stream()
                .filter(each -> each.needs() == HostileCase.Needs.SCRIPTS && javascript == null)
                .toList();
    }

    private List<String> serve() {
        List<String> serve = new ArrayList<>(
                given.stream().filter(word -> !word.startsWith("-X")).toList());
        Path engine = javascript;
        if (engine != null) {
            serve.addAll(List.of("--javascript", engine.toAbsolutePath().toString()));
        }
        return serve;
    }

    private String jvm() {
        List<String> asked =
                given.stream().filter(word -> word.startsWith("-X")).toList();
        boolean hasHeap = asked.stream().anyMatch(word -> word.startsWith("-Xmx"));
        return (hasHeap ? "" : HEAP + " ") + String.join(" ", asked);
    }
}
