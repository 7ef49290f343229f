package io.mintmark.lab.insert;

import io.mintmark.lab.measure.MarkdownTable;
import java.util.Locale;

/** The tables of the run, and what was asked of it. */
final class InsertReport {
    /** Ids may cost an insert this much at most: the rate is that part of Hibernate's own at least. */
    static final double RATE_MIN = 0.97;

    static final double FEWER_RESERVATIONS_MIN = 5;
    static final double UNISSUED_MAX = 0.05;

    /** More than this, and somebody else was at work. */
    private static final double FOREIGN_CORES_MAX = 0.3;

    private final InsertResults results;

    InsertReport(InsertResults results) {
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
        for (Subject subject : Subject.values()) {
            double foreign = results.median(subject, Inserted::foreignCores);
            table.row(
                    subject.title(),
                    text("%,.0f", results.median(subject, Inserted::perSecond)),
                    text("%,.0f", results.at(0.1, subject, Inserted::perSecond)) + " to "
                            + text("%,.0f", results.at(0.9, subject, Inserted::perSecond)),
                    text("%.2f", results.ratio(subject, Subject.POOLED_LO, Inserted::perSecond)),
                    text("%.1f", results.median(subject, Inserted::ownMicros)),
                    text("%.1f", results.median(subject, Inserted::databaseMicros)),
                    text("%.2f", foreign) + (foreign > FOREIGN_CORES_MAX ? " **disturbed**" : ""));
        }
        table.print();
    }

    private void printNumbers() {
        System.out.println("## Numbers reserved\n");
        MarkdownTable table = new MarkdownTable(
                "Ids from", "reservations", "numbers reserved", "given back at the end", "unissued after closing");
        for (Subject subject : Subject.values()) {
            boolean ofItsOwn = subject == Subject.IDENTITY;
            table.row(
                    subject.title(),
                    ofItsOwn ? "one with each row" : text("%,.0f", results.median(subject, Inserted::reservations)),
                    ofItsOwn ? "–" : text("%,.0f", results.median(subject, Inserted::reserved)),
                    text("%,.0f", results.median(subject, Inserted::returned)),
                    percent(results.median(subject, Inserted::unissued)));
        }
        table.print();
    }

    private void printTargets() {
        System.out.println("## Targets\n");
        MarkdownTable table = new MarkdownTable("Target", "asked", "found", "verdict");
        rate(table, "rows/s, own table ÷ `pooled-lo`", Subject.OUR_TABLE);
        rate(table, "rows/s, shared sequence ÷ `pooled-lo`", Subject.OUR_SEQUENCE);
        double fewer = results.ratio(Subject.POOLED_LO, Subject.OUR_TABLE, Inserted::reservations);
        table.row(
                "reservations, `pooled-lo` ÷ own table",
                "≥ " + FEWER_RESERVATIONS_MIN,
                text("%.1f", fewer),
                verdict(fewer >= FEWER_RESERVATIONS_MIN));
        unissued(table, "unissued after closing, own table", Subject.OUR_TABLE);
        unissued(table, "unissued after closing, shared sequence", Subject.OUR_SEQUENCE);
        table.print();
    }

    private void rate(MarkdownTable table, String what, Subject subject) {
        double ratio = results.ratio(subject, Subject.POOLED_LO, Inserted::perSecond);
        table.row(what, "≥ " + RATE_MIN, text("%.2f", ratio), verdict(ratio >= RATE_MIN));
    }

    private void unissued(MarkdownTable table, String what, Subject subject) {
        double part = results.median(subject, Inserted::unissued);
        table.row(what, "≤ " + percent(UNISSUED_MAX), percent(part), verdict(part <= UNISSUED_MAX));
    }

    private static String verdict(boolean reached) {
        return reached ? "met" : "**missed**";
    }

    private static String percent(double part) {
        return text("%.1f %%", part * 100);
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
