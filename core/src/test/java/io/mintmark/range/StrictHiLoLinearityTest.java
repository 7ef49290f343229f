package io.mintmark.range;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/**
 * Searches interleavings of issuing, refilling and closing for one that breaks a promise: a number issued twice or out of
 * order, one issued after closing, a counter that does not end at the number issued last.
 *
 * <p>Ranges hold two or three numbers, so that most scenarios change ranges. Refills run in the caller's thread.
 */
class StrictHiLoLinearityTest {
    private static final boolean PROOF = "proof".equals(System.getProperty("mintmark.effort"));
    private static final int SCENARIOS = PROOF ? 200 : 10;
    private static final int INTERLEAVINGS = PROOF ? 10_000 : 1_000;

    @Test
    void shouldIssueEveryNumberOnceInOneOrderUntilClosed() {
        search("strict, one number at a time", StrictNumbers.class, NumbersInOrder.class);
    }

    @Test
    void shouldKeepBlocksApartAndLeaveTheCounterAtTheEndWhenClosed() {
        search("strict, blocks", StrictBlocks.class, StrictBlocks.class);
    }

    @Test
    void shouldFindTheCloseThatReadsTheCursor() {
        mustFail(CloseThatReads.class);
    }

    @Test
    void shouldFindTheLimitBesideTheCursor() {
        mustFail(LimitBesideTheCursor.class);
    }

    @Test
    void shouldFindTheRefillByEverybody() {
        mustFail(RefillByEverybody.class);
    }

    @Test
    void shouldFindTheHeadMovedByAPlainWrite() {
        mustFail(HeadByPlainWrite.class);
    }

    private static ModelCheckingOptions options(int scenarios, int interleavings) {
        return new ModelCheckingOptions()
                .iterations(scenarios)
                .invocationsPerIteration(interleavings)
                .threads(3)
                .actorsPerThread(PROOF ? 3 : 2)
                .actorsBefore(1)
                .actorsAfter(1);
    }

    private static void search(String what, Class<?> subject, Class<?> specification) {
        long start = System.nanoTime();
        options(SCENARIOS, INTERLEAVINGS).sequentialSpecification(specification).check(subject);
        System.out.printf(
                "[lincheck] %s: %,d scenarios × %,d interleavings, 0 failures, %.1f s%s%n",
                what,
                SCENARIOS,
                INTERLEAVINGS,
                (System.nanoTime() - start) / 1e9,
                PROOF ? "" : "; 200 × 10,000 with `mvn verify -Pproof`");
    }

    private static void mustFail(Class<?> twin) {
        assertThatThrownBy(() -> options(100, 2_000)
                        .minimizeFailedScenario(false)
                        .sequentialSpecification(NumbersInOrder.class)
                        .check(twin))
                .as("the search finds what is wrong with %s", twin.getSimpleName())
                .isInstanceOf(LincheckAssertionError.class)
                .satisfies(found -> System.out.println("[lincheck] broken twin " + twin.getSimpleName() + " fails: "
                        + String.valueOf(found.getMessage())
                                .strip()
                                .lines()
                                .findFirst()
                                .orElse("")));
    }

    /** What callers may believe: one more each time, until closed. */
    public static class NumbersInOrder {
        private long issued;
        private boolean closed;

        public long next() {
            if (closed) {
                throw new IllegalStateException();
            }
            return ++issued;
        }

        public void close() {
            closed = true;
        }
    }

    /** A generator over a counter in memory, one number at a time. */
    public abstract static class Numbers {
        final InMemoryRanges source = new InMemoryRanges();
        final BrokenTwins.Generator generator;
        private final AtomicLong lastIssued = new AtomicLong();

        Numbers(Function<RangeSource, BrokenTwins.Generator> build) {
            this.generator = build.apply(source);
        }

        @Operation
        public long next() {
            long number = generator.next();
            lastIssued.accumulateAndGet(number, Math::max);
            return number;
        }

        @Validate
        public void requireTheCounterAtItsEnd() {
            long max = source.max();
            long last = lastIssued.get();
            if (max < last || isClosed() && max != last) {
                throw new IllegalStateException("the counter ends at " + max + ", issued up to " + last);
            }
        }

        boolean isClosed() {
            return false;
        }
    }

    /** The same, closed at some time. */
    public abstract static class ClosableNumbers extends Numbers {
        private volatile boolean closed;

        ClosableNumbers(Function<RangeSource, BrokenTwins.Generator> build) {
            super(build);
        }

        @Operation
        public void close() {
            generator.close();
            closed = true;
        }

        @Override
        boolean isClosed() {
            return closed;
        }
    }

    public static class StrictNumbers extends ClosableNumbers {
        public StrictNumbers() {
            super(source -> strictOver(source, 2));
        }
    }

    public static class CloseThatReads extends ClosableNumbers {
        public CloseThatReads() {
            super(BrokenTwins.CloseThatReads::new);
        }
    }

    public static class LimitBesideTheCursor extends Numbers {
        public LimitBesideTheCursor() {
            super(BrokenTwins.LimitBesideTheCursor::new);
        }
    }

    public static class RefillByEverybody extends Numbers {
        public RefillByEverybody() {
            super(BrokenTwins.RefillByEverybody::new);
        }
    }

    public static class HeadByPlainWrite extends ClosableNumbers {
        public HeadByPlainWrite() {
            super(BrokenTwins.HeadByPlainWrite::new);
        }
    }

    /**
     * Numbers and blocks mixed. Which numbers a block skips at the end of a range depends on the schedule, so operations
     * tell whether they were treated right, and one after the other all say yes.
     */
    public static class StrictBlocks {
        private static final int NUMBERS_MAX = 128;

        private final InMemoryRanges source = new InMemoryRanges();
        private final BrokenTwins.Generator generator = strictOver(source, 3);
        private final AtomicIntegerArray issued = new AtomicIntegerArray(NUMBERS_MAX);
        private volatile boolean closed;

        @Operation
        public boolean next() {
            return take(1);
        }

        @Operation
        public boolean nextBlock() {
            return take(2);
        }

        private boolean take(int count) {
            boolean tooLate = closed;
            try {
                long first = generator.nextBlock(count);
                boolean once = true;
                for (int i = 0; i < count; i++) {
                    once &= issued.getAndSet((int) first + i, 1) == 0;
                }
                return once && !tooLate;
            } catch (IllegalStateException refused) {
                return true;
            }
        }

        @Operation
        public void close() {
            generator.close();
            closed = true;
        }

        @Validate
        public void requireTheCounterAtItsEnd() {
            int last = NUMBERS_MAX - 1;
            while (last > 0 && issued.get(last) == 0) {
                last--;
            }
            // A block of two skips one number at most, at the end of a range.
            long max = source.max();
            if (max < last || closed && max > last + 1) {
                throw new IllegalStateException("the counter ends at " + max + ", issued up to " + last);
            }
        }
    }

    private static BrokenTwins.Generator strictOver(RangeSource source, int rangeSize) {
        StrictHiLo strict = HiLo.over(source)
                .rangeSize(rangeSize)
                .rangeSizeMax(rangeSize)
                .refiller(new InlineRefiller())
                .ticker(() -> 0)
                .strict();
        return new BrokenTwins.Generator() {
            @Override
            public long next() {
                return strict.next();
            }

            @Override
            public long nextBlock(int count) {
                return strict.nextBlock(count);
            }

            @Override
            public void close() {
                strict.close();
            }
        };
    }
}
