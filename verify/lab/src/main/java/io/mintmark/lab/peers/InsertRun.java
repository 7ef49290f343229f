package io.mintmark.lab.peers;

import io.mintmark.lab.instrument.Effort;
import io.mintmark.lab.instrument.Progress;
import io.mintmark.lab.instrument.Rounds;
import io.mintmark.lab.process.DiskBaseline;
import io.mintmark.lab.process.Postgres;
import io.mintmark.lab.report.Conditions;
import io.mintmark.lab.report.Figures;
import io.mintmark.lab.report.Machine;
import io.mintmark.lab.report.ResultTable;
import io.mintmark.lab.report.RoundsCommand;
import io.mintmark.lab.report.Site;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;

/** The command {@code verify/lab/insert}: all subjects insert the same rows in turns; prints tables and targets. */
@Command(
        name = "verify/lab/insert",
        description = "Rows that Hibernate inserts into PostgreSQL in batches, with ids from @MintmarkId beside"
                + " @SequenceGenerator and IDENTITY: 100,000 rows in each of 7 rounds, or of 3 with --short.")
final class InsertRun extends RoundsCommand {
    private final Rounds<IdSource, Insertion.Inserted> results = new Rounds<>();
    private final List<DiskBaseline> disks = new ArrayList<>();

    InsertRun() {
        super(1, 3, 7);
    }

    @Override
    protected void measure(Site site, Conditions conditions) throws IOException {
        Effort planned = site.effort();
        int rows = planned.choose(10_000, 100_000, 100_000);
        int warmUp = planned.choose(2_000, 50_000, 50_000);
        try (Postgres postgres = Postgres.start(site.work());
                Insertion insertion = new Insertion(postgres)) {
            addTo(conditions, postgres, rows, warmUp).print(planned);
            warmUp(insertion, warmUp);
            for (int round = 1; round <= planned.rounds(); round++) {
                disks.add(site.disk());
                measure(insertion, rows, round, planned.rounds());
            }
        }
        new InsertReport(results).print();
        ResultTable.printDisks(disks);
    }

    private static void warmUp(Insertion insertion, int rows) throws IOException {
        for (IdSource subject : IdSource.values()) {
            Progress.say("warm-up: %s", subject);
            insertion.run(subject, rows);
        }
    }

    private void measure(Insertion insertion, int rows, int round, int rounds) throws IOException {
        for (IdSource subject : Rounds.order(List.of(IdSource.values()), round)) {
            Insertion.Inserted inserted = insertion.run(subject, rows);
            results.add(subject, inserted);
            Progress.say("round %d of %d: %s, %,.0f rows/s", round, rounds, subject, inserted.perSecond());
        }
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
}
