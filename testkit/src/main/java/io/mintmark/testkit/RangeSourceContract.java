package io.mintmark.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mintmark.counter.ExhaustedException;
import io.mintmark.range.Range;
import io.mintmark.range.RangeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * The contract of every {@link RangeSource} as tests, one behaviour a method: extend it for your source, and JUnit runs it.
 *
 * <p>It covers promises G1, G3 and G8. The extending test brings JUnit Jupiter; nothing else of this module needs it. One
 * instance a test; the instance itself is not thread-safe.
 *
 * <pre>{@code
 * class MyRangesTest extends RangeSourceContract {
 *     @Override
 *     protected RangeSource newCounter() {
 *         return new MyRanges(...);
 *     }
 * }
 * }</pre>
 */
public abstract class RangeSourceContract {
    private static final int THREADS = 64;
    private static final String COUNTER = "counter";

    /** Creates the tests; for the extending class. */
    protected RangeSourceContract() {}

    /** Returns a source over a new counter, which nothing else uses. */
    protected abstract RangeSource newCounter();

    /**
     * Returns a source over a counter with {@code left} numbers below its ceiling; empty if there is no way to make one. The
     * behaviour at the ceiling is then skipped, and the report says so.
     */
    protected Optional<RangeSource> newCounterNearItsCeiling(int left) {
        return Optional.empty();
    }

    /** Returns whether unused numbers can be given back at all; a source that takes none back must refuse them. */
    protected boolean takesReturns() {
        return true;
    }

    /** Returns the number of ranges that each of the 64 threads reserves: 500 in short, 100,000 as proof. */
    protected int reservesPerThread() {
        return Effort.of("ranges reserved by each of 64 threads", 500, 100_000);
    }

    /** G1: ranges that 64 threads reserve at once do not overlap. */
    @Test
    public void shouldNeverReserveANumberTwice() {
        RangeSource source = newCounter();
        HistoryChecker history = new HistoryChecker();
        int reserves = reservesPerThread();
        long start = System.nanoTime();

        inManyThreads(thread -> {
            for (int i = 0; i < reserves; i++) {
                issueAll(history, source.reserve(1 + (thread + i) % 3));
            }
        });

        report("reserve", history, start, (long) THREADS * reserves);
        history.requireNoDuplicates();
    }

    /** G1 and G3: numbers that go back are reserved again, and no others. */
    @Test
    public void shouldNeverReserveANumberTwiceWhileRangesGoBack() {
        RangeSource source = newCounter();
        HistoryChecker history = new HistoryChecker();
        int reserves = Math.max(1, reservesPerThread() / 10);
        long start = System.nanoTime();

        inManyThreads(thread -> {
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
                for (long number = range.low(); number <= last; number++) {
                    history.issued(COUNTER, number);
                }
                if (source.giveBack(range, last)) {
                    history.givenBack(COUNTER, last, range.high());
                }
                before = range;
                lastBefore = last;
            }
        });

        report("reserve and give back, each return sent again later", history, start, (long) THREADS * reserves);
        history.requireNoDuplicates();
    }

    /** The counter moves up: each range lies above the one before, whatever its size. */
    @Test
    public void shouldReserveAboveWhatItReservedBefore() {
        RangeSource source = newCounter();
        long before = -1;

        for (long size : new long[] {1, 2, 1_000, 1L << 20, 3}) {
            Range range = source.reserve(size);
            assertTrue(range.low() > before, range + " must lie above " + before + ", size=" + size);
            before = range.high();
        }
    }

    /** G3: the next range begins after the last issued number, and a repeated return changes nothing. */
    @Test
    public void shouldAcceptAReturnOnce() {
        assumeTrue(takesReturns(), "this source takes nothing back");
        RangeSource source = newCounter();
        Range range = source.reserve(10);

        assertTrue(source.giveBack(range, range.low()), "the tail of the latest range goes back");
        assertFalse(source.giveBack(range, range.low()), "once");

        assertEquals(range.low() + 1, source.reserve(10).low(), "the next range begins after the last number issued");
    }

    /** G3: a late copy of a return is refused when a new range ends where the old one did. */
    @Test
    public void shouldRefuseACopyOfAReturnUnderTheNextOwner() {
        RangeSource source = newCounter();
        Range range = source.reserve(10);
        source.giveBack(range, range.low());
        Range next = source.reserve(Math.max(1, range.high() - range.low()));

        assertFalse(source.giveBack(range, range.low()), "the numbers belong to somebody else by now");

        assertTrue(source.reserve(1).low() > next.high(), "the next owner's numbers stay the next owner's");
    }

    /** G3: only the latest range can go back. */
    @Test
    public void shouldRefuseAReturnBelowALaterRange() {
        RangeSource source = newCounter();
        Range earlier = source.reserve(10);
        Range later = source.reserve(10);

        assertFalse(source.giveBack(earlier, earlier.low()), "a later range is outstanding");

        assertTrue(source.reserve(1).low() > later.high(), "nothing moved");
    }

    /** A wholly unused range goes back by its token; then the one below is the latest again. */
    @Test
    public void shouldTakeUnusedRangesBackNewestFirst() {
        RangeSource source = newCounter();
        Range first = source.reserve(10);
        Range second = source.reserve(10);
        assumeTrue(takesReturns() && second.hasToken(), "this source recognises no wholly unused range");

        assertTrue(source.giveBack(second, second.low() - 1), "wholly unused");
        assertTrue(source.giveBack(first, first.low()), "the latest again");

        assertEquals(first.low() + 1, source.reserve(1).low());
    }

    /** Without a token, a copy of such a return could rewind the next owner. */
    @Test
    public void shouldRefuseAWhollyUnusedRangeWithoutAToken() {
        RangeSource source = newCounter();
        Range range = source.reserve(10);
        Range bare = new Range(range.low(), range.high(), range.prefix(), range.nodeTag(), Range.NO_TOKEN);

        assertFalse(source.giveBack(bare, bare.low() - 1), "nothing shows that it is this one");

        assertTrue(source.reserve(1).low() > range.high(), "nothing moved");
    }

    /** G3: a range that was made up, or is another counter's, is refused. */
    @Test
    public void shouldRefuseAReturnOfARangeItDidNotReserve() {
        RangeSource source = newCounter();
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

        assertTrue(source.reserve(1).low() > range.high(), "nothing moved");
    }

    /** G3: a last number outside of the range cannot have been issued from it. */
    @Test
    public void shouldRefuseAReturnWhoseLastNumberLiesOutside() {
        RangeSource source = newCounter();
        source.reserve(10);
        Range range = source.reserve(10);

        assertFalse(source.giveBack(range, range.high() + 1), "above");
        assertFalse(source.giveBack(range, range.low() - 2), "below");

        assertTrue(source.reserve(1).low() > range.high(), "nothing moved");
    }

    /** Raising only moves up. */
    @Test
    public void shouldNotLowerByRaise() {
        RangeSource source = newCounter();
        Range range = source.reserve(100);

        assertTrue(source.raise(range.low()) >= range.high(), "stays where it is");

        assertTrue(source.reserve(1).low() > range.high(), "nothing moved");
    }

    /** Later ranges begin above the number that the counter was raised to. */
    @Test
    public void shouldReserveAboveWhatItWasRaisedTo() {
        RangeSource source = newCounter();
        Range range = source.reserve(10);
        long target = range.high() + 1_000;

        long raised = source.raise(target);

        assertTrue(raised >= target, "raised to " + raised);
        assertFalse(source.giveBack(range, range.low()), "the counter moved past this range");
        assertTrue(source.reserve(1).low() > raised, "above what it was raised to");
    }

    /** G8: the source grants the last numbers, then refuses, and goes on refusing. */
    @Test
    public void shouldRefuseAtItsCeiling() {
        Optional<RangeSource> near = newCounterNearItsCeiling(5);
        assumeTrue(near.isPresent(), "no way to bring this counter near its ceiling");
        RangeSource source = near.get();
        List<Range> granted = new ArrayList<>();

        assertThrows(ExhaustedException.class, () -> {
            for (int i = 0; i < 6; i++) {
                granted.add(source.reserve(2));
            }
        });

        assertEquals(5, granted.stream().mapToLong(Range::size).sum(), "all that was left, and no more");
        for (int i = 0; i < 3; i++) {
            assertThrows(ExhaustedException.class, () -> source.reserve(1));
        }
    }

    private static void issueAll(HistoryChecker history, Range range) {
        history.reserved(COUNTER, range.low(), range.high());
        for (long number = range.low(); number <= range.high(); number++) {
            history.issued(COUNTER, number);
        }
    }

    private void report(String what, HistoryChecker history, long start, long trials) {
        Duration duration = Duration.ofNanos(System.nanoTime() - start);
        String test = getClass().getSimpleName() + ": " + what + ", " + THREADS + " threads";
        System.out.println(history.report(test, 0, duration, trials).line());
    }

    private static void inManyThreads(Consumer<Integer> work) {
        CountDownLatch start = new CountDownLatch(1);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int thread = i;
            Thread started = new Thread(() -> {
                try {
                    start.await();
                    work.accept(thread);
                } catch (Throwable e) {
                    failure.compareAndSet(null, e);
                }
            });
            started.start();
            threads.add(started);
        }
        start.countDown();
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new AssertionError("interrupted while " + THREADS + " threads reserve", e);
            }
        }
        Throwable first = failure.get();
        if (first != null) {
            throw new AssertionError("a thread failed: " + first, first);
        }
    }
}
