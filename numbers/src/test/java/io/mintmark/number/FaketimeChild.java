package io.mintmark.number;

import io.mintmark.internal.Sleeper;
import io.mintmark.range.InMemoryRanges;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.SplittableRandom;

/** A process whose system clock steps: sets it through libfaketime's file while it issues ids, and counts. */
final class FaketimeChild {
    /** By the monotonic clock, which does not step. */
    private static final long REST_NANOS = 5_000_000;

    private FaketimeChild() {}

    /** Takes the file that libfaketime reads, a seed and how many steps; prints five numbers. */
    public static void main(String... args) throws IOException, InterruptedException {
        Path file = Path.of(args[0]);
        SplittableRandom random = new SplittableRandom(Long.parseLong(args[1]));
        SeenIds ours = new SeenIds();
        SeenIds twin = new SeenIds();
        long refused = 0;
        long stepsBack = 0;
        InstantSource clock = InstantSource.system();
        NaiveSnowflake naive = new NaiveSnowflake(BitLayouts.TWITTER, 1, clock);
        try (TimeOrderedIds ids = BitLayouts.TWITTER
                .generator()
                .patience(Duration.ZERO)
                .leases(WorkerLeases.reserved(1, new InMemoryRanges()))
                .start()) {
            long before = clock.millis();
            for (int step = 0; step < Integer.parseInt(args[2]); step++) {
                set(file, random.nextInt(-1_500, 1_500));
                Sleeper.SYSTEM.sleep(REST_NANOS);
                stepsBack += clock.millis() < before ? 1 : 0;
                for (int i = 0; i < 500; i++) {
                    twin.add(naive.getAsLong());
                    try {
                        ours.add(ids.next());
                    } catch (TimeRefusedException behind) {
                        refused++;
                    }
                }
                before = clock.millis();
            }
        }
        System.out.printf(
                "faketime %d %d %d %d %d%n", stepsBack, ours.count(), ours.duplicates(), refused, twin.duplicates());
    }

    private static void set(Path file, int offsetMillis) throws IOException {
        Path fresh = file.resolveSibling("fresh");
        Files.writeString(fresh, String.format(java.util.Locale.ROOT, "%+.3f", offsetMillis / 1_000.0));
        Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
}
