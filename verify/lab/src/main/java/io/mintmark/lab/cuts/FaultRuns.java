package io.mintmark.lab.cuts;

import io.mintmark.lab.instrument.Progress;
import io.mintmark.lab.proof.Cut;
import io.mintmark.lab.proof.Disk;
import io.mintmark.lab.proof.Image;
import io.mintmark.lab.proof.Operation;
import java.io.IOException;
import java.util.SplittableRandom;

/**
 * Runs one scenario again and again; the first operation fails, the second, the third. Each time everything
 * acknowledged must be there afterwards, and also if the power is cut after the fault.
 */
final class FaultRuns {
    private static final int VERBS = 5;
    private static final int CUTS_A_FAULT = 4;
    private static final int EACH = 200;
    private final Workbench bench;
    private final Tally tally;
    private final long seed;

    FaultRuns(Workbench bench, Tally tally, long seed) {
        this.bench = bench;
        this.tally = tally;
        this.seed = seed;
    }

    /** Makes at most so many operations fail, spread evenly over all and over the kinds of faults. */
    void run(long faults) throws IOException {
        for (Fault fault : Fault.values()) {
            int operations = countOperations(fault);
            double step = Math.max(1, (double) operations * Fault.values().length / faults);
            for (double n = 1; n <= operations; n += step) {
                fail(fault, (int) n);
            }
        }
        bench.settle();
    }

    private int countOperations(Fault fault) throws IOException {
        Workbench.Lived unharmed = live(fault, Integer.MAX_VALUE);
        if (unharmed.attempts().failures() > 0) {
            throw new IOException("nothing may fail without a fault: failures="
                    + unharmed.attempts().failures());
        }
        return bench.control().counted();
    }

    private Workbench.Lived live(Fault fault, int nth) throws IOException {
        return bench.live(Stores.SHIPPED, seed, VERBS, 0, () -> bench.control().arm(fault, nth));
    }

    private void fail(Fault fault, int nth) throws IOException {
        Workbench.Lived lived = live(fault, nth);
        if (!bench.control().hasStruck()) {
            return;
        }
        Operation.Kind kind = bench.control().struckKind();
        String path = bench.control().struckPath();
        String where = fault + " at " + nth + ", " + kind + " of " + Operation.fileOf(path);
        tally.fault(fault, kind, path);
        tally.acknowledged(lived.history());
        tally.violations(where, lived.attempts().violations);
        cutAfter(where, lived, new SplittableRandom(seed + nth));
        bench.examineWhatIsLeft(lived, found -> tally.violations(where, found));
        if (tally.faults() % EACH == 0) {
            Progress.say("%,d faults", tally.faults());
        }
    }

    private void cutAfter(String where, Workbench.Lived lived, SplittableRandom random) {
        int end = lived.journal().size();
        Disk disk = Disk.honest();
        int next = random.nextInt(end);
        for (int k = 0; k <= end; k++) {
            if (k == next || k == end) {
                cut(where, lived, disk, k, k == end ? Cut.LOST : Cut.REORDERED, random);
                next = k + 1 + random.nextInt(Math.max(1, end / CUTS_A_FAULT));
            }
            if (k < end) {
                disk.apply(lived.journal().get(k));
            }
        }
    }

    private void cut(String where, Workbench.Lived lived, Disk disk, int k, Cut cut, SplittableRandom random) {
        Image image = disk.image(cut, random.split()).orElse(null);
        if (image != null) {
            String then = where + ", then the power at operation " + k + ", unsynced " + cut;
            bench.examine(image, lived, k, false, found -> tally.violations(then, found));
            tally.imageAfterFault();
        }
    }
}
