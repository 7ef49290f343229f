package io.mintmark.lab.attack;

import io.mintmark.lab.instrument.Effort;
import io.mintmark.lab.instrument.EffortOptions;
import io.mintmark.lab.instrument.GoodClients;
import io.mintmark.lab.instrument.Progress;
import io.mintmark.lab.instrument.SteadyThread;
import io.mintmark.lab.process.Child;
import io.mintmark.lab.process.ProcessMemory;
import io.mintmark.lab.process.WorkDirectory;
import io.mintmark.lab.report.Columns;
import io.mintmark.lab.report.Conditions;
import io.mintmark.lab.report.Figures;
import io.mintmark.lab.report.LabCommand;
import io.mintmark.lab.report.TargetTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code verify/lab/scripts}: hostile scripts of indexes beside good clients of another database. */
@Command(
        name = "verify/lab/scripts",
        description =
                "Gives a server an index with one hostile script after the other, and reports how good clients of another database"
                        + " fared meanwhile, when each script was stopped, and how much memory it got.")
final class ScriptsRun extends LabCommand {
    private static final int CLIENTS = 20;
    private static final int PER_SECOND = 25;
    private static final double P99_MILLIS_MAX = 50;

    @Mixin
    private EffortOptions effort = new EffortOptions();

    @Option(
            names = "--javascript",
            required = true,
            paramLabel = "DIR",
            description = "The engine for JavaScript, as the server takes it.")
    private Path javascript = Path.of("");

    private final List<Row> rows = new ArrayList<>();

    private record Row(String script, HostileIndex.Result index, double mebibytes, GoodClients.Result good) {}

    private ScriptsRun() {
        super(Path.of(System.getProperty("java.io.tmpdir")));
    }

    @Override
    protected int measure(WorkDirectory directory, Conditions conditions) throws IOException {
        Effort planned = effort.effort();
        long millis = planned.choose(1_500L, 8_000L, 30_000L);
        List<String> serve = List.of("--javascript", javascript.toAbsolutePath().toString());
        try (TargetServer server =
                TargetServer.start(directory.made("scripts"), List.of("-XX:+UseSerialGC"), serve, Optional.empty())) {
            GoodClients.Result ignored = good(server, millis);
            Progress.say("good clients alone");
            rows.add(new Row("none", new HostileIndex.Result(0, Double.NaN), Double.NaN, good(server, millis)));
            for (HostileIndex.Kind kind : HostileIndex.Kind.values()) {
                rows.add(beside(server, kind, millis));
            }
        }
        conditions.print(planned);
        print();
        return 0;
    }

    private static GoodClients.Result good(TargetServer server, long millis) throws IOException {
        try (GoodClients clients = new GoodClients(Attack.good(server, CLIENTS), Attack.habits(PER_SECOND))) {
            Child.pause(millis);
            return clients.result();
        }
    }

    private static Row beside(TargetServer server, HostileIndex.Kind kind, long millis) throws IOException {
        Progress.say("good clients beside %s", kind);
        try (HostileIndex index = HostileIndex.start(server, kind);
                ScriptMemory memory = new ScriptMemory(server.handle())) {
            GoodClients.Result result = good(server, millis);
            return new Row(kind.toString(), index.result(), memory.most(), result);
        }
    }

    private void print() {
        new Columns<Row>()
                .text("Script, of every second document", Row::script)
                .text("documents", row -> row.index().documents())
                .figure("stopped after at most, s", "%.1f", row -> row.index().longestSeconds())
                .figure("processes for scripts, MiB at most", "%.0f", Row::mebibytes)
                .text("good requests", row -> Figures.text("%,d", row.good().asked()))
                .figure("answered, %", "%.2f", row -> row.good().answeredPercent())
                .text("P50 / P99 / longest, ms", row -> row.good().times())
                .figure(
                        "clients' own delay, P99, ms",
                        "%.1f",
                        row -> row.good().late().millis(0.99))
                .of(rows)
                .print();
        TargetTable targets = new TargetTable("");
        double worst = rows.stream().skip(1).mapToDouble(ScriptsRun::p99).max().orElse(Double.NaN);
        targets.atMost("P99 of good requests beside each hostile script, ms", P99_MILLIS_MAX, worst);
        targets.print("Alone the good clients had a P99 of " + Figures.text("%.1f", p99(rows.get(0))) + " ms.");
    }

    private static double p99(Row row) {
        return row.good().times().millis(0.99);
    }

    /** Looks every 50 ms at how much memory the processes hold that a server started: those for scripts. */
    private static final class ScriptMemory implements AutoCloseable {
        private static final long PERIOD_NANOS = 50_000_000;
        private static final int PATIENCE_SECONDS = 10;

        private final ProcessHandle server;
        private final DoubleSummaryStatistics mebibytes = new DoubleSummaryStatistics();
        private final SteadyThread thread;

        ScriptMemory(ProcessHandle server) {
            this.server = server;
            this.thread = SteadyThread.start("script-memory", 0, PERIOD_NANOS, 0, due -> look());
        }

        private void look() {
            // One that has just ended has nothing to tell.
            mebibytes.accept(server.descendants()
                    .mapToDouble(ProcessMemory::resident)
                    .filter(each -> !Double.isNaN(each))
                    .sum());
        }

        /** Ends, and returns the most that was seen at once, in MiB. */
        double most() {
            close();
            return mebibytes.getMax();
        }

        @Override
        public void close() {
            thread.end(PATIENCE_SECONDS);
        }
    }
}
