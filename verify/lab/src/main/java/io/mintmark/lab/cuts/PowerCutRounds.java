package io.mintmark.lab.cuts;

import io.mintmark.lab.instrument.Progress;
import io.mintmark.lab.proof.Cut;
import io.mintmark.lab.proof.Disk;
import io.mintmark.lab.proof.Image;
import java.io.IOException;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Cuts the power at each moment of one scenario after another, in several ways, until enough images were opened. */
final class PowerCutRounds {
    private static final int VERBS = 40;
    /** A new database costs as much as all else; each image in so many gets one. */
    private static final int PROBE_EACH = 8;
    /** Most images that are made of one moment. */
    private static final List<Cut> PLAN = Stream.concat(
                    Stream.of(Cut.KEPT, Cut.LOST),
                    Collections.nCopies(5, List.of(Cut.TORN, Cut.REORDERED)).stream()
                            .flatMap(List::stream))
            .toList();

    private static final int ROUNDS_MIN = 4;
    private static final int EACH = 5_000;
    /**
     * Long runs have one scenario whose log grows so long that the engine copies it by itself; its images are large.
     */
    private static final int LARGE_FROM = 10_000;

    private static final int LARGE_BATCHES = 6;
    private static final int LARGE_IMAGES = 200;
    private static final long LARGE_BYTES = 8L << 20;

    private final Workbench bench;
    private final Tally tally;
    private final long seed;

    PowerCutRounds(Workbench bench, Tally tally, long seed) {
        this.bench = bench;
        this.tally = tally;
        this.seed = seed;
    }

    /** Opens that many images, no two of one scenario alike. */
    void run(long images) throws IOException {
        if (images >= LARGE_FROM) {
            round(-1, LARGE_IMAGES, LARGE_BATCHES);
        }
        long perRound = images / ROUNDS_MIN + 1;
        for (int round = 0; tally.images() < images; round++) {
            round(round, Math.min(perRound, images - tally.images()), 0);
        }
    }

    private void round(int round, long images, int large) throws IOException {
        Workbench.Lived lived = bench.live(Stores.SHIPPED, seed + round, VERBS, large);
        tally.journalled(lived.journal());
        tally.acknowledged(lived.history());
        tally.violations("round " + round + " without a fault", lived.attempts().violations);
        SplittableRandom random = new SplittableRandom(seed ^ Long.rotateLeft(round, 32));
        Set<Long> seen = new HashSet<>();
        Disk disk = Disk.honest();
        double share = (double) images / (lived.journal().size() * PLAN.size());
        for (int k = 0; k <= lived.journal().size(); k++) {
            for (Cut cut : PLAN) {
                if (random.nextDouble() < share) {
                    cut(round, lived, disk, k, cut, random.split(), seen);
                }
            }
            if (k < lived.journal().size()) {
                disk.apply(lived.journal().get(k));
            }
        }
        bench.settle();
    }

    private void cut(
            int round, Workbench.Lived lived, Disk disk, int k, Cut cut, SplittableRandom random, Set<Long> seen)
            throws IOException {
        Image image = disk.image(cut, random).orElse(null);
        if (image == null || !seen.add(image.hash() + lived.history().acknowledgedAt(k))) {
            return;
        }
        if (image.bytes() > LARGE_BYTES) {
            // One at a time, lest they take more memory than the heap has.
            bench.settle();
        }
        String where = "round " + round + ", operation " + k + ", unsynced " + cut;
        boolean probes = tally.images() % PROBE_EACH == 0;
        bench.examine(image, lived, k, probes, found -> tally.violations(where, found));
        tally.image(cut);
        if (tally.images() % EACH == 0) {
            Progress.say("%,d images", tally.images());
        }
    }
}
