package io.mintmark.lab.proof;

import java.util.SplittableRandom;

/** Decides, for one image, which of the operations that no sync covered the disk kept. */
final class Choice {
    private static final int[] PERCENT = {10, 50, 90};

    private final Cut cut;
    private final SplittableRandom random;
    private final int keptPercent;
    /** Which one differs from all others, counted over all files; none if negative. */
    private final int odd;

    private final boolean oddOneKept;
    private final int torn;
    private int asked;
    private int tearable;

    /**
     * Draws a choice.
     *
     * @param uncovered how many operations no sync covered
     * @param tearable how many of them are writes of more than a sector
     */
    Choice(Cut cut, SplittableRandom random, int uncovered, int tearable) {
        this.cut = cut;
        this.random = random;
        this.keptPercent = PERCENT[random.nextInt(PERCENT.length)];
        this.odd = uncovered > 0 && random.nextInt(3) == 0 ? random.nextInt(uncovered) : -1;
        this.oddOneKept = random.nextBoolean();
        this.torn = cut == Cut.TORN ? random.nextInt(tearable) : -1;
    }

    /** Returns whether the next operation is kept; asked for each in the same order. */
    boolean keepsNext() {
        int index = asked++;
        if (cut == Cut.LOST || cut == Cut.KEPT) {
            return cut == Cut.KEPT;
        }
        return odd >= 0 ? (index == odd) == oddOneKept : random.nextInt(100) < keptPercent;
    }

    /** Returns whether the next write of more than a sector is the torn one. */
    boolean tearsNext() {
        return tearable++ == torn;
    }

    SplittableRandom random() {
        return random;
    }
}
