package io.mintmark.lab.insert;

import io.mintmark.lab.measure.Machine;
import io.mintmark.lab.measure.MarkdownTable;
import io.mintmark.lab.measure.Progress;
import io.mintmark.lab.process.DiskBaseline;
import io.mintmark.lab.process.Postgres;
import io.mintmark.lab.process.WorkDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What {@code lab/insert} starts: all subjects insert the same rows, in turns, and their tables and targets are printed. */
@Command(
        name = "lab/insert",
        mixinStandardHelpOptions = true,
        description = "Rows that Hibernate inserts into PostgreSQL in batches, with ids from @MintmarkId beside"
                + " @SequenceGenerator and IDENTITY.")
final class InsertRun implements Callable<Integer> {
    private static final int SYNCS = 200;

    @Option(
            names = "--quick",
            description = "See in half a minute that everything runs: one round of 10,000 rows; its figures are worth"
                    + " nothing.")
    private boolean quick;

    @Option(names = "--rounds", paramLabel = "N", description = "How many rounds. Default: 7")
    private @Nullable Integer roundsWanted;

    @Option(
            names = "--work",
            paramLabel = "DIR",
            description = "Where data lies, on the disk to measure. Default: lab/target/insert")
    private Path work = Path.of("lab", "target", "insert");

    private final InsertResults results = new InsertResults();
    private final List<DiskBaseline> disks = new ArrayList<>();

    private InsertRun() {}

    public static void main(String... args) {
        System.exit(new CommandLine(new InsertRun()).execute(args));
    }

    @Override
    public Integer call() throws IOException {
        int rounds = roundsWanted == null ? quick ? 1 : 7 : roundsWanted;
        int rows = quick ? 10_000 : 100_000;
        int warmUp = quick ? 2_000 : 50_000;
        try (WorkDirectory directory = WorkDirectory.below(work);
                Postgres postgres = Postgres.start(directory);
                Insertion insertion = new Insertion(postgres)) {
            printConditions(postgres, directory, rounds, rows, warmUp);
            for (Subject subject : Subject.values()) {
                Progress.say("warm-up: %s", subject);
                insertion.run(subject, warmUp);
            }
            for (int round = 1; round <= rounds; round++) {
                disks.add(DiskBaseline.measure(directory.file("baseline"), SYNCS));
                for (Subject subject : turns(round)) {
                    Inserted inserted = insertion.run(subject, rows);
                    results.add(subject, inserted);
                    Progress.say("round %d of %d: %s, %,.0f rows/s", round, rounds, subject, inserted.perSecond());
                }
            }
        }
        new InsertReport(results).print();
        printAfter();
        return 0;
    }

    /** Somebody else begins in each round, so that nobody always has the machine that the same neighbour left. */
    private static List<Subject> turns(int round) {
        List<Subject> subjects = new ArrayList<>(List.of(Subject.values()));
        Collections.rotate(subjects, round);
        return subjects;
    }

    private void printConditions(Postgres postgres, WorkDirectory directory, int rounds, int rows, int warmUp)
            throws IOException {
        MarkdownTable table = new MarkdownTable("Condition", "Value");
        table.row("Time", Instant.now().truncatedTo(ChronoUnit.SECONDS));
        table.row("Processor", Machine.processor());
        table.row(
                "Cores, for program and database together", Runtime.getRuntime().availableProcessors());
        table.row("Operating system", Machine.system());
        table.row("Java", Machine.java());
        table.row("Database", postgres.description() + ", over loopback");
        table.row("Data", directory.disk());
        table.row("Driver", Machine.version("org.postgresql.Driver") + ", reWriteBatchedInserts=true");
        table.row("Hibernate", Machine.version("org.hibernate.SessionFactory"));
        table.row(
                "Pool", Machine.version("com.zaxxer.hikari.HikariDataSource") + ", " + Insertion.POOL + " connections");
        table.row(
                "Inserts",
                text(
                        "%,d rows by one thread, %,d a transaction, hibernate.jdbc.batch_size=%d, allocationSize=%d",
                        rows, Insertion.ROWS_PER_TRANSACTION, Insertion.BATCH, Rows.INCREMENT));
        table.row("Rounds, warm-up of each", text("%d in turns, %,d rows", rounds, warmUp));
        table.row("Mintmark", Machine.commit());
        table.row("Load average before", Machine.load());
        table.print();
        if (quick) {
            System.out.println("**Quick run: it shows that everything works, its figures are worth nothing.**\n");
        }
    }

    private void printAfter() {
        List<String> baselines = disks.stream()
                .map(disk -> text("%.2f/%.2f", disk.p50Millis(), disk.p99Millis()))
                .toList();
        System.out.println("Disk before each round, append of 4 KiB and sync, P50/P99 ms: "
                + String.join(", ", baselines) + ".\n");
        System.out.println("Load average after: " + Machine.load() + " (the measurement itself counts for up to 2).\n");
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
