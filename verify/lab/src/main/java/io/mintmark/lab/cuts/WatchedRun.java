package io.mintmark.lab.cuts;

import ch.qos.logback.classic.LoggerContext;
import io.mintmark.lab.instrument.Progress;
import io.mintmark.lab.report.Columns;
import io.mintmark.lab.report.Conditions;
import io.mintmark.lab.report.Machine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.slf4j.LoggerFactory;

/** The watched JVM: cuts, faults and twins, and then the report. */
final class WatchedRun {
    private static final int HELD = 0;
    private static final int BROKEN = 1;
    private static final int TWIN_IMAGES_MIN = 30;
    private static final int TWIN_IMAGES_MAX = 200;
    private static final double NANOS = 1e9;

    private WatchedRun() {}

    /** Takes the directory to work in, how many images, how many faults, and the seed. */
    public static void main(String... args) throws IOException {
        long begun = System.nanoTime();
        Workbench bench = new Workbench(Path.of(args[0]));
        long images = Long.parseLong(args[1]);
        long faults = Long.parseLong(args[2]);
        long seed = Long.parseLong(args[3]);
        Conditions conditions = Conditions.withoutDisk()
                .add("Store", Machine.version("org.sqlite.JDBC"))
                .add("Seed", seed);
        Progress.say("power cuts: seed %d (repeat with --seed %d)", seed, seed);
        silence();
        Tally tally = new Tally();
        Map<String, Twins.Caught> caught = twins(new Twins(bench, seed), images / 10);
        new PowerCutRounds(bench, tally, seed).run(images);
        long cutsDone = System.nanoTime();
        if (faults > 0) {
            new FaultRuns(bench, tally, seed).run(faults);
        }
        conditions.print();
        tally.print();
        print(caught);
        System.out.printf(
                Locale.ROOT,
                "%.0f s for twins and power cuts, %.0f s for faults.%n",
                (cutsDone - begun) / NANOS,
                (System.nanoTime() - cutsDone) / NANOS);
        conditions.printAfter();
        boolean all = caught.values().stream().allMatch(twin -> twin.caught() > 0);
        System.exit(tally.isClean() && all ? HELD : BROKEN);
    }

    /** A store logs each fault with its stack; thousands of them would hide what was not expected. */
    private static void silence() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            context.reset();
        }
    }

    private static Map<String, Twins.Caught> twins(Twins twins, long wanted) throws IOException {
        int images = (int) Math.max(TWIN_IMAGES_MIN, Math.min(TWIN_IMAGES_MAX, wanted));
        Map<String, Twins.Caught> caught = new LinkedHashMap<>();
        caught.put("the disk ignores syncs", twins.deafDisk(images));
        caught.put("the disk ignores syncs of directories", twins.forgetfulDirectories(images));
        caught.put("the driver leaves syncs out", twins.lyingDriver(images));
        caught.put("the journal's driver leaves syncs out", twins.lyingJournal(images));
        caught.forEach((twin, by) -> Progress.say("twin, %s: caught by %s", twin, by));
        return caught;
    }

    private static void print(Map<String, Twins.Caught> caught) {
        new Columns<Map.Entry<String, Twins.Caught>>()
                .text("Twin", Map.Entry::getKey)
                .text("caught by", Map.Entry::getValue)
                .text("verdict", twin -> verdict(twin.getValue()))
                .of(caught.entrySet())
                .print();
    }

    private static String verdict(Twins.Caught twin) {
        return twin.caught() > 0 ? "caught" : "**not caught: the proof proves nothing**";
    }
}
