package io.mintmark.lab.bench;

import java.util.List;
import java.util.Locale;

/**
 * How numbers are asked for in a refill run.
 *
 * @param perSecond numbers a second and thread, or {@link #FLAT_OUT}
 * @param threads how many threads ask
 */
record Load(long perSecond, int threads) {
    /** As fast as the generator answers. */
    static final long FLAT_OUT = 0;

    static final List<Load> ALL = List.of(
            new Load(50_000, 1),
            new Load(200_000, 1),
            new Load(800_000, 1),
            new Load(FLAT_OUT, 1),
            new Load(FLAT_OUT, 2));

    boolean isPaced() {
        return perSecond != FLAT_OUT;
    }

    @Override
    public String toString() {
        return (isPaced() ? String.format(Locale.ROOT, "%,d/s", perSecond) : "flat out") + ", " + threads
                + (threads == 1 ? " thread" : " threads");
    }
}
