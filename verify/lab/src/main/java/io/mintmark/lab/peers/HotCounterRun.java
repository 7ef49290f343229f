package io.mintmark.lab.peers;

import io.mintmark.lab.process.Postgres;
import io.mintmark.lab.report.Conditions;
import io.mintmark.lab.report.Figures;
import io.mintmark.lab.report.Machine;
import io.mintmark.lab.report.ResultTable;
import io.mintmark.lab.report.Results;
import io.mintmark.lab.report.RoundsCommand;
import io.mintmark.lab.report.Site;
import io.mintmark.lab.report.TargetTable;
import io.mintmark.lab.report.Turns;
import io.mintmark.testkit.HistoryChecker;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;

/** The command {@code verify/lab/hot-counter}: writers take numbers of one counter in each of the ways, in turns. */
@Command(
        name = "verify/lab/hot-counter",
        description = "Numbers that 200 threads take from one counter in PostgreSQL: by updates that applications write"
                + " by hand, and by Mintmark in blocks of 50; in 7 rounds, or in 3 shorter ones with --short.")
final class HotCounterRun extends RoundsCommand {
    private static final double FASTER = 20;

    /** Connections of a pool that nobody configured: HikariCP's and Spring Boot's. */
    private static final int USUAL = 10;

    private static final int MANY = 50;
    private static final Taking OURS =
            new Taking("**Mintmark**, blocks of " + HotCounter.BLOCK, USUAL, HotCounter::ours);
    private static final List<Taking> BY_HAND = List.of(
            new Taking("`UPDATE … RETURNING`", USUAL, HotCounter::updated),
            new Taking("`UPDATE … RETURNING`", MANY, HotCounter::updated),
            new Taking("`SELECT`, `UPDATE … WHERE version = ?`", USUAL, HotCounter::versioned),
            new Taking("`SELECT`, `UPDATE … WHERE version = ?`", MANY, HotCounter::versioned));

    /** A way over a pool of some size. */
    private record Taking(String how, int connections, HotCounter.Way way) {
        String title() {
            return how + ", pool of " + connections;
        }
    }

    HotCounterRun() {
        super(1, 3, 7);
    }

    @Override
    protected void measure(Site site, Conditions conditions) throws IOException {
        Results results = new Results();
        try (Postgres postgres = Postgres.start(site.work())) {
            conditions
                    .add("Database", postgres.description() + ", over loopback")
                    .add("Driver", Machine.version("org.postgresql.Driver"))
                    .add("Pool", Machine.version("com.zaxxer.hikari.HikariDataSource"))
                    .add("Writers", HotCounter.WRITERS + " threads, each again and again")
                    .add("Window", Turns.window(site.effort()))
                    .print(site.effort());
            HotCounter counter = new HotCounter(postgres);
            Turns turns = new Turns("hot counter", site);
            add(turns, counter, OURS);
            BY_HAND.forEach(subject -> add(turns, counter, subject));
            turns.run(results);
            print(results, counter.history());
        }
    }

    private static void add(Turns turns, HotCounter counter, Taking subject) {
        turns.addServer(subject.title(), window -> counter.measure(subject.way, subject.connections, window));
    }

    private static void print(Results results, HistoryChecker history) {
        System.out.println(
                "## Numbers of one counter\n\nEach number by hand is a transaction of its own, and waits for its"
                        + " commit. A block of " + HotCounter.BLOCK
                        + " is committed before any number of it is given: that is how"
                        + " the library always works. The server is PostgreSQL, the load this program.\n");
        ResultTable.print(results);
        TargetTable table = new TargetTable("");
        for (Taking subject : BY_HAND) {
            table.atLeast(
                    "numbers a second, Mintmark ÷ " + subject.title(),
                    FASTER,
                    results.ratio(OURS.title(), subject.title()));
        }
        table.atMost("numbers that came twice, all ways", 0, history.duplicateCount());
        table.print(Figures.text(
                "The history checker saw each of the %,d numbers, those of warm-ups included.%s",
                history.issuedCount(),
                history.duplicateCount() == 0 ? "" : " The first that came twice: " + history.firstDuplicates()));
    }
}
