package io.mintmark.lab.report;

/** Targets of a run, the figures that it reached, and the verdicts. */
public final class TargetTable {
    private final MarkdownTable table;

    /** Creates an empty table; {@code ratio} says between what the figures are, if they all are ratios of the same. */
    public TargetTable(String ratio) {
        table = new MarkdownTable(ratio.isEmpty() ? "Target" : "Target, " + ratio, "asked", "found", "verdict");
    }

    /** Adds a figure that must not be smaller than {@code asked}. */
    public void atLeast(String what, double asked, double found) {
        row(what, "≥ " + asked, Figures.figure("%.2f", found), verdict(found, found >= asked));
    }

    /** Adds a figure that must not be larger than {@code asked}. */
    public void atMost(String what, double asked, double found) {
        row(what, "≤ " + asked, Figures.figure("%.2f", found), verdict(found, found <= asked));
    }

    /** Adds a row with a verdict of its own. */
    public void row(String what, String asked, String found, String verdict) {
        table.row(what, asked, found, verdict);
    }

    /** Returns the verdict on a figure; one that was not measured is NaN. */
    public static String verdict(double found, boolean isReached) {
        return Double.isNaN(found) ? "not measured" : isReached ? "met" : "**missed**";
    }

    /** Prints the table below its title; {@code remark} says how its figures came about. */
    public void print(String remark) {
        System.out.println("## Targets\n" + (remark.isEmpty() ? "" : "\n" + remark + "\n"));
        table.print();
    }
}
