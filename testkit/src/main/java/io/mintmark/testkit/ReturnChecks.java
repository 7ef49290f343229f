package io.mintmark.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mintmark.range.Range;
import io.mintmark.range.RangeSource;

/**
 * The checks of {@link RangeSourceContract} that give ranges back; the second source is the next owner of their
 * numbers.
 */
final class ReturnChecks {
    private static final String COUNTER = "counter";

    private ReturnChecks() {}

    /** Reserves, issues half and gives the rest back, each return sent again later; now and then somebody raises. */
    static void inManyThreads(TwoSources sources, HistoryChecker history, int reserves) {
        ManyThreads.run(thread -> {
            RangeSource source = sources.of(thread);
            Range before = null;
            long lastBefore = 0;
            for (int i = 0; i < reserves; i++) {
                // 4 after 8 and 3 after 7: new ranges that end where the old one did, even if threads take turns.
                Range range = source.reserve(1 + (thread + 4 * i) % 8);
                history.reserved(COUNTER, range.low(), range.high());
                if (before != null && source.giveBack(before, lastBefore)) {
                    history.givenBack(COUNTER, lastBefore, before.high());
                }
                long last = range.low() + (range.high() - range.low()) / 2;
                history.issued(COUNTER, range.low(), last);
                if ((thread + i) % 16 == 7) {
                    source.raise(range.high() + 1);
                }
                if (source.giveBack(range, last)) {
                    history.givenBack(COUNTER, last, range.high());
                }
                before = range;
                lastBefore = last;
            }
        });
    }

    static void acceptedOnce(TwoSources sources) {
        Range range = sources.first().reserve(10);

        assertTrue(sources.first().giveBack(range, range.low()), "the tail of the latest range goes back");
        assertFalse(sources.first().giveBack(range, range.low()), "once");

        assertEquals(
                range.low() + 1,
                sources.second().reserve(10).low(),
                "the next range begins after the last number issued");
    }

    static void copyRefusedUnderTheNextOwner(TwoSources sources) {
        Range range = sources.first().reserve(10);
        sources.first().giveBack(range, range.low());
        Range next = sources.second().reserve(Math.max(1, range.high() - range.low()));

        assertFalse(sources.first().giveBack(range, range.low()), "the numbers belong to somebody else by now");

        requireUnmoved(sources, next);
    }

    static void refusedBelowALaterRange(TwoSources sources) {
        Range earlier = sources.first().reserve(10);
        Range later = sources.second().reserve(10);

        assertFalse(sources.first().giveBack(earlier, earlier.low()), "a later range is outstanding");

        requireUnmoved(sources, later);
    }

    static void newestFirst(TwoSources sources) {
        Range first = sources.first().reserve(10);
        Range second = sources.first().reserve(10);
        assumeTrue(second.hasToken(), "this source recognises no wholly unused range");

        assertTrue(sources.first().giveBack(second, second.low() - 1), "wholly unused");
        assertTrue(sources.first().giveBack(first, first.low()), "the latest again");

        assertEquals(first.low() + 1, sources.second().reserve(1).low());
    }

    static void refusedWithoutAToken(TwoSources sources) {
        Range range = sources.first().reserve(10);
        Range bare = new Range(range.low(), range.high(), range.prefix(), range.nodeTag(), Range.NO_TOKEN);

        assertFalse(sources.first().giveBack(bare, bare.low() - 1), "nothing shows that it is this one");

        requireUnmoved(sources, range);
    }

    static void refusedIfItWasNotReserved(TwoSources sources) {
        RangeSource source = sources.first();
        Range range = source.reserve(10);
        Range above = new Range(range.high() + 1, range.high() + 10, range.prefix(), range.nodeTag(), range.token());
        Range longer = new Range(range.low(), range.high() + 1, range.prefix(), range.nodeTag(), range.token());

        assertFalse(source.giveBack(above, above.low()), "never reserved");
        assertFalse(source.giveBack(longer, longer.low()), "ends elsewhere");
        if (range.hasToken()) {
            long foreign = range.token() == Long.MAX_VALUE ? 1 : range.token() + 1;
            Range forged = new Range(range.low(), range.high(), range.prefix(), range.nodeTag(), foreign);
            assertFalse(source.giveBack(forged, forged.low()), "another lease's token");
        }

        requireUnmoved(sources, range);
    }

    static void refusedOutsideOfTheRange(TwoSources sources) {
        Range below = sources.first().reserve(10);
        Range range = sources.first().reserve(10);

        assertFalse(sources.first().giveBack(range, range.high() + 1), "above");
        assertFalse(sources.first().giveBack(range, range.low() - 2), "below, in " + below);

        requireUnmoved(sources, range);
    }

    private static void requireUnmoved(TwoSources sources, Range highest) {
        assertTrue(sources.second().reserve(1).low() > highest.high(), "nothing moved");
        assertTrue(sources.first().reserve(1).low() > highest.high(), "nothing moved");
    }
}
