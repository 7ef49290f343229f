package io.mintmark.hilo;

import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/**
 * Searches interleavings of issuing and giving back, when a generator is closed or idle and another one reserves from the
 * same counter, for a number that goes back and is issued twice then, or never.
 */
class ReturnLinearityTest {

    @Test
    void shouldIssueTheReturnedTailOnceMoreByTheNextGenerator() {
        InterleavingSearch.mustHold("return, handed over", StrictHandover.class, StrictHandover.class);
    }

    @Test
    void shouldReturnWhatIsSuperfluousOnceBesideAnotherGenerator() {
        InterleavingSearch.mustHold("return, of a surplus", StrictSurplus.class, StrictSurplus.class);
    }

    @Test
    void shouldFindTheReturnBeforeTheSeal() {
        InterleavingSearch.mustFail(ReturnBeforeSeal.class, ReturnBeforeSeal.class);
    }

    @Test
    void shouldFindTheSurplusThatCallersStillReach() {
        InterleavingSearch.mustFail(SurplusInReach.class, SurplusInReach.class);
    }

    /**
     * One generator until it is closed, the next one after that: the counter has no gap, because the tail went back before
     * the next one asked for a range.
     */
    public abstract static class Handover extends SearchedGenerator {
        private final BrokenTwins.Generator next;
        private volatile boolean handedOver;

        Handover(Build build) {
            super(build);
            this.next = strict().over(source, books, new WatchWhenTold());
        }

        @Operation
        public boolean next() {
            boolean byNext = handedOver;
            try {
                return books.enter((byNext ? next : generator).next(), 1);
            } catch (IllegalStateException refused) {
                return !byNext;
            }
        }

        @Operation(runOnce = true)
        public void handOver() {
            generator.close();
            handedOver = true;
        }

        @Validate
        public void requireThatNothingIsLost() {
            if (!handedOver) {
                generator.close();
            }
            next.close();
            books.requireNoGap(source.max());
        }
    }

    public static class StrictHandover extends Handover {
        public StrictHandover() {
            super(strict());
        }
    }

    public static class ReturnBeforeSeal extends Handover {
        public ReturnBeforeSeal() {
            super((source, books, watch) -> new BrokenReturns.ReturnBeforeSeal(source));
        }
    }

    /** Two generators side by side, of which the first gives back what it has too much of whenever it is idle. */
    public abstract static class Surplus extends SearchedGenerator {
        private static final long LONG_PAUSE = 3_000_000_000L;

        private final BrokenTwins.Generator other;

        Surplus(Build build) {
            super(build);
            this.other = strict().over(source, books, new WatchWhenTold());
        }

        @Operation
        public boolean next() {
            return books.enter(generator.next(), 1);
        }

        @Operation
        public boolean nextOfTheOther() {
            return books.enter(other.next(), 1);
        }

        /** Looks once to see that nothing moves, and once more to see that it did not. */
        @Operation
        public void pause() {
            watch.look(LONG_PAUSE);
            watch.look(LONG_PAUSE);
        }

        @Validate
        public void requireThatNothingIsLost() {
            other.close();
            generator.close();
            books.requireBalance(source.max(), 0);
        }
    }

    public static class StrictSurplus extends Surplus {
        public StrictSurplus() {
            super(strict());
        }
    }

    public static class SurplusInReach extends Surplus {
        public SurplusInReach() {
            super((source, books, watch) -> new BrokenReturns.SurplusInReach(source, books, watch));
        }
    }
}
