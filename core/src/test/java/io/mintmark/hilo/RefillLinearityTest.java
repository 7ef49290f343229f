package io.mintmark.hilo;

import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/**
 * Searches interleavings of issuing and refilling, by callers who have no number and by the watch ahead of them, for a
 * number that is issued twice, out of order, or lost.
 */
class RefillLinearityTest {

    @Test
    void shouldIssueEveryNumberOnceInOneOrder() {
        InterleavingSearch.mustHold("refill, numbers", StrictNumbers.class, NumbersInOrder.class);
    }

    @Test
    void shouldKeepBlocksApart() {
        InterleavingSearch.mustHold("refill, blocks", StrictBlocks.class, StrictBlocks.class);
    }

    @Test
    void shouldFindTheLimitBesideTheCursor() {
        InterleavingSearch.mustFail(LimitBesideTheCursor.class, NumbersInOrder.class);
    }

    @Test
    void shouldFindTheRefillByEverybody() {
        InterleavingSearch.mustFail(RefillByEverybody.class, NumbersInOrder.class);
    }

    /** One number at a time, in one order. */
    public abstract static class Numbers extends SearchedGenerator {
        Numbers(Build build) {
            super(build);
        }

        @Operation
        public long next() {
            return takeNumber();
        }
    }

    public static class StrictNumbers extends Numbers {
        public StrictNumbers() {
            super(strict());
        }

        @Validate
        public void requireThatNothingIsLost() {
            generator.close();
            books.requireNoGap(source.max());
        }
    }

    /** Which numbers a block skips depends on the schedule, so calls only tell whether nobody had theirs before. */
    public static class StrictBlocks extends SearchedGenerator {
        public StrictBlocks() {
            super(strict());
        }

        @Operation
        public boolean next() {
            return takeBlock(1);
        }

        @Operation
        public boolean nextBlock() {
            return takeBlock(2);
        }

        @Validate
        public void requireThatNothingIsLost() {
            generator.close();
            books.requireBalance(source.max(), 0);
        }
    }

    public static class LimitBesideTheCursor extends Numbers {
        public LimitBesideTheCursor() {
            super((source, books, watch) -> new BrokenTwins.LimitBesideTheCursor(source));
        }
    }

    public static class RefillByEverybody extends Numbers {
        public RefillByEverybody() {
            super((source, books, watch) -> new BrokenTwins.RefillByEverybody(source));
        }
    }
}
