package io.mintmark.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.counter.ExhaustedException;
import io.mintmark.range.Range;
import io.mintmark.range.RangeSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The kit must fail for sources that break the contract, or it proves nothing for those that pass. */
class RangeSourceContractTest {

    @Test
    void shouldFindALostUpdate() {
        RangeSourceContract kit = kitFor(LostUpdate::new);

        assertThatThrownBy(kit::shouldNeverReserveANumberTwice)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("no identifier may be issued twice");
    }

    @Test
    void shouldFindAReturnAcceptedTwice() {
        RangeSourceContract kit = kitFor(ReturnsByEnd::new);

        assertThatThrownBy(kit::shouldRefuseACopyOfAReturnUnderTheNextOwner).isInstanceOf(AssertionError.class);
        assertThatThrownBy(kit::shouldNeverReserveANumberTwiceWhileRangesGoBack).isInstanceOf(AssertionError.class);
        assertThatThrownBy(kit::shouldRefuseAWhollyUnusedRangeWithoutAToken).isInstanceOf(AssertionError.class);
        assertThatThrownBy(kit::shouldRefuseAReturnWhoseLastNumberLiesOutside).isInstanceOf(AssertionError.class);
    }

    @Test
    void shouldFindEveryReturnBelieved() {
        RangeSourceContract kit = kitFor(BelievesAll::new);

        assertThatThrownBy(kit::shouldAcceptAReturnOnce).isInstanceOf(AssertionError.class);
        assertThatThrownBy(kit::shouldRefuseAReturnBelowALaterRange).isInstanceOf(AssertionError.class);
        assertThatThrownBy(kit::shouldRefuseAReturnOfARangeItDidNotReserve).isInstanceOf(AssertionError.class);
    }

    @Test
    void shouldFindARaiseThatLowersAndACeilingThatIsNone() {
        RangeSourceContract kit = kitFor(LostUpdate::new);

        assertThatThrownBy(kit::shouldNotLowerByRaise).isInstanceOf(AssertionError.class);
        assertThatThrownBy(kit::shouldRefuseAtItsCeiling).isInstanceOf(AssertionError.class);
    }

    private static RangeSourceContract kitFor(Supplier<RangeSource> broken) {
        return new RangeSourceContract() {
            @Override
            protected RangeSource newCounter() {
                return broken.get();
            }

            @Override
            protected Optional<RangeSource> newCounterNearItsCeiling(int left) {
                return Optional.of(broken.get());
            }

            @Override
            protected int reservesPerThread() {
                return 2_000;
            }
        };
    }

    /** Reads, then writes; raises by assignment; knows no ceiling. */
    private static final class LostUpdate implements RangeSource {
        private final AtomicLong max = new AtomicLong();

        @Override
        public Range reserve(long size) {
            long low = max.get() + 1;
            Thread.yield();
            max.set(low + size - 1);
            return Range.of(low, low + size - 1);
        }

        @Override
        public boolean giveBack(Range range, long lastIssued) {
            return false;
        }

        @Override
        public long raise(long atLeast) {
            max.set(atLeast);
            return atLeast;
        }
    }

    /** Remembers no lease: takes whatever ends where the counter stands. */
    private static final class ReturnsByEnd implements RangeSource {
        private long max;

        @Override
        public synchronized Range reserve(long size) {
            long low = max + 1;
            max += size;
            return Range.of(low, max);
        }

        @Override
        public synchronized boolean giveBack(Range range, long lastIssued) {
            if (range.high() != max) {
                return false;
            }
            max = lastIssued;
            return true;
        }

        @Override
        public synchronized long raise(long atLeast) {
            max = Math.max(max, atLeast);
            return max;
        }
    }

    /** Sets the counter to whatever it is told. */
    private static final class BelievesAll implements RangeSource {
        private final AtomicLong max = new AtomicLong();

        @Override
        public Range reserve(long size) {
            long high = max.addAndGet(size);
            if (high < 0) {
                throw new ExhaustedException("full");
            }
            return Range.of(high - size + 1, high);
        }

        @Override
        public boolean giveBack(Range range, long lastIssued) {
            max.set(lastIssued);
            return true;
        }

        @Override
        public long raise(long atLeast) {
            return max.accumulateAndGet(atLeast, Math::max);
        }
    }
}
