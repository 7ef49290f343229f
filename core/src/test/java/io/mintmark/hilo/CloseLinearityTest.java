package io.mintmark.hilo;

import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/**
 * Searches interleavings of issuing, refilling and closing for a number that is issued twice or after closing, and for a
 * counter that does not end at the number issued last.
 */
class CloseLinearityTest {

    @Test
    void shouldIssueEveryNumberOnceInOneOrderUntilClosed() {
        InterleavingSearch.mustHold("close, numbers", StrictNumbers.class, NumbersInOrder.class);
    }

    @Test
    void shouldKeepBlocksApartAndIssueNoneOnceClosed() {
        InterleavingSearch.mustHold("close, blocks", StrictBlocks.class, StrictBlocks.class);
    }

    @Test
    void shouldTakeBackOnlyWhatNoStripeIssues() {
        InterleavingSearch.mustHold("close, stripes", StripedNumbers.class, StripedNumbers.class);
    }

    @Test
    void shouldFindTheHandingBackOfNumbersThatAreStillIssued() {
        InterleavingSearch.mustFail(HandBackThatReads.class, HandBackThatReads.class);
    }

    @Test
    void shouldFindTheCloseThatReadsTheCursor() {
        InterleavingSearch.mustFail(CloseThatReads.class, NumbersInOrder.class);
    }

    @Test
    void shouldFindTheHeadMovedByAPlainWrite() {
        InterleavingSearch.mustFail(HeadByPlainWrite.class, NumbersInOrder.class);
    }

    /** Closed once or twice, at some time. */
    public abstract static class Closable extends SearchedGenerator {
        Closable(Build build) {
            super(build);
        }

        @Operation(runOnce = true)
        public void close() {
            generator.close();
            books.enterClosed();
        }

        @Operation(runOnce = true)
        public void closeAgain() {
            generator.close();
        }
    }

    /** One number at a time, in one order. */
    public abstract static class Numbers extends Closable {
        Numbers(Build build) {
            super(build);
        }

        @Operation
        public long next() {
            return takeNumber();
        }

        @Validate
        public void requireTheCounterAtItsEnd() {
            generator.close();
            books.requireNoGap(source.max());
        }
    }

    public static class StrictNumbers extends Numbers {
        public StrictNumbers() {
            super(strict());
        }
    }

    public static class CloseThatReads extends Numbers {
        public CloseThatReads() {
            super((source, books, watch) -> new BrokenTwins.CloseThatReads(source));
        }
    }

    public static class HeadByPlainWrite extends Numbers {
        public HeadByPlainWrite() {
            super((source, books, watch) -> new BrokenTwins.HeadByPlainWrite(source));
        }
    }

    /** Which numbers are skipped depends on the schedule, so calls only tell whether they were treated right. */
    public abstract static class Skipping extends Closable {
        Skipping(Build build) {
            super(build);
        }

        @Operation
        public boolean next() {
            return isTreatedRight(1);
        }

        @Operation
        public boolean nextBlock() {
            return isTreatedRight(2);
        }

        final boolean isTreatedRight(int count) {
            boolean tooLate = books.isClosed();
            try {
                return takeBlock(count) && !tooLate;
            } catch (IllegalStateException refused) {
                return true;
            }
        }

        @Validate
        public void requireTheCounterAtItsEnd() {
            generator.close();
            books.requireBalance(source.max(), forgottenMost());
        }

        /** Returns how many numbers may be neither issued nor written off. */
        long forgottenMost() {
            return 0;
        }
    }

    public static class StrictBlocks extends Skipping {
        public StrictBlocks() {
            super(strict());
        }
    }

    public static class StripedNumbers extends Skipping {
        public StripedNumbers() {
            super(striped());
        }
    }

    public static class HandBackThatReads extends Skipping {
        public HandBackThatReads() {
            super((source, books, watch) -> new BrokenStripes.HandBackThatReads(underStripes(source, books, watch)));
        }

        /** It writes nothing off: the search must find its other mistake. */
        @Override
        long forgottenMost() {
            return source.max();
        }
    }
}
