package io.mintmark.lab.load;

import io.mintmark.lab.instrument.Progress;
import io.mintmark.lab.load.GrowingDatabase.Cost;
import io.mintmark.lab.process.ServerProcess;
import io.mintmark.lab.report.Figures;
import io.mintmark.lab.report.MarkdownTable;
import io.mintmark.lab.report.Site;
import java.io.IOException;
import java.time.Duration;

/**
 * Cost of a saved document and of a reservation as a database grows, beside a small database of the same server.
 *
 * <p>The small one is a new one of a thousand documents in each turn; a turn measures the large one right after it.
 */
final class GrowthPart {
    private static final int POWER_MIN = 3;
    private static final int START = 1_000;
    private static final int SAVED = 10_000;
    /** Up to here what a turn saves would change the size that is measured, so each turn has a database of its own. */
    private static final long SMALL_MAX = 10_000;

    private final Site site;
    private final ServerProcess server;
    private final Duration window;
    private int databases;

    /**
     * How many times the costs at the start those at the end were; the end has as many documents and counters as the
     * effort says.
     */
    record Ratios(double saved, double reserved, double reservedOverCounters) {
        static final Ratios NOT_MEASURED = new Ratios(Double.NaN, Double.NaN, Double.NaN);
    }

    private GrowthPart(Site site, ServerProcess server) {
        this.site = site;
        this.server = server;
        this.window = site.window().time().dividedBy(2);
    }

    /** Measures, prints, and returns the ratios at the end. */
    static Ratios print(Site site) throws IOException {
        try (ServerProcess server = site.startServer()) {
            return new GrowthPart(site, server).measure();
        }
    }

    private Ratios measure() throws IOException {
        warmUp();
        System.out.println(
                "## Growth\n\nMicroseconds for a unit, " + RoundsPart.CONNECTIONS + " connections together: now"
                        + " / in a new database of " + START + " documents beside it = ratio, medians of "
                        + site.effort().rounds() + " turns. Disk, append of 4 KiB and sync, P50/P99 ms: "
                        + site.disk() + ".\n");
        GrowingDatabase large = create();
        Costs[] atEnd = overDocuments(large);
        Costs counters = overCounters(large);
        return new Ratios(atEnd[0].ratio(Cost::micros), atEnd[1].ratio(Cost::micros), counters.ratio(Cost::micros));
    }

    private void warmUp() throws IOException {
        GrowingDatabase warm = create();
        Cost reserved = warm.reserve(1, site.window().warmUp());
        Cost saved = warm.save(5 * SAVED);
        Progress.say("warm: %.1f µs a range, %.1f µs a document", reserved.micros(), saved.micros());
    }

    private Costs[] overDocuments(GrowingDatabase large) throws IOException {
        MarkdownTable table = new MarkdownTable(
                "Documents",
                "saved document, time",
                "saved document, server CPU",
                "range of 1 counter, time",
                "server CPU");
        Costs[] costs = {};
        for (int power = POWER_MIN; power <= site.documentsPower(); power++) {
            long documents = (long) Math.pow(10, power);
            costs = atSize(large, documents);
            table.row(
                    Figures.text("%,d", documents),
                    costs[0].text(Cost::micros),
                    costs[0].text(Cost::serverMicros),
                    costs[1].text(Cost::micros),
                    costs[1].text(Cost::serverMicros));
        }
        table.print();
        return costs;
    }

    private Costs[] atSize(GrowingDatabase large, long documents) throws IOException {
        Costs saved = new Costs();
        Costs reserved = new Costs();
        if (documents > SMALL_MAX) {
            large.fillTo(documents);
        }
        for (int turn = 1; turn <= site.effort().rounds(); turn++) {
            Progress.say("growth, %,d documents, turn %d", documents, turn);
            GrowingDatabase start = createFilled(START);
            GrowingDatabase now = documents > SMALL_MAX ? large : createFilled(documents);
            Cost savedAtStart = start.save(SAVED);
            saved.add(now.save(SAVED), savedAtStart);
            Cost reservedAtStart = start.reserve(1, window);
            reserved.add(now.reserve(1, window), reservedAtStart);
        }
        return new Costs[] {saved, reserved};
    }

    private Costs overCounters(GrowingDatabase large) throws IOException {
        MarkdownTable table = new MarkdownTable("Counters in use", "range, time", "range, server CPU");
        Costs costs = new Costs();
        for (int power = 0; power <= site.countersPower(); power++) {
            int counters = (int) Math.pow(10, power);
            large.useCounters(counters);
            costs = new Costs();
            for (int turn = 1; turn <= site.effort().rounds(); turn++) {
                Progress.say("growth, %,d counters, turn %d", counters, turn);
                Cost atStart = createFilled(START).reserve(1, window);
                costs.add(large.reserve(counters, window), atStart);
            }
            table.row(Figures.text("%,d", counters), costs.text(Cost::micros), costs.text(Cost::serverMicros));
        }
        System.out.println("In the large database, over more and more counters; beside it, as ever, over 1.\n");
        table.print();
        return costs;
    }

    private GrowingDatabase createFilled(long documents) throws IOException {
        GrowingDatabase created = create();
        created.fillTo(documents);
        return created;
    }

    private GrowingDatabase create() throws IOException {
        databases++;
        return GrowingDatabase.create(server, "growth" + databases);
    }
}
