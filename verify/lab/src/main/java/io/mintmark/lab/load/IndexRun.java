package io.mintmark.lab.load;

import io.mintmark.lab.instrument.Effort;
import io.mintmark.lab.instrument.EffortOptions;
import io.mintmark.lab.instrument.Rounds;
import io.mintmark.lab.load.IndexCosts.Cost;
import io.mintmark.lab.load.IndexCosts.Saves;
import io.mintmark.lab.load.IndexedServer.Way;
import io.mintmark.lab.process.LauncherOption;
import io.mintmark.lab.process.WorkDirectory;
import io.mintmark.lab.report.Conditions;
import io.mintmark.lab.report.Figures;
import io.mintmark.lab.report.LabCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code verify/lab/index}: what an index costs, beside saves and by itself, as two tables. */
@Command(
        name = "verify/lab/index",
        mixinStandardHelpOptions = true,
        description =
                "Measures what a document costs an index of few groups and of as many as documents, in each way to write"
                        + " an index, and what saves of 64 connections lose beside one.")
final class IndexRun extends LabCommand {
    private static final String NOT_MEASURED = "not measured: --javascript says where its engine is";

    @Mixin
    private EffortOptions.WithRounds effort = new EffortOptions.WithRounds();

    @Option(
            names = "--javascript",
            paramLabel = "DIR",
            description = "The engine for JavaScript, as the server takes it. Default: JavaScript is not measured")
    private @Nullable Path javascript;

    /** A table. */
    enum Part {
        /** What a document costs. */
        DOCUMENTS,
        /** Saves beside an index. */
        SAVES
    }

    @Option(
            names = "--only",
            paramLabel = "PART",
            description = "Measures one table alone: \"documents\" (what one costs) or \"saves\". Default: both")
    private @Nullable Part only;

    @Mixin
    private LauncherOption launcher = new LauncherOption();

    public static void main(String... args) {
        System.exit(run(new IndexRun(), args));
    }

    @Override
    protected int measure(WorkDirectory directory) throws IOException {
        Effort planned = effort.effort(1, 3, 5);
        Conditions conditions = Conditions.on(directory);
        conditions.print(planned);
        Optional<Path> engine = Optional.ofNullable(javascript).map(Path::toAbsolutePath);
        IndexCosts costs = new IndexCosts(directory, launcher.script(), engine, planned);
        if (only != Part.SAVES) {
            printCosts(costs);
        }
        if (only != Part.DOCUMENTS) {
            printSaves(costs);
        }
        conditions.printAfter();
        return 0;
    }

    private static void printCosts(IndexCosts costs) throws IOException {
        Cost few = costs.inFewGroups();
        Map<Way, Cost> many = costs.inManyGroups();
        Cost manyInCsharp = many.getOrDefault(Way.CSHARP, new Cost(Double.NaN, Double.NaN));
        System.out.printf(
                "## A document%n%n| An index of %s documents | µs a document | server CPU, µs a document |%n|---|---|---|%n",
                count(costs));
        System.out.println(row("C#, 100 groups", few, "%.0f"));
        for (Way way : Way.values()) {
            Cost cost = many.get(way);
            String what = way + ", as many groups as documents";
            System.out.println(cost == null ? "| " + what + " | " + NOT_MEASURED + " | |" : row(what, cost, "%.0f"));
        }
        Cost ratio = new Cost(manyInCsharp.micros() / few.micros(), manyInCsharp.cpuMicros() / few.cpuMicros());
        System.out.println(row("C#, as many groups ÷ 100 groups (at most 2)", ratio, "%.2f"));
        System.out.println();
    }

    private static String row(String what, Cost cost, String form) {
        return "| " + what + " | " + Figures.figure(form, cost.micros()) + " | "
                + Figures.figure(form, cost.cpuMicros()) + " |";
    }

    private static String count(IndexCosts costs) {
        return Figures.text("%,d", costs.documents());
    }

    private static void printSaves(IndexCosts costs) throws IOException {
        Rounds<Optional<Way>, Saves> saves = costs.besideSaves();
        System.out.printf(
                "## Saves%n%n| Saves of %d connections, 1,000 groups, windows of %d s | a second | P99, ms | ÷ no index"
                        + " | index behind at the end, s | server CPU, µs a save | written, KiB a save |%n"
                        + "|---|---|---|---|---|---|---|%n",
                IndexedServer.CONNECTIONS, costs.window().toSeconds());
        for (Optional<Way> way : saves.subjects()) {
            System.out.println(Figures.text(
                    "| %s | %,.0f | %.1f | %.2f | %.2f | %.0f | %.1f |",
                    way.map(present -> "beside an index in " + present).orElse("no index"),
                    saves.median(way, Saves::perSecond),
                    saves.median(way, Saves::p99Millis),
                    saves.median(way, Saves::perSecond) / saves.median(Optional.empty(), Saves::perSecond),
                    saves.median(way, Saves::staleSeconds),
                    saves.median(way, Saves::cpuMicros),
                    saves.median(way, Saves::kibibytes)));
        }
        System.out.println();
    }
}
