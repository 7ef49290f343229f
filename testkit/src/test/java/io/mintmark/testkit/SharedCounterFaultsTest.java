package io.mintmark.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.counter.ExhaustedException;
import io.mintmark.range.Range;
import io.mintmark.range.RangeSource;
import io.mintmark.range.RangeSourceException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/** Faults that show only between two sources, beside a raise, or in odd sizes: the kit must find each of them. */
class SharedCounterFaultsTest {
    @TempDir
    private Path directory;

    @Test
    void shouldFindALockThatOnlyOneProcessHas() {
        String file = directory.resolve("counter").toString();
        RangeSourceContract kit = kitFor(
                () -> new FileCounter.OpenerOfTwin().open(file),
                () -> Optional.of(OtherProgram.open(FileCounter.OpenerOfTwin.class, file)));

        assertThatThrownBy(kit::shouldNeverReserveANumberTwice)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("no identifier may be issued twice");
    }

    @Test
    void shouldSayThatItDidNotLookAtOtherProcesses() {
        String file = directory.resolve("counter").toString();
        Supplier<RangeSource> twin = () -> new FileCounter.OpenerOfTwin().open(file);

        RangeSourceContract alone = kitFor(twin, Optional::empty);
        alone.shouldNeverReserveANumberTwice();
        assertThatThrownBy(alone::shouldShareItsCounterWithAnotherProgram)
                .isInstanceOf(TestAbortedException.class)
                .hasMessageContaining("not looked at: two sources on one counter");

        RangeSourceContract inThisJvm = kitFor(twin, () -> Optional.of(twin.get()));
        inThisJvm.shouldNeverReserveANumberTwice();
        assertThatThrownBy(inThisJvm::shouldShareItsCounterWithAnotherProgram)
                .isInstanceOf(TestAbortedException.class)
                .hasMessageContaining("not looked at: another process");
    }

    @Test
    void shouldFindAStaleLowerBound() {
        AtomicLong counter = new AtomicLong();
        RangeSourceContract kit =
                kitFor(() -> new StaleLowerBound(counter), () -> Optional.of(new StaleLowerBound(counter)));

        assertThatThrownBy(kit::shouldNeverReserveANumberTwice).isInstanceOf(AssertionError.class);
        assertThatThrownBy(kit::shouldShareItsCounterWithAnotherProgram).isInstanceOf(AssertionError.class);
        assertThatThrownBy(kit::shouldReserveAboveWhatItReservedBefore).isInstanceOf(AssertionError.class);
        kitFor(() -> new StaleLowerBound(new AtomicLong()), Optional::empty).shouldNeverReserveANumberTwice();
    }

    @Test
    void shouldFindARaiseThatReadsAndThenSets() {
        RangeSourceContract kit = kitFor(GetThenSet::new, Optional::empty);

        assertThatThrownBy(kit::shouldNeverReserveANumberTwiceWhileItIsRaised).isInstanceOf(AssertionError.class);
        kit.shouldNotLowerByRaise();
        kit.shouldReserveAboveWhatItWasRaisedTo();
    }

    @Test
    void shouldFindAFirstNumberOfZero() {
        assertThatThrownBy(kitFor(FromZero::new, Optional::empty)::shouldBeginAtItsLowestNumberOrAbove)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("must begin at 1");
    }

    @Test
    void shouldFindASizeThatIsCutDownOnItsWay() {
        for (long most : new long[] {1L << 20, Integer.MAX_VALUE, 1L << 32, 1L << 53}) {
            assertThatThrownBy(
                            kitFor(() -> new Clamped(most), Optional::empty)
                                    ::shouldReserveNoMoreThanItPassedWhateverTheSize)
                    .as("at most %d", most)
                    .isInstanceOfAny(AssertionError.class, IllegalArgumentException.class);
        }
    }

    @Test
    void shouldBringBackWhatASourceThrowsInAnotherProgram() {
        RangeSource other = OtherProgram.open(Thrower.class, "");

        assertThatThrownBy(() -> other.reserve(1))
                .isInstanceOf(ExhaustedException.class)
                .hasMessage("full");
        assertThatThrownBy(() -> other.raise(1))
                .isInstanceOf(RangeSourceException.class)
                .hasMessage("away");
        assertThatThrownBy(() -> other.giveBack(new Range(1, 2, "orders/", "A", 7), 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Range[low=1, high=2, prefix=orders/, nodeTag=A, token=7] above 1");
        assertThatThrownBy(() -> OtherProgram.open(Thrower.class, "nowhere"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("nowhere is no place");
        assertThat(OtherProgram.open(
                                FileCounter.Opener.class,
                                directory.resolve("one").toString())
                        .reserve(3))
                .isEqualTo(Range.of(1, 3));
    }

    /** Throws whatever a source may. */
    static final class Thrower implements RangeSourceOpener, RangeSource {
        @Override
        public RangeSource open(String address) {
            if (!address.isEmpty()) {
                throw new IllegalArgumentException(address + " is no place");
            }
            return this;
        }

        @Override
        public Range reserve(long size) {
            throw new ExhaustedException("full");
        }

        @Override
        public boolean giveBack(Range range, long lastIssued) {
            throw new IllegalStateException(range + " above " + lastIssued);
        }

        @Override
        public long raise(long atLeast) {
            throw new RangeSourceException("away");
        }
    }

    private static RangeSourceContract kitFor(Supplier<RangeSource> first, Supplier<Optional<RangeSource>> second) {
        return new RangeSourceContract() {
            @Override
            protected RangeSource newCounter() {
                return first.get();
            }

            @Override
            protected Optional<RangeSource> secondSource() {
                return second.get();
            }

            @Override
            protected int reservesPerThread() {
                return 200;
            }
        };
    }

    /** A counter in memory that takes nothing back. */
    private abstract static class InMemory implements RangeSource {
        final AtomicLong max;

        InMemory(AtomicLong max) {
            this.max = max;
        }

        @Override
        public boolean giveBack(Range range, long lastIssued) {
            return false;
        }

        @Override
        public long raise(long atLeast) {
            return max.accumulateAndGet(atLeast, Math::max);
        }
    }

    /** Computes the first number from where this object left the counter, as NHibernate's hilo does. */
    private static final class StaleLowerBound extends InMemory {
        private long last;

        StaleLowerBound(AtomicLong max) {
            super(max);
        }

        @Override
        public synchronized Range reserve(long size) {
            long low = last + 1;
            last = max.addAndGet(size);
            return Range.of(low, last);
        }
    }

    /** Raises in two steps. */
    private static final class GetThenSet extends InMemory {
        GetThenSet() {
            super(new AtomicLong());
        }

        @Override
        public Range reserve(long size) {
            long high = max.addAndGet(size);
            return Range.of(high - size + 1, high);
        }

        @Override
        public long raise(long atLeast) {
            if (max.get() < atLeast) {
                Thread.yield();
                max.set(atLeast);
            }
            return Math.max(max.get(), atLeast);
        }
    }

    /** Takes the counter for the next number, and begins at 0. */
    private static final class FromZero extends InMemory {
        FromZero() {
            super(new AtomicLong());
        }

        @Override
        public Range reserve(long size) {
            long low = max.getAndAdd(size);
            return Range.of(low, low + size - 1);
        }
    }

    /** Moves the counter by less than it returns. */
    private static final class Clamped extends InMemory {
        private final long most;

        Clamped(long most) {
            super(new AtomicLong());
            this.most = most;
        }

        @Override
        public Range reserve(long size) {
            long low = max.getAndAdd(Math.min(size, most)) + 1;
            return Range.of(low, low + size - 1);
        }
    }
}
