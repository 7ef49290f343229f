package io.mintmark.lab.peers;

import io.mintmark.lab.instrument.Effort;
import io.mintmark.lab.instrument.EffortOptions;
import io.mintmark.lab.instrument.Progress;
import io.mintmark.lab.instrument.Rounds;
import io.mintmark.lab.process.DiskBaseline;
import io.mintmark.lab.process.Postgres;
import io.mintmark.lab.process.WorkDirectory;
import io.mintmark.lab.report.Conditions;
import io.mintmark.lab.report.Figures;
import io.mintmark.lab.report.LabCommand;
import io.mintmark.lab.report.Machine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code verify/lab/insert}: all subjects insert the same rows in turns; prints tables and targets. */
@Command(
        name = "verify/lab/insert",
        mixinStandardHelpOptions = true,
        description = "Rows that Hibernate inserts into PostgreSQL in batches, with ids from @MintmarkId beside"
                + " @SequenceGenerator and IDENTITY: 100,000 rows in each of 7 rounds, or of 3 with --short.")
final class InsertRun extends LabCommand {
    private static final int SYNCS = 200;

    @Mixin
    private EffortOptions.WithRounds effort = new EffortOptions.WithRounds();

    private final Rounds<IdSource, Inserted> results = new Rounds<>();
    private final List<DiskBaseline> disks = new ArrayList<>();

    public static void main(String... args) {
        System.exit(run(new InsertRun(), args));
    }

    @Override
    protected int measure(WorkDirectory directory) throws IOException {
        Effort planned = effort.effort(1, 3, 7);
        int rows = planned.choose(10_000, 100_000, 100_000);
        int warmUp = planned.choose(2_000, 50_000, 50_000);
        Conditions conditions = Conditions.on(directory);
        try (Postgres postgres = Postgres.start(directory);
                Insertion insertion = new Insertion(postgres)) {
            addTo(conditions, postgres, rows, warmUp).print(planned);
            warmUp(insertion, warmUp);
            for (int round = 1; round <= planned.rounds(); round++) {
                disks.add(DiskBaseline.measure(directory.file("baseline"), SYNCS));
                measure(insertion, rows, round, planned.rounds());
            }
        }
        new InsertReport(results).print();
        printDisks();
        conditions.printAfter();
        return 0;
    }

    private static void warmUp(Insertion insertion, int rows) throws IOException {
        for (IdSource subject : IdSource.values()) {
            Progress.say("warm-up: %s", subject);
            insertion.run(subject, rows);
        }
    }

    private void measure(Insertion insertion, int rows, int round, int rounds) throws IOException {
        for (IdSource subject : turns(round)) {
            Inserted inserted = insertion.run(subject, rows);
            results.add(subject, inserted);
            Progress.say("round %d of %d: %s, %,.0f rows/s", round, rounds, subject, inserted.perSecond());
        }
    }

    /** Another one begins in each round, so that none always has the machine that the same neighbour left. */
    private static List<IdSource> turns(int round) {
        List<IdSource> subjects = new ArrayList<>(List.of(IdSource.values()));
        Collections.rotate(subjects, round);
        return subjects;
    }

    private static Conditions addTo(Conditions conditions, Postgres postgres, int rows, int warmUp) {
        return conditions
                .add("Database", postgres.description() + ", over loopback")
                .add("Driver", Machine.version("org.postgresql.Driver") + ", reWriteBatchedInserts=true")
                .add("Hibernate", Machine.version("org.hibernate.SessionFactory"))
                .add(
                        "Pool",
                        Machine.version("com.zaxxer.hikari.HikariDataSource") + ", " + Insertion.POOL + " connections")
                .add(
                        "Inserts",
                        Figures.text(
                                "%,d rows by one thread, %,d a transaction, hibernate.jdbc.batch_size=%d,"
                                        + " allocationSize=%d",
                                rows, Insertion.ROWS_PER_TRANSACTION, Insertion.BATCH, Rows.INCREMENT))
                .add("Warm-up of each", Figures.text("%,d rows", warmUp));
    }

    private void printDisks() {
        System.out.println("Disk before each round, append of 4 KiB and sync, P50/P99 ms: "
                + disks.stream().map(DiskBaseline::toString).collect(Collectors.joining(", ")) + ".\n");
    }
}
