package io.mintmark.lab.peers;

import io.mintmark.lab.instrument.Rounds;
import io.mintmark.lab.process.CpuMeter;
import io.mintmark.lab.report.Figures;
import io.mintmark.lab.report.MarkdownTable;
import io.mintmark.lab.report.TargetTable;

/** The tables and the targets of the run. */
final class InsertReport {
    /** Ids may cost an insert this much at most: the rate is that part of Hibernate's own at least. */
    static final double RATE_MIN = 0.97;

    static final double FEWER_RESERVATIONS_MIN = 5;
    static final double UNISSUED_MAX = 0.05;

    private final Rounds<IdSource, Inserted> results;

    InsertReport(Rounds<IdSource, Inserted> results) {
        this.results = results;
    }

    void print() {
        printRates();
        printNumbers();
        printTargets();
    }

    private void printRates() {
        System.out.println("## Rows a second\n");
        MarkdownTable table = new MarkdownTable(
                "Ids from",
                "rows/s",
                "P10 to P90 of the rounds",
                "× `pooled-lo`, same round",
                "CPU µs a row, program",
                "CPU µs a row, PostgreSQL",
                "other cores busy");
        for (IdSource subject : IdSource.values()) {
            double foreign = results.median(subject, Inserted::foreignCores);
            table.row(
                    subject.title(),
                    Figures.text("%,.0f", results.median(subject, Inserted::perSecond)),
                    Figures.text("%,.0f", results.at(0.1, subject, Inserted::perSecond)) + " to "
                            + Figures.text("%,.0f", results.at(0.9, subject, Inserted::perSecond)),
                    Figures.text("%.2f", results.ratio(subject, IdSource.POOLED_LO, Inserted::perSecond)),
                    Figures.text("%.1f", results.median(subject, Inserted::ownMicros)),
                    Figures.text("%.1f", results.median(subject, Inserted::databaseMicros)),
                    Figures.text("%.2f", foreign) + (foreign > CpuMeter.FOREIGN_CORES_MAX ? " **disturbed**" : ""));
        }
        table.print();
    }

    private void printNumbers() {
        System.out.println("## Numbers reserved\n");
        MarkdownTable table = new MarkdownTable(
                "Ids from", "reservations", "numbers reserved", "given back at the end", "unissued after closing");
        for (IdSource subject : IdSource.values()) {
            boolean ofItsOwn = subject == IdSource.IDENTITY;
            table.row(
                    subject.title(),
                    ofItsOwn
                            ? "one with each row"
                            : Figures.text("%,.0f", results.median(subject, Inserted::reservations)),
                    ofItsOwn ? "–" : Figures.text("%,.0f", results.median(subject, Inserted::reserved)),
                    Figures.text("%,.0f", results.median(subject, Inserted::returned)),
                    percent(results.median(subject, Inserted::unissued)));
        }
        table.print();
    }

    private void printTargets() {
        TargetTable table = new TargetTable("");
        rate(table, "rows/s, own table ÷ `pooled-lo`", IdSource.OUR_TABLE);
        rate(table, "rows/s, shared sequence ÷ `pooled-lo`", IdSource.OUR_SEQUENCE);
        table.atLeast(
                "reservations, `pooled-lo` ÷ own table",
                FEWER_RESERVATIONS_MIN,
                results.ratio(IdSource.POOLED_LO, IdSource.OUR_TABLE, Inserted::reservations));
        unissued(table, "unissued after closing, own table", IdSource.OUR_TABLE);
        unissued(table, "unissued after closing, shared sequence", IdSource.OUR_SEQUENCE);
        table.print("");
    }

    private void rate(TargetTable table, String what, IdSource subject) {
        table.atLeast(what, RATE_MIN, results.ratio(subject, IdSource.POOLED_LO, Inserted::perSecond));
    }

    private void unissued(TargetTable table, String what, IdSource subject) {
        double part = results.median(subject, Inserted::unissued);
        table.row(what, "≤ " + percent(UNISSUED_MAX), percent(part), TargetTable.verdict(part, part <= UNISSUED_MAX));
    }

    private static String percent(double part) {
        return Figures.text("%.1f %%", part * 100);
    }
}
