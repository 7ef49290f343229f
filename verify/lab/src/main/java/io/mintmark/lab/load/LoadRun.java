package io.mintmark.lab.load;

import io.mintmark.lab.instrument.Effort;
import io.mintmark.lab.instrument.EffortOptions;
import io.mintmark.lab.process.LauncherOption;
import io.mintmark.lab.process.ServerProcess;
import io.mintmark.lab.process.WorkDirectory;
import io.mintmark.lab.report.Conditions;
import io.mintmark.lab.report.LabCommand;
import io.mintmark.lab.report.Machine;
import io.mintmark.lab.report.Site;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The command {@code verify/lab/load}: measures the parts asked for and prints them with conditions and targets. */
@Command(
        name = "verify/lab/load",
        mixinStandardHelpOptions = true,
        description =
                "Measures the shipped server under load, beside a constant answer and PostgreSQL: in 5 rounds, or in 3 with "
                        + "--short, which has shorter windows and grows a database to 10^6 documents instead of 10^7.")
final class LoadRun extends LabCommand {
    /** One part, which can be measured alone. */
    enum Part {
        HILO,
        READS,
        DOCUMENTS,
        MEMORY,
        GROWTH,
        BACKUP
    }

    @Parameters(
            paramLabel = "PART",
            description = "What to measure: hilo, reads, documents, memory, growth, backup. Default: all of them")
    private List<Part> parts = List.of();

    @Mixin
    private EffortOptions.WithRounds effort = new EffortOptions.WithRounds();

    @Mixin
    private LauncherOption launcher = new LauncherOption();

    public static void main(String... args) {
        System.exit(run(new LoadRun(), args));
    }

    @Override
    protected int measure(WorkDirectory directory) throws IOException {
        Effort planned = effort.effort(1, 3, 5);
        Site site = new Site(launcher.script(), directory, planned);
        Conditions conditions = conditions(site);
        conditions.print(planned);
        measure(site);
        conditions.printAfter();
        return 0;
    }

    private void measure(Site site) throws IOException {
        Targets targets = new Targets(Runtime.version().feature());
        if (isWanted(Part.HILO)) {
            targets.judgeRanges(HiLoPart.print(site));
        }
        if (isWanted(Part.READS)) {
            targets.judgeReads(DocumentReads.print(site));
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
        if (isWanted(Part.BACKUP)) {
            targets.judgeBackup(BackupPart.print(site));
        }
        targets.print();
    }

    private boolean isWanted(Part part) {
        return parts.isEmpty() || parts.contains(part);
    }

    private static Conditions conditions(Site site) throws IOException {
        return Conditions.on(site.work())
                .add("Server", "./mintmark serve, MINTMARK_JAVA_OPTS='" + ServerProcess.javaOptions() + "'")
                .add("Store", Machine.version("org.sqlite.JDBC") + ", as shipped")
                .add("Warm-up, window", site.warmUp() + " (PostgreSQL " + site.storeWarmUp() + "), " + site.window());
    }
}
