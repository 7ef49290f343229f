package io.mintmark.lab.load;

import io.mintmark.lab.report.Figures;
import io.mintmark.lab.report.Results;
import io.mintmark.lab.report.Sample;
import io.mintmark.lab.report.TargetTable;

/** Targets of the server beside its peers in the same run, with the verdicts. */
final class Targets {
    /** On a slower disk than this the disk is what is measured. */
    private static final double DISK_MILLIS_MAX = 0.5;

    private static final double COST_RATIO_MAX = 1.3;

    /** Memory is flat if a thousand times the documents need at most this many times the memory. */
    private static final double MEMORY_RATIO_MAX = 1.25;

    private final TargetTable table = new TargetTable("");

    void judgeRanges(Results results) {
        double disk = results.diskMillis();
        double oneMin = 0.6;
        atLeast(
                "range over 1 counter ÷ a constant on the same route",
                oneMin,
                HiLoPart.ONE,
                HiLoPart.CONSTANT,
                results);
        atLeast("the same, sent by wrk", oneMin, HiLoPart.ONE_BY_WRK, HiLoPart.CONSTANT_BY_WRK, results);
        atLeast("range over 1,000 counters ÷ the constant", 0.5, HiLoPart.MANY, HiLoPart.CONSTANT, results);
        compare("range over 1 counter ÷ a constant of another route", HiLoPart.ONE, HiLoPart.OTHER_ROUTE, results);
        compare("range over 1,000 counters ÷ the same", HiLoPart.MANY, HiLoPart.OTHER_ROUTE, results);
        double rowsMin = 2.5;
        atLeast("range over 1 counter ÷ PostgreSQL, 16 rows", rowsMin, HiLoPart.ONE, HiLoPart.POSTGRES_MANY, results);
        atLeast("range over 1 counter ÷ PostgreSQL, 1 row", 10, HiLoPart.ONE, HiLoPart.POSTGRES_ONE, results);
        table.row("disk P50 of this run", "≤ " + DISK_MILLIS_MAX + " ms", Figures.figure("%.2f ms", disk), quiet(disk));
    }

    void judgeReads(Results results) {
        atLeast("document by id ÷ a constant", 0.6, DocumentReads.ONE, HiLoPart.OTHER_ROUTE, results);
        compare("unchanged document ÷ a constant", DocumentReads.UNCHANGED, HiLoPart.OTHER_ROUTE, results);
        compare("document by id ÷ PostgreSQL's SELECT", DocumentReads.ONE, DocumentReads.POSTGRES, results);
    }

    void judgeDocuments(Results results) {
        String better = betterBatch(results);
        atLeast("bulk_insert ÷ " + better, 1.5, DocumentsPart.BULK_INSERT, better, results);
    }

    void judgeNodes(Results results, int counters) {
        atLeast("1 node ÷ a constant on the same route", 0.8, NodeLoads.ONE, NodeLoads.CONSTANT, results);
        compare("the same ÷ a constant of another route", NodeLoads.ONE, NodeLoads.OTHER_ROUTE, results);
        atLeast("3 nodes ÷ SQLite", 1.2, NodeLoads.SEVERAL, NodeLoads.SQLITE, results);
        compare(
                "3 nodes ÷ 1 node, a constant of another route",
                NodeLoads.OTHER_ROUTE_SEVERAL,
                NodeLoads.OTHER_ROUTE,
                results);
        rateAtLeast("1 node, --no-ranges-ahead", 12_000, NodeLoads.DIRECT, results);
        atLeast(
                "1 identity over 3 nodes ÷ PostgreSQL, 1 row",
                1.6,
                NodeLoads.IDENTITY_SEVERAL,
                HiLoPart.POSTGRES_ONE,
                results);
        String better = betterBatch(results);
        atLeast("bulk_insert, 1 node ÷ " + better, 0.8, NodeLoads.INSERT_ONE, better, results);
        atLeast(
                "the same ÷ one connection, as many as write a database of ours",
                0.8,
                NodeLoads.INSERT_ONE,
                DocumentsPart.POSTGRES_1,
                results);
        atMost(
                "cost of a range over " + Figures.text("%,d", counters) + " counters ÷ over 1, --no-ranges-ahead",
                1.5,
                results.ratio(NodeLoads.direct(1), NodeLoads.direct(counters)),
                results);
    }

    private static String betterBatch(Results results) {
        boolean one = results.median(DocumentsPart.POSTGRES_1, Sample::perSecond)
                > results.median(DocumentsPart.POSTGRES_4, Sample::perSecond);
        return one ? DocumentsPart.POSTGRES_1 : DocumentsPart.POSTGRES_4;
    }

    void judgeBackup(Results results) {
        atLeast("a saved document beside a backup ÷ without", 0.8, BackupPart.SAVED_BESIDE, BackupPart.SAVED, results);
        atLeast("a range beside a backup ÷ without", 0.8, BackupPart.RESERVED_BESIDE, BackupPart.RESERVED, results);
    }

    void judgeMemory(double ratio) {
        table.atMost("peak memory, longest stream ÷ shortest", MEMORY_RATIO_MAX, ratio);
    }

    void judgeGrowth(GrowthPart.Ratios ratios) {
        table.atMost("cost of a saved document, at the end ÷ start", COST_RATIO_MAX, ratios.saved());
        table.atMost("cost of a range of 1 counter, the same", COST_RATIO_MAX, ratios.reserved());
        table.atMost("cost of a range over all counters, the same", COST_RATIO_MAX, ratios.reservedOverCounters());
    }

    private void atLeast(String what, double asked, String mine, String theirs, Results results) {
        double found = results.ratio(mine, theirs);
        table.row(what, "≥ " + asked, Figures.figure("%.2f", found), verdict(found, found >= asked, isNoisy(results)));
    }

    private void atMost(String what, double asked, double found, Results results) {
        table.row(what, "≤ " + asked, Figures.figure("%.2f", found), verdict(found, found <= asked, isNoisy(results)));
    }

    private void rateAtLeast(String what, int asked, String mine, Results results) {
        double found = results.median(mine, Sample::perSecond);
        table.row(
                what,
                Figures.text("≥ %,d/s", asked),
                Figures.figure("%,.0f/s", found),
                verdict(found, found >= asked, isNoisy(results)));
    }

    private static boolean isNoisy(Results results) {
        return results.diskMillis() > DISK_MILLIS_MAX;
    }

    /** Shows a ratio of which nothing is asked. */
    private void compare(String what, String mine, String theirs, Results results) {
        table.row(what, "–", Figures.figure("%.2f", results.ratio(mine, theirs)), "to compare");
    }

    static String verdict(double found, boolean reached, boolean noisyDisk) {
        boolean isMissed = !Double.isNaN(found) && !reached;
        return isMissed && noisyDisk ? "**repeat: the disk was too slow**" : TargetTable.verdict(found, reached);
    }

    private static String quiet(double diskMillis) {
        if (Double.isNaN(diskMillis)) {
            return "not measured";
        }
        return diskMillis <= DISK_MILLIS_MAX ? "quiet" : "**repeat on a quieter disk**";
    }

    void print() {
        table.print("Ratios are medians of the ratios within a round.");
    }
}
