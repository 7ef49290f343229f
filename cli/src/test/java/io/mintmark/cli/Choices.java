package io.mintmark.cli;

import io.mintmark.cli.Calls.Range;
import io.mintmark.counter.RangeSize;
import java.util.SplittableRandom;

/** What a client chooses at random, and the stamps by which its documents are known. Used by one thread. */
final class Choices {
    private static final int MAGNITUDES = 15;

    final SplittableRandom random;
    private final String name;
    private int stamps;

    Choices(SplittableRandom random, String name) {
        this.random = random;
        this.name = name;
    }

    /** Sizes of all magnitudes, equally often, and not only round ones; small ones more often than any other. */
    long lastSize() {
        long magnitude = RangeSize.MIN * (1L << random.nextInt(MAGNITUDES));
        return random.nextInt(4) == 0 ? RangeSize.MIN : random.nextLong(magnitude, 2 * magnitude);
    }

    /** Returns the last number of a range that is issued; only who shows its token may return a whole range. */
    long lastIssued(Range range, boolean withToken) {
        return switch (random.nextInt(4)) {
            case 0 -> range.high();
            case 1 -> withToken ? range.low() - 1 : range.low();
            default -> random.nextLong(range.low(), range.high() + 1);
        };
    }

    String pick(String... names) {
        return names[random.nextInt(names.length)];
    }

    String stamp() {
        return name + "-" + stamps++;
    }
}
