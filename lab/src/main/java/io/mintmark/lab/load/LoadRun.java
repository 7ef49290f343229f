package io.mintmark.lab.load;

import io.mintmark.lab.measure.Machine;
import io.mintmark.lab.measure.MarkdownTable;
import io.mintmark.lab.process.ServerProcess;
import io.mintmark.lab.process.WorkDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What {@code lab/load} starts: measures the parts asked for and prints them as Markdown, with conditions and targets. */
@Command(
        name = "lab/load",
        mixinStandardHelpOptions = true,
        description = "Measures the shipped server under load, beside a constant answer and PostgreSQL.")
final class LoadRun implements Callable<Integer> {
    /** What can be measured alone. */
    enum Part {
        HILO,
        DOCUMENTS,
        MEMORY,
        GROWTH
    }

    @Parameters(
            paramLabel = "PART",
            description = "What to measure: hilo, documents, memory, growth. Default: all of them")
    private List<Part> parts = List.of();

    @Option(
            names = "--quick",
            description = "See in a few minutes that everything runs; the figures are worth nothing.")
    private boolean quick;

    @Option(
            names = "--short",
            description = "All parts in much less time: 3 rounds, shorter windows, growth to 10^6 documents.")
    private boolean shorter;

    @Option(names = "--rounds", paramLabel = "N", description = "How many rounds. Default: 5, or 3 with --short")
    private @Nullable Integer rounds;

    @Option(
            names = "--work",
            paramLabel = "DIR",
            description = "Where data lies while it is measured, on the disk to measure. Default: lab/target/load")
    private Path work = Path.of("lab", "target", "load");

    @Option(
            names = "--launcher",
            paramLabel = "FILE",
            description = "The script that starts the server. Default: ./mintmark")
    private Path launcher = Path.of("mintmark");

    private LoadRun() {}

    public static void main(String... args) {
        System.exit(new CommandLine(new LoadRun())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(args));
    }

    @Override
    public Integer call() throws IOException {
        LoadEffort effort = effort();
        try (WorkDirectory directory = WorkDirectory.below(work)) {
            Site site = new Site(launcher.toRealPath(), directory, effort);
            printConditions(site);
            measure(site);
            System.out.println("Load average after: " + Machine.load() + " (the measurement itself counts for 2).\n");
        }
        return 0;
    }

    private LoadEffort effort() {
        LoadEffort planned = LoadEffort.FULL;
        if (quick || shorter) {
            planned = quick ? LoadEffort.QUICK : LoadEffort.SHORT;
        }
        return rounds == null ? planned : planned.withRounds(rounds);
    }

    private void measure(Site site) throws IOException {
        Targets targets = new Targets(Runtime.version().feature());
        if (isWanted(Part.HILO)) {
            targets.judgeRanges(HiLoPart.print(site));
        }
        if (isWanted(Part.DOCUMENTS)) {
            targets.judgeDocuments(DocumentsPart.print(site));
        }
        if (isWanted(Part.MEMORY)) {
            targets.judgeMemory(MemoryPart.print(site));
        }
        if (isWanted(Part.GROWTH)) {
            targets.judgeGrowth(GrowthPart.print(site));
        }
        targets.print();
    }

    private boolean isWanted(Part part) {
        return parts.isEmpty() || parts.contains(part);
    }

    private void printConditions(Site site) throws IOException {
        LoadEffort effort = site.effort();
        MarkdownTable table = new MarkdownTable("Condition", "Value");
        table.row("Time", Instant.now().truncatedTo(ChronoUnit.SECONDS));
        table.row("Processor", Machine.processor());
        table.row("Cores, for server and load together", Runtime.getRuntime().availableProcessors());
        table.row("Operating system", Machine.system());
        table.row("Data", site.work().disk());
        table.row("Java, of server and load", Machine.java());
        table.row("Server", "./mintmark serve, MINTMARK_JAVA_OPTS='" + ServerProcess.javaOptions() + "'");
        table.row(
                "Plan: rounds, warm-up, window",
                effort.plan() + ": " + effort.rounds() + ", " + effort.warmUp() + " (PostgreSQL " + effort.storeWarmUp()
                        + "), " + effort.window());
        table.row("Store", Machine.version("org.sqlite.JDBC") + ", as shipped");
        table.row("Mintmark", Machine.commit());
        table.row("Load average before", Machine.load());
        table.print();
        if (quick) {
            System.out.println("**Quick run: it shows that everything works, its figures are worth nothing.**\n");
        }
    }
}
