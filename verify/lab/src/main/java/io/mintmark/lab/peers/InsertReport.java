package io.mintmark.lab.peers;

import io.mintmark.lab.instrument.Rounds;
import io.mintmark.lab.report.Columns;
import io.mintmark.lab.report.Figures;
import io.mintmark.lab.report.TargetTable;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The tables and the targets of the run. */
final class InsertReport {
    /** Ids may cost an insert this much at most: the rate is that part of Hibernate's own at least. */
    static final double RATE_MIN = 0.97;

    static final double FEWER_RESERVATIONS_MIN = 5;
    static final double UNISSUED_MAX = 0.05;

    private final Rounds<IdSource, Insertion.Inserted> results;

    InsertReport(Rounds<IdSource, Insertion.Inserted> results) {
        this.results = results;
    }

    void print() {
        printRates();
        printNumbers();
        printTargets();
    }

    private void printRates() {
        System.out.println("## Rows a second\n");
        new Columns<IdSource>()
                .text("Ids from", IdSource::title)
                .figure("rows/s", "%,.0f", subject -> results.median(subject, Insertion.Inserted::perSecond))
                .text(
                        "P10 to P90 of the rounds",
                        subject -> Figures.text(
                                "%,.0f to %,.0f",
                                results.at(0.1, subject, Insertion.Inserted::perSecond),
                                results.at(0.9, subject, Insertion.Inserted::perSecond)))
                .figure(
                        "× `pooled-lo`, same round",
                        "%.2f",
                        subject -> results.ratio(subject, IdSource.POOLED_LO, Insertion.Inserted::perSecond))
                .figure(
                        "CPU µs a row, program",
                        "%.1f",
                        subject -> results.median(subject, Insertion.Inserted::ownMicros))
                .figure(
                        "CPU µs a row, PostgreSQL",
                        "%.1f",
                        subject -> results.median(subject, Insertion.Inserted::databaseMicros))
                .text(
                        "other cores busy",
                        subject -> Figures.foreignCores(results.median(subject, Insertion.Inserted::foreignCores)))
                .of(List.of(IdSource.values()))
                .print();
    }

    private void printNumbers() {
        System.out.println("## Numbers reserved\n");
        new Columns<IdSource>()
                .text("Ids from", IdSource::title)
                .text(
                        "reservations",
                        subject -> ofItsOwn(subject, "one with each row", Insertion.Inserted::reservations))
                .text("numbers reserved", subject -> ofItsOwn(subject, "–", Insertion.Inserted::reserved))
                .figure(
                        "given back at the end",
                        "%,.0f",
                        subject -> results.median(subject, Insertion.Inserted::returned))
                .text(
                        "unissued after closing",
                        subject -> percent(results.median(subject, Insertion.Inserted::unissued)))
                .of(List.of(IdSource.values()))
                .print();
    }

    private String ofItsOwn(IdSource subject, String remark, ToDoubleFunction<Insertion.Inserted> figure) {
        return subject == IdSource.IDENTITY ? remark : Figures.text("%,.0f", results.median(subject, figure));
    }

    private void printTargets() {
        TargetTable table = new TargetTable("");
        rate(table, "rows/s, own table ÷ `pooled-lo`", IdSource.OUR_TABLE);
        rate(table, "rows/s, shared sequence ÷ `pooled-lo`", IdSource.OUR_SEQUENCE);
        table.atLeast(
                "reservations, `pooled-lo` ÷ own table",
                FEWER_RESERVATIONS_MIN,
                results.ratio(IdSource.POOLED_LO, IdSource.OUR_TABLE, Insertion.Inserted::reservations));
        unissued(table, "unissued after closing, own table", IdSource.OUR_TABLE);
        unissued(table, "unissued after closing, shared sequence", IdSource.OUR_SEQUENCE);
        table.print("");
    }

    private void rate(TargetTable table, String what, IdSource subject) {
        table.atLeast(what, RATE_MIN, results.ratio(subject, IdSource.POOLED_LO, Insertion.Inserted::perSecond));
    }

    private void unissued(TargetTable table, String what, IdSource subject) {
        double part = results.median(subject, Insertion.Inserted::unissued);
        table.row(what, "≤ " + percent(UNISSUED_MAX), percent(part), TargetTable.verdict(part, part <= UNISSUED_MAX));
    }

    private static String percent(double part) {
        return Figures.text("%.1f %%", part * 100);
    }
}
