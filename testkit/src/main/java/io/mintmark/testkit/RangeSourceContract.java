package io.mintmark.testkit;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mintmark.range.RangeSource;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * The contract of every {@link RangeSource} as tests, one behaviour a method: extend it for your source, and JUnit runs
 * it.
 *
 * <p>It covers promises G1, G3 and G8. The extending test brings JUnit Jupiter; nothing else of this module needs it.
 * One instance a test; the instance itself is not thread-safe.
 *
 * <pre>{@code
 * class MyRangesTest extends RangeSourceContract {
 *     @Override
 *     protected RangeSource newCounter() {
 *         return new MyRanges(...);
 *     }
 * }
 * }</pre>
 *
 * <p><b>A second source.</b> Faults between programs show only if there are two: return one from
 * {@link #secondSource()}, and every test uses both. One that a process lock hides shows only if the second is in a JVM
 * of its own.
 *
 * <p><b>Not looked at:</b> what survives a crash or the loss of power, whether a failed commit is believed, lost
 * answers, a counter that goes back, and faults that need more luck than 64 threads have.
 */
public abstract class RangeSourceContract {
    private static final int NUMBERS_LEFT = 5;

    /** Creates the tests; for the extending class. */
    protected RangeSourceContract() {}

    /** Returns a source over a new counter, which nothing else uses. */
    protected abstract RangeSource newCounter();

    /**
     * Returns another source over the counter that {@link #newCounter} or {@link #newCounterNearItsCeiling} returned
     * last, as a second program opens it; best an {@link OtherProgram}, in a JVM of its own. Empty if there is no way
     * to open one.
     *
     * <p>A source of this JVM shows what two programs do to each other, unless a lock or a static field of the process
     * keeps them apart. A source from a class loader of its own shares no static field. What was not looked at is
     * skipped, and the report says so.
     */
    protected Optional<RangeSource> secondSource() {
        return Optional.empty();
    }

    /**
     * Returns a source over a counter with {@code left} numbers below its ceiling; empty if there is no way to make
     * one. The behaviour at the ceiling is then skipped, and the report says so.
     */
    protected Optional<RangeSource> newCounterNearItsCeiling(int left) {
        return Optional.empty();
    }

    /** Returns whether unused numbers can be given back at all; a source that takes none back must refuse them. */
    protected boolean takesReturns() {
        return true;
    }

    /** Returns the lowest number that a new counter may give: 1, or 0 for a source that reserves it on purpose. */
    protected long lowestNumber() {
        return 1;
    }

    /** Returns the number of ranges that each of the 64 threads reserves: 500 in short, 100,000 as proof. */
    protected int reservesPerThread() {
        return Effort.of("ranges reserved by each of 64 threads", 500, 100_000);
    }

    /** G1: ranges that 64 threads reserve at once do not overlap. */
    @Test
    public void shouldNeverReserveANumberTwice() {
        TwoSources sources = sources();
        int reserves = reservesPerThread();
        unique("reserve", reserves, history -> ReserveChecks.inManyThreads(sources, history, reserves));
    }

    /** G1: nor do they while others raise the counter. */
    @Test
    public void shouldNeverReserveANumberTwiceWhileItIsRaised() {
        TwoSources sources = sources();
        int reserves = Math.max(1, reservesPerThread() / 4);
        unique("reserve and raise", reserves, history -> ReserveChecks.whileItIsRaised(sources, history, reserves));
    }

    /** G1 and G3: numbers that go back are reserved again, and no others. */
    @Test
    public void shouldNeverReserveANumberTwiceWhileRangesGoBack() {
        TwoSources sources = sources();
        int reserves = Math.max(1, reservesPerThread() / 10);
        unique(
                "reserve and give back, each return sent again later",
                reserves,
                history -> ReturnChecks.inManyThreads(sources, history, reserves));
    }

    /** G1: two programs share nothing but the counter, and no number is given to both. */
    @Test
    public void shouldShareItsCounterWithAnotherProgram() {
        TwoSources sources = sources();
        requireLook(sources.areTwo(), "two sources on one counter: override secondSource()");
        HistoryChecker history = new HistoryChecker();
        ReserveChecks.inTurns(sources, history);
        history.requireNoDuplicates();
        requireLook(sources.areApart(), "another process: let secondSource() return an OtherProgram");
    }

    /** The counter moves up: each range lies above the one before, whatever its size. */
    @Test
    public void shouldReserveAboveWhatItReservedBefore() {
        ReserveChecks.eachAboveTheOneBefore(sources());
    }

    /** G8: a range has no number that the counter did not pass, however many are asked for. */
    @Test
    public void shouldReserveNoMoreThanItPassedWhateverTheSize() {
        ReserveChecks.whateverTheSize(sources());
    }

    /** The first number is 1: generators leave 0 out, and a source that reserves it says so. */
    @Test
    public void shouldBeginAtItsLowestNumberOrAbove() {
        ReserveChecks.fromOne(newCounter(), lowestNumber());
    }

    /** G3: the next range begins after the last issued number, and a repeated return changes nothing. */
    @Test
    public void shouldAcceptAReturnOnce() {
        assumeTrue(takesReturns(), "this source takes nothing back");
        ReturnChecks.acceptedOnce(sources());
    }

    /** G3: a late copy of a return is refused when a new range ends where the old one did. */
    @Test
    public void shouldRefuseACopyOfAReturnUnderTheNextOwner() {
        ReturnChecks.copyRefusedUnderTheNextOwner(sources());
    }

    /** G3: only the latest range can go back. */
    @Test
    public void shouldRefuseAReturnBelowALaterRange() {
        ReturnChecks.refusedBelowALaterRange(sources());
    }

    /** A wholly unused range goes back by its token; then the one below is the latest again. */
    @Test
    public void shouldTakeUnusedRangesBackNewestFirst() {
        assumeTrue(takesReturns(), "this source takes nothing back");
        ReturnChecks.newestFirst(sources());
    }

    /** Without a token, a copy of such a return could rewind the next owner. */
    @Test
    public void shouldRefuseAWhollyUnusedRangeWithoutAToken() {
        ReturnChecks.refusedWithoutAToken(sources());
    }

    /** G3: a range that was made up, or is another counter's, is refused. */
    @Test
    public void shouldRefuseAReturnOfARangeItDidNotReserve() {
        ReturnChecks.refusedIfItWasNotReserved(sources());
    }

    /** G3: a last number outside of the range cannot have been issued from it. */
    @Test
    public void shouldRefuseAReturnWhoseLastNumberLiesOutside() {
        ReturnChecks.refusedOutsideOfTheRange(sources());
    }

    /** Raising only moves up. */
    @Test
    public void shouldNotLowerByRaise() {
        ReserveChecks.notLoweredByRaise(sources());
    }

    /** Later ranges begin above the number that the counter was raised to. */
    @Test
    public void shouldReserveAboveWhatItWasRaisedTo() {
        ReserveChecks.aboveWhatItWasRaisedTo(sources());
    }

    /** G8: the source grants the last numbers, then refuses, and goes on refusing. */
    @Test
    public void shouldRefuseAtItsCeiling() {
        Optional<RangeSource> near = newCounterNearItsCeiling(NUMBERS_LEFT);
        requireLook(near.isPresent(), "the ceiling: override newCounterNearItsCeiling()");
        ReserveChecks.refusedAtItsCeiling(withSecond(near.get()), NUMBERS_LEFT);
    }

    private TwoSources sources() {
        return withSecond(newCounter());
    }

    private TwoSources withSecond(RangeSource first) {
        return new TwoSources(first, secondSource().orElse(first));
    }

    private void requireLook(boolean can, String what) {
        if (!can) {
            System.out.println("[not looked at] " + getClass().getSimpleName() + ": " + what);
        }
        assumeTrue(can, "not looked at: " + what);
    }

    private void unique(String what, int reserves, Consumer<HistoryChecker> check) {
        HistoryChecker history = new HistoryChecker();
        long start = System.nanoTime();
        check.accept(history);
        Duration duration = Duration.ofNanos(System.nanoTime() - start);
        String test = getClass().getSimpleName() + ": " + what + ", " + ManyThreads.THREADS + " threads";
        System.out.println(history.report(test, 0, duration, (long) ManyThreads.THREADS * reserves)
                .line());
        history.requireNoDuplicates();
    }
}
