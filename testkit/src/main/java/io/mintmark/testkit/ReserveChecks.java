package io.mintmark.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.mintmark.counter.ExhaustedException;
import io.mintmark.range.Range;
import io.mintmark.range.RangeSource;
import java.util.ArrayList;
import java.util.List;

/** The checks of {@link RangeSourceContract} that reserve and raise. */
final class ReserveChecks {
    private static final int TURNS = 50;
    private static final String COUNTER = "counter";

    private ReserveChecks() {}

    static void inManyThreads(TwoSources sources, HistoryChecker history, int reserves) {
        ManyThreads.run(thread -> {
            RangeSource source = sources.of(thread);
            for (int i = 0; i < reserves; i++) {
                issueAll(history, source.reserve(1 + (thread + i) % 3));
            }
        });
    }

    /** Raises to just above the counter: what is read before others reserve, and set after, lowers it. */
    static void whileItIsRaised(TwoSources sources, HistoryChecker history, int reserves) {
        ManyThreads.run(thread -> {
            RangeSource source = sources.of(thread);
            for (int i = 0; i < reserves; i++) {
                Range range = source.reserve(1 + (thread + i) % 3);
                issueAll(history, range);
                if ((thread + i) % 2 == 0) {
                    long target = range.high() + 1 + i % 3;
                    long raised = source.raise(target);
                    assertTrue(raised >= target, "raised to " + raised + " and not to " + target);
                    Range next = source.reserve(1);
                    assertTrue(next.low() > target, next + " must lie above " + target + ", which it was raised to");
                    issueAll(history, next);
                }
            }
        });
    }

    /** Two programs that take turns, each with sizes of its own: what one remembers, the other has passed. */
    static void inTurns(TwoSources sources, HistoryChecker history) {
        for (int i = 0; i < TURNS; i++) {
            issueAll(history, sources.first().reserve(1 + i % 3));
            issueAll(history, sources.second().reserve(1 + i % 4));
            if (i % 5 == 4) {
                Range last = sources.first().reserve(1);
                issueAll(history, last);
                assertTrue(sources.second().raise(last.high() + 7) >= last.high() + 7, "raised by the second");
                Range next = sources.first().reserve(1);
                assertTrue(next.low() > last.high() + 7, next + " must lie above what the second program raised to");
                issueAll(history, next);
            }
        }
    }

    static void eachAboveTheOneBefore(TwoSources sources) {
        List<Range> all = new ArrayList<>();
        long before = -1;
        for (long size : new long[] {1, 2, 1_000, 1L << 20, 3}) {
            Range range = sources.first().reserve(size);
            assertTrue(range.low() > before, range + " must lie above " + before + ", size=" + size);
            before = range.high();
            requireApart(all, range);
            requireApart(all, sources.second().reserve(size + 1));
        }
    }

    /** What is returned was passed, also where a size is cut down on its way; a source that is used up may end here. */
    static void whateverTheSize(TwoSources sources) {
        List<Range> all = new ArrayList<>();
        long[] sizes = {1, 1L << 20, Integer.MAX_VALUE, 1L << 31, (1L << 32) + 1, 1L << 40, 1L << 53, Long.MAX_VALUE};
        try {
            for (long size : sizes) {
                requireApart(all, sources.first().reserve(size));
                requireApart(all, sources.second().reserve(1));
            }
        } catch (ExhaustedException end) {
            assertTrue(!all.isEmpty(), "a new counter has a number: " + end);
        }
    }

    private static void requireApart(List<Range> all, Range range) {
        for (Range other : all) {
            assertTrue(
                    range.low() > other.high() || range.high() < other.low(),
                    range + " and " + other + " have numbers in common");
        }
        all.add(range);
    }

    static void fromOne(RangeSource source, long lowest) {
        Range range = source.reserve(3);
        assertTrue(range.low() >= lowest, range + " is the first range and must begin at " + lowest + " or above");
    }

    static void notLoweredByRaise(TwoSources sources) {
        Range range = sources.first().reserve(100);

        assertTrue(sources.second().raise(range.low()) >= range.high(), "stays where it is");
        assertTrue(sources.first().raise(0) >= range.high(), "stays where it is");

        assertTrue(sources.second().reserve(1).low() > range.high(), "nothing moved");
        assertTrue(sources.first().reserve(1).low() > range.high(), "nothing moved");
    }

    static void aboveWhatItWasRaisedTo(TwoSources sources) {
        Range range = sources.first().reserve(10);
        long target = range.high() + 1_000;

        long raised = sources.second().raise(target);

        assertTrue(raised >= target, "raised to " + raised);
        assertTrue(!sources.first().giveBack(range, range.low()), "the counter moved past this range");
        assertTrue(sources.first().reserve(1).low() > raised, "above what it was raised to");
        assertTrue(sources.second().reserve(1).low() > raised, "above what it was raised to");
    }

    static void refusedAtItsCeiling(TwoSources sources, int left) {
        List<Range> granted = new ArrayList<>();

        assertThrows(ExhaustedException.class, () -> {
            for (int i = 0; i <= left; i++) {
                granted.add((i % 2 == 0 ? sources.first() : sources.second()).reserve(2));
            }
        });

        assertEquals(left, granted.stream().mapToLong(Range::size).sum(), "all that was left, and no more");
        for (int i = 0; i < 3; i++) {
            assertThrows(ExhaustedException.class, () -> sources.first().reserve(1));
            assertThrows(ExhaustedException.class, () -> sources.second().reserve(1));
        }
    }

    static void issueAll(HistoryChecker history, Range range) {
        history.reserved(COUNTER, range.low(), range.high());
        history.issued(COUNTER, range.low(), range.high());
    }
}
