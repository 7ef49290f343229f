package io.mintmark.lab.peers;

import io.mintmark.lab.instrument.Effort;
import io.mintmark.lab.instrument.Progress;
import io.mintmark.lab.instrument.Rounds;
import io.mintmark.lab.peers.DistantInsertion.Case;
import io.mintmark.lab.peers.DistantInsertion.Inserted;
import io.mintmark.lab.process.Postgres;
import io.mintmark.lab.report.Columns;
import io.mintmark.lab.report.Conditions;
import io.mintmark.lab.report.Figures;
import io.mintmark.lab.report.RoundsCommand;
import io.mintmark.lab.report.Site;
import io.mintmark.lab.report.TargetTable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;

/** The command {@code verify/lab/distant}: both ways of making ids insert near and distant, in turns. */
@Command(
        name = "verify/lab/distant",
        description = "Rows that 64 threads insert through Hibernate into a PostgreSQL that is near, or 15 ± 5 ms away,"
                + " with ids of pooled(50) as Hibernate makes them and taken over.")
final class DistantRun extends RoundsCommand {
    private static final double FASTER_DISTANT = 2;
    private static final double AS_FAST_NEAR = 0.97;
    private static final List<Case> CASES =
            List.of(new Case(false, false), new Case(true, false), new Case(false, true), new Case(true, true));

    private final Rounds<Case, Inserted> results = new Rounds<>();

    DistantRun() {
        super(1, 3, 7);
    }

    @Override
    protected void measure(Site site, Conditions conditions) throws IOException {
        Effort planned = site.effort();
        Duration warmUp = Duration.ofSeconds(planned.choose(2, 20, 30));
        Duration measured = Duration.ofSeconds(planned.choose(2, 10, 20));
        try (Postgres postgres = Postgres.start(site.work())) {
            conditions
                    .add("Database", postgres.description() + ", over loopback and a proxy")
                    .add(
                            "Distance",
                            Figures.text(
                                    "what the server sends comes %d ± %d ms later, or at once",
                                    DistantInsertion.DELAY_MILLIS, DistantInsertion.AROUND_MILLIS))
                    .add(
                            "Inserts",
                            Figures.text(
                                    "%d threads, %d rows a transaction and batch, for %d s after %d s to warm up",
                                    DistantInsertion.THREADS,
                                    DistantInsertion.BATCH,
                                    measured.toSeconds(),
                                    warmUp.toSeconds()))
                    .print(planned);
            DistantInsertion insertion = new DistantInsertion(postgres);
            for (int round = 1; round <= planned.rounds(); round++) {
                for (Case which : Rounds.order(CASES, round)) {
                    Inserted inserted = insertion.run(which, warmUp, measured);
                    results.add(which, inserted);
                    Progress.say(
                            "round %d: %s, %,.0f rows/s, %.0f waited",
                            round, which.title(), inserted.perSecond(), inserted.waited());
                }
            }
        }
        print();
    }

    private void print() {
        System.out.println("## Rows a second\n");
        new Columns<Case>()
                .text("Ids", Case::title)
                .figure("rows/s", "%,.0f", which -> results.median(which, Inserted::perSecond))
                .figure(
                        "× Hibernate's, same round",
                        "%.2f",
                        which -> results.ratio(which, which.byHibernate(), Inserted::perSecond))
                .figure("callers that waited", "%,.0f", which -> results.median(which, Inserted::waited))
                .of(CASES)
                .print();
        TargetTable table = new TargetTable("");
        Case near = new Case(true, false);
        Case distant = new Case(true, true);
        table.atLeast("rows/s near, taken over ÷ Hibernate", AS_FAST_NEAR, ratio(near));
        table.atLeast("rows/s distant, taken over ÷ Hibernate", FASTER_DISTANT, ratio(distant));
        table.atMost("callers that waited, distant", 0, results.median(distant, Inserted::waited));
        table.print("");
    }

    private double ratio(Case which) {
        return results.ratio(which, which.byHibernate(), Inserted::perSecond);
    }
}
