package io.mintmark.lab.hostile;

import io.mintmark.lab.instrument.Effort;
import io.mintmark.lab.instrument.EffortOptions;
import io.mintmark.lab.instrument.Progress;
import io.mintmark.lab.process.Postgres;
import io.mintmark.lab.process.WorkDirectory;
import io.mintmark.lab.report.Conditions;
import io.mintmark.lab.report.LabCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code verify/lab/hostile}: one hostile case after the other, by sixteen strangers at once. */
@Command(
        name = "verify/lab/hostile",
        description =
                "Sends hostile definitions, documents, bodies and queries to servers with 512 MiB of heap, each by sixteen"
                        + " strangers at once, and reports what became of the servers and how well-behaved tenants fared.")
final class HostileRun extends LabCommand {
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

    /** The store that is attacked now. */
    private Store current = Store.SQLITE;

    private HostileRun() {
        super(Path.of(System.getProperty("java.io.tmpdir")));
    }

    /** Runs as {@code args} say; returns the exit code, 1 if a target was missed. */
    static int run(String... args) {
        return run(new HostileRun(), args);
    }

    @Override
    public Integer call() throws IOException {
        if (list) {
            Catalogue.named(only).forEach(each -> System.out.println(each.name() + ": " + each.what()));
            return 0;
        }
        int code = 0;
        List<Store> stores = rooms ? List.of(Store.SQLITE) : store == null ? List.of(Store.values()) : List.of(store);
        for (Store each : stores) {
            current = each;
            code = Math.max(code, super.call());
        }
        return code;
    }

    @Override
    protected int measure(WorkDirectory directory, Conditions conditions) throws IOException {
        List<HostileCase> cases = Catalogue.named(only);
        Effort planned = effort.effort();
        conditions
                .add("Servers", current.shown + ", mintmark serve " + String.join(" ", serve()))
                .add("JVM flags of the servers", jvm());
        if (rooms) {
            conditions.print(planned);
            return rooms(directory, planned) ? 0 : 1;
        }
        HostileReport report = current == Store.SQLITE
                ? run(cases, directory, planned, Optional.empty())
                : overPostgres(cases, directory, planned);
        conditions.print(planned);
        report.print(notRun(cases));
        return report.isMet() ? 0 : 1;
    }

    private boolean rooms(WorkDirectory directory, Effort planned) throws IOException {
        try (Victims victims = new Victims(script(), serve(), jvm(), directory, Optional.empty())) {
            return new RoomsScene(victims, planned.choose(10_000L, 60_000L, 180_000L)).run();
        }
    }

    private HostileReport overPostgres(List<HostileCase> cases, WorkDirectory directory, Effort planned)
            throws IOException {
        try (Postgres postgres = Postgres.start(directory)) {
            return run(cases, directory, planned, Optional.of(postgres));
        }
    }

    private HostileReport run(
            List<HostileCase> cases, WorkDirectory directory, Effort planned, Optional<Postgres> postgres)
            throws IOException {
        long millis = planned.choose(400L, 1_000L, 2_000L);
        Victims victims = new Victims(script(), serve(), jvm(), directory, postgres);
        try (Trial trial = Trial.start(victims, millis)) {
            HostileReport report =
                    new HostileReport(current.shown, trial.calm().times().millis(0.99));
            for (HostileCase hostile : cases) {
                if (!notRun(cases).contains(hostile)) {
                    Observation seen = trial.run(hostile);
                    Progress.say("%s, %s: %s %s", current.shown, hostile.name(), seen.replies(), seen.failures());
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
