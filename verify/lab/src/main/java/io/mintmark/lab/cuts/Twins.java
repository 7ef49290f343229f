package io.mintmark.lab.cuts;

import io.mintmark.lab.proof.Cut;
import io.mintmark.lab.proof.Disk;
import io.mintmark.lab.proof.Image;
import java.io.IOException;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Twins that must be caught, or the proof proves nothing: a disk that ignores syncs, one that ignores those of
 * directories, an engine that leaves syncs out, and a journal that does.
 */
final class Twins {
    private static final int VERBS = 10;

    private final Workbench bench;
    private final long seed;

    Twins(Workbench bench, long seed) {
        this.bench = bench;
        this.seed = seed;
    }

    /** How many of so many images showed a violation. */
    record Caught(long images, long caught) {
        @Override
        public String toString() {
            return caught + " of " + images + " images";
        }
    }

    /** The engine as it is, on a disk that takes syncs for nothing. */
    Caught deafDisk(int images) throws IOException {
        return run(Stores.SHIPPED, Disk.ignoringSyncs(), images);
    }

    /** The engine as it is, on a disk that forgets what files are called. */
    Caught forgetfulDirectories(int images) throws IOException {
        return run(Stores.SHIPPED, Disk.ignoringSyncsOfDirectories(), images);
    }

    /** An engine whose driver claims {@code synchronous=FULL} and sets NORMAL, on an honest disk. */
    Caught lyingDriver(int images) throws IOException {
        return run(Stores.LYING_ENGINE, Disk.honest(), images);
    }

    /** A journal whose driver does so, beside the engine as it is. */
    Caught lyingJournal(int images) throws IOException {
        return run(Stores.LYING_JOURNAL, Disk.honest(), images);
    }

    private Caught run(Stores stores, Disk disk, int images) throws IOException {
        Workbench.Lived lived = bench.live(stores, seed, VERBS, 0);
        SplittableRandom random = new SplittableRandom(seed);
        double share = (double) images / lived.journal().size();
        long made = 0;
        AtomicLong caught = new AtomicLong();
        for (int k = 0; k < lived.journal().size(); k++) {
            Image image = random.nextDouble() < share
                    ? disk.image(random.nextBoolean() ? Cut.LOST : Cut.REORDERED, random.split())
                            .orElse(null)
                    : null;
            if (image != null) {
                made++;
                bench.examine(image, lived, k, false, found -> caught.addAndGet(found.isEmpty() ? 0 : 1));
            }
            disk.apply(lived.journal().get(k));
        }
        bench.settle();
        return new Caught(made, caught.get());
    }
}
