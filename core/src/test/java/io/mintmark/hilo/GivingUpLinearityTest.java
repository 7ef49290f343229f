package io.mintmark.hilo;

import io.mintmark.range.RangeUnavailableException;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/**
 * Searches interleavings of callers that give up, as soon as they would have to wait for another one's range, for a number that
 * is issued twice, or lost with the caller that gave up.
 */
class GivingUpLinearityTest {

    @Test
    void shouldLoseNoNumberWithACallerThatGivesUp() {
        InterleavingSearch.mustHold("giving up", Impatient.class, Impatient.class);
    }

    @Test
    void shouldFindTheNumberThatIsDealtToACallerThatGaveUp() {
        InterleavingSearch.mustFail(StaysInTheQueue.class, StaysInTheQueue.class);
    }

    /** Which callers give up depends on the schedule, so calls only tell whether nobody had their numbers before. */
    public abstract static class Numbers extends SearchedGenerator {
        Numbers(Build build) {
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

        private boolean isTreatedRight(int count) {
            try {
                return takeBlock(count);
            } catch (RangeUnavailableException gaveUp) {
                return true;
            }
        }

        @Validate
        public void requireThatNothingIsLost() {
            generator.close();
            books.requireBalance(source.max(), 0);
        }
    }

    public static class Impatient extends Numbers {
        public Impatient() {
            super(impatient());
        }
    }

    public static class StaysInTheQueue extends Numbers {
        public StaysInTheQueue() {
            super((source, books, watch) -> new BrokenWaits.StaysInTheQueue(source));
        }
    }
}
