package io.mintmark.lab.load;

import io.mintmark.lab.report.Conditions;
import io.mintmark.lab.report.Machine;
import io.mintmark.lab.report.RoundsCommand;
import io.mintmark.lab.report.Site;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code verify/lab/load}: measures the parts asked for and prints them with conditions and targets. */
@Command(
        name = "verify/lab/load",
        description =
                "Measures the shipped server under load, beside a constant answer and PostgreSQL: in 5 rounds, or in 3 with "
                        + "--short, which has shorter windows and grows a database to 10^6 documents instead of 10^7.")
final class LoadRun extends RoundsCommand {
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

    LoadRun() {
        super(1, 3, 5);
    }

    @Override
    protected void measure(Site site, Conditions conditions) throws IOException {
        conditions
                .add("Server", Site.server())
                .add("Store", Machine.version("org.sqlite.JDBC") + ", as shipped")
                .add(
                        "Warm-up, window",
                        site.window().warmUp() + " (PostgreSQL "
                                + site.storeWindow().warmUp() + "), "
                                + site.window().time())
                .print(site.effort());
        Targets targets = new Targets();
        for (Part part : Part.values()) {
            if (parts.isEmpty() || parts.contains(part)) {
                measure(part, site, targets);
            }
        }
        targets.print();
    }

    private static void measure(Part part, Site site, Targets targets) throws IOException {
        switch (part) {
            case HILO -> targets.judgeRanges(HiLoPart.print(site));
            case READS -> targets.judgeReads(DocumentReads.print(site));
            case DOCUMENTS -> targets.judgeDocuments(DocumentsPart.print(site));
            case MEMORY -> targets.judgeMemory(MemoryPart.print(site));
            case GROWTH -> targets.judgeGrowth(GrowthPart.print(site));
            case BACKUP -> targets.judgeBackup(BackupPart.print(site));
        }
    }
}
