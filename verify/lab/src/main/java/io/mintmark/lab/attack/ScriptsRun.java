package io.mintmark.lab.attack;

import io.mintmark.lab.instrument.Effort;
import io.mintmark.lab.instrument.EffortOptions;
import io.mintmark.lab.instrument.Progress;
import io.mintmark.lab.process.WorkDirectory;
import io.mintmark.lab.report.Conditions;
import io.mintmark.lab.report.Figures;
import io.mintmark.lab.report.MarkdownTable;
import io.mintmark.lab.report.TargetTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code verify/lab/scripts}: hostile scripts of indexes beside good clients of another database. */
@Command(
        name = "verify/lab/scripts",
        mixinStandardHelpOptions = true,
        description =
                "Gives a server an index with one hostile script after the other, and reports how good clients of another database"
                        + " fared meanwhile, when each script was stopped, and how much memory it got.")
final class ScriptsRun implements Callable<Integer> {
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

    private final MarkdownTable table = new MarkdownTable(
            "Script, of every second document",
            "documents",
            "stopped after at most, s",
            "processes for scripts, MiB at most",
            "good requests",
            "answered, %",
            "P50 / P99 / longest, ms",
            "clients' own delay, P99, ms");

    private ScriptsRun() {}

    public static void main(String... args) {
        System.exit(run(args));
    }

    /** Measures as {@code args} say; returns the exit code. */
    static int run(String... args) {
        return new CommandLine(new ScriptsRun()).execute(args);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Effort planned = effort.effort();
        long millis = planned.choose(1_500L, 8_000L, 30_000L);
        try (WorkDirectory directory = WorkDirectory.below(Path.of(System.getProperty("java.io.tmpdir")))) {
            List<String> serve =
                    List.of("--javascript", javascript.toAbsolutePath().toString());
            Conditions conditions = Conditions.on(directory);
            Path place = Files.createDirectory(directory.fresh("scripts"));
            try (TargetServer server =
                    TargetServer.start(place, List.of("-XX:+UseSerialGC"), serve, Optional.empty())) {
                GoodClients.Result ignored = good(server, millis);
                double calm = besideNothing(server, millis);
                double worst = 0;
                for (HostileIndex.Kind kind : HostileIndex.Kind.values()) {
                    worst = Math.max(worst, beside(server, kind, millis));
                }
                conditions.print(planned);
                table.print();
                TargetTable targets = new TargetTable("");
                targets.atMost("P99 of good requests beside each hostile script, ms", P99_MILLIS_MAX, worst);
                targets.print("Alone the good clients had a P99 of " + Figures.text("%.1f", calm) + " ms.");
            }
            conditions.printAfter();
        }
        return 0;
    }

    private static GoodClients.Result good(TargetServer server, long millis) throws InterruptedException {
        try (GoodClients clients = new GoodClients(GoodClients.connections(server.address(), CLIENTS), PER_SECOND)) {
            Thread.sleep(millis);
            return clients.result();
        }
    }

    private double besideNothing(TargetServer server, long millis) throws InterruptedException {
        Progress.say("good clients alone");
        return row("none", new HostileIndex.Result(0, Double.NaN), Double.NaN, good(server, millis));
    }

    private double beside(TargetServer server, HostileIndex.Kind kind, long millis)
            throws IOException, InterruptedException {
        Progress.say("good clients beside %s", kind);
        try (HostileIndex index = HostileIndex.start(server, kind);
                ScriptMemory memory = new ScriptMemory(server.handle())) {
            GoodClients.Result result = good(server, millis);
            return row(kind.toString(), index.result(), memory.most(), result);
        }
    }

    private double row(String kind, HostileIndex.Result index, double mebibytes, GoodClients.Result good) {
        table.row(
                kind,
                index.documents(),
                Figures.figure("%.1f", index.longestSeconds()),
                Figures.figure("%.0f", mebibytes),
                Figures.text("%,d", good.asked()),
                Figures.text("%.2f", good.answeredPercent()),
                good.times(),
                Figures.text("%.1f", good.lateP99Millis()));
        return good.times().p99Millis();
    }
}
