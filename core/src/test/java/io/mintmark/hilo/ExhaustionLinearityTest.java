package io.mintmark.hilo;

import io.mintmark.range.InMemoryRanges;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/**
 * Searches interleavings of issuing at the end of a domain for a number above the ceiling, one that is lost below it, and
 * a caller who is not refused at the end.
 */
class ExhaustionLinearityTest {
    private static final int CEILING = NumbersInOrder.FourInAll.CEILING;

    @Test
    void shouldIssueAllNumbersBelowTheSourcesCeilingAndRefuseThen() {
        InterleavingSearch.mustHold("exhaustion of the source", StrictOverFew.class, NumbersInOrder.FourInAll.class);
    }

    @Test
    void shouldIssueAllNumbersBelowItsOwnCeilingAndRefuseThen() {
        InterleavingSearch.mustHold("exhaustion of the domain", StrictOfFew.class, NumbersInOrder.FourInAll.class);
    }

    @Test
    void shouldFindTheCeilingCheckedBeforehand() {
        InterleavingSearch.mustFail(CeilingCheckedBeforehand.class, NumbersInOrder.FourInAll.class);
    }

    @Test
    void shouldFindTheCounterThatEndsBeforeItsNumbersDo() {
        InterleavingSearch.mustFail(EndOfTheCounter.class, NumbersInOrder.FourInAll.class);
    }

    /** One number at a time, until there is none. */
    public abstract static class Numbers extends SearchedGenerator {
        Numbers(InMemoryRanges source, Build build) {
            super(source, build);
        }

        @Operation
        public long next() {
            return takeNumber();
        }

        @Operation(runOnce = true)
        public void close() {
            generator.close();
        }
    }

    /** The source ends at the ceiling, in the middle of a range. */
    public static class StrictOverFew extends Numbers {
        public StrictOverFew() {
            super(new InMemoryRanges(0, CEILING), strict());
        }

        @Validate
        public void requireThatNothingIsLost() {
            generator.close();
            books.requireNoGap(source.max());
        }
    }

    /** The source goes on; what it granted in vain goes back, except for what of a range lies above the ceiling. */
    public static class StrictOfFew extends Numbers {
        public StrictOfFew() {
            super(new InMemoryRanges(), strict(CEILING));
        }

        @Validate
        public void requireThatNothingIsLost() {
            generator.close();
            long aboveTheCeiling = books.issuedLast() == CEILING ? 2 * RANGE_SIZE - CEILING : 0;
            books.requireNoGap(source.max() - aboveTheCeiling);
        }
    }

    public static class CeilingCheckedBeforehand extends Numbers {
        public CeilingCheckedBeforehand() {
            super(new InMemoryRanges(), (source, books, watch) -> new BrokenEnds.CeilingCheckedBeforehand(CEILING));
        }
    }

    public static class EndOfTheCounter extends Numbers {
        public EndOfTheCounter() {
            super(
                    new InMemoryRanges(0, CEILING),
                    (source, books, watch) -> new BrokenEnds.EndOfTheCounter(source, CEILING));
        }
    }
}
