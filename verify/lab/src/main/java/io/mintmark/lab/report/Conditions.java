package io.mintmark.lab.report;

import io.mintmark.lab.instrument.Effort;
import io.mintmark.lab.process.CpuMeter;
import io.mintmark.lab.process.DiskBaseline;
import io.mintmark.lab.process.WorkDirectory;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The conditions of one run: a table above its results, and a line below them. Each command prints the same rows and
 * adds its own.
 *
 * <p>Before and after the run this process rests for a second, so that the processor time in it is that of others.
 */
public final class Conditions {
    private static final int SYNCS = 200;
    private static final long REST_MILLIS = 1_000;

    private final MarkdownTable table = new MarkdownTable("Condition", "Value");
    private final double othersBefore = othersInOneSecond();

    private Conditions(String disk) {
        table.row("Time", Instant.now().truncatedTo(ChronoUnit.SECONDS));
        table.row("Processor", Machine.processor());
        table.row("Cores, for all processes together", Runtime.getRuntime().availableProcessors());
        table.row("Operating system", Machine.system());
        table.row("Java", Machine.java());
        table.row("Disk", disk);
        table.row("Mintmark", Machine.commit());
        table.row("Load average before", Machine.load());
        table.row("Others before, cores", cores(othersBefore));
    }

    /** Looks at the machine, and at the disk below {@code data}, which takes some hundred syncs. */
    public static Conditions on(WorkDirectory data) throws IOException {
        DiskBaseline disk = DiskBaseline.measure(data.file("baseline"), SYNCS);
        return new Conditions(data.disk() + "; append of 4 KiB and sync, P50/P99 ms: " + disk);
    }

    /** Looks at the machine for a run that writes to no disk. */
    public static Conditions withoutDisk() {
        return new Conditions("not used");
    }

    /** Adds a condition that only this command has. */
    public Conditions add(String condition, Object value) {
        table.row(condition, value);
        return this;
    }

    /** Prints the table, and after it a warning if the figures are worth nothing. */
    public void print(Effort effort) {
        table.row("Plan, rounds", effort.plan() + ", " + effort.rounds());
        print();
        if (effort.plan() == Effort.Plan.QUICK) {
            System.out.println("**Quick run: it shows that everything works, its figures are worth nothing.**\n");
        }
    }

    /** Prints the table of a run that has no plans. */
    public void print() {
        table.print();
    }

    /**
     * Prints, once everything that was measured has ended, how the machine is now and whether others disturbed the run.
     */
    public void printAfter() {
        double others = othersInOneSecond();
        boolean disturbed = Math.max(othersBefore, others) > CpuMeter.FOREIGN_CORES_MAX;
        System.out.println("Load average after: " + Machine.load()
                + " (the measurement itself counts for up to 2). Others before and after: " + cores(othersBefore)
                + " and " + cores(others) + " cores, " + (disturbed ? "**disturbed**" : "undisturbed") + ".\n");
    }

    private static double othersInOneSecond() {
        CpuMeter meter = CpuMeter.start();
        try {
            Thread.sleep(REST_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return meter.stop().foreignCores();
    }

    private static String cores(double cores) {
        return Figures.figure("%.2f", cores);
    }
}
