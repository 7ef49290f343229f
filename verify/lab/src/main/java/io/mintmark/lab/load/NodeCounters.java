package io.mintmark.lab.load;

import io.mintmark.lab.instrument.Progress;
import io.mintmark.lab.report.Figures;
import io.mintmark.lab.report.Results;
import io.mintmark.lab.report.Site;
import io.mintmark.lab.report.Turns;
import java.io.IOException;

/** Ranges over one counter, and over very many in an order that jumps about. */
final class NodeCounters {
    private static final String ROW = "Mintmark over PostgreSQL, 1 node, --no-ranges-ahead: hilo/next over ";

    private NodeCounters() {}

    static void measure(Stage stage, Results results) throws IOException {
        Turns turns = new Turns("counters", stage.site());
        int most = most(stage.site());
        turns.addServer(direct(1), over(stage.direct(), 1));
        turns.addServer(direct(most), over(stage.direct(), most));
        turns.run(results);
    }

    private static Turns.Subject over(Nodes nodes, int counters) throws IOException {
        String database = "counters" + counters;
        nodes.createDatabase(database);
        long start = System.nanoTime();
        nodes.useCounters(database, counters);
        Progress.say("counters: %,d were made in %.1f s", counters, (System.nanoTime() - start) / 1e9);
        return nodes.load(database, traffic -> traffic.reservationsAnywhere(counters));
    }

    /** Returns how many are the most. */
    static int most(Site site) {
        return site.effort().choose(2_000, 100_000, 1_000_000);
    }

    /** Returns the name of ranges that all come from the counters' rows. */
    static String direct(int counters) {
        return ROW + counters(counters);
    }

    private static String counters(int counters) {
        return Figures.text(counters == 1 ? "%,d counter" : "%,d counters", counters);
    }
}
