package io.mintmark.lab.bench.generators;

import io.mintmark.document.DocumentIdWriter;
import io.mintmark.document.DocumentIds;
import io.mintmark.hilo.HiLo;
import io.mintmark.hilo.HiLoBuilder;
import io.mintmark.hilo.PerHandleHiLo;
import io.mintmark.range.Range;
import io.mintmark.range.RangeListener;
import io.mintmark.range.RangeSource;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Our own generators, as a user builds them: default settings, in which the first range has {@value #FIRST_RANGE}
 * numbers.
 */
public final class OurGenerators {
    /** Numbers of a generator's first range by default. */
    public static final long FIRST_RANGE = 1_000;

    private static final int BLOCK = 64;

    /** Where document ids begin, so that all have nine digits, as those of the peers. */
    private static final long NINE_DIGITS = 100_000_000;

    private OurGenerators() {}

    static List<Entry> numbers() {
        return List.of(
                Entry.of("our-strict", counter -> shared(counter, HiLoBuilder::strict)),
                Entry.of("our-block-64", OurGenerators::blocks),
                Entry.of("our-striped", counter -> shared(counter, HiLoBuilder::striped)),
                Entry.of("our-per-thread", counter -> shared(counter, HiLoBuilder::perThread)),
                Entry.of("our-per-handle", OurGenerators::handles));
    }

    static List<Entry> documentIds() {
        return List.of(
                Entry.of("our-id", OurGenerators::ids),
                Entry.of("our-id-writer", OurGenerators::writtenStrings),
                Entry.of("our-id-buffer", OurGenerators::written));
    }

    private static Subject shared(MeasuredCounter counter, Function<HiLoBuilder, HiLo> order) {
        Blocked blocked = new Blocked();
        HiLo generator = order.apply(builder(counter, blocked));
        return new Ours(generator, blocked, 1, () -> generator);
    }

    private static Subject blocks(MeasuredCounter counter) {
        Blocked blocked = new Blocked();
        HiLo generator = builder(counter, blocked).strict();
        return new Ours(generator, blocked, BLOCK, () -> new Block(generator));
    }

    private static Subject handles(MeasuredCounter counter) {
        Blocked blocked = new Blocked();
        PerHandleHiLo generator = builder(counter, blocked).perHandle();
        return new Ours(generator, blocked, 1, () -> generator.handle()::next);
    }

    private static Subject ids(MeasuredCounter counter) {
        Blocked blocked = new Blocked();
        HiLo generator = builderFromNineDigits(counter, blocked).strict();
        DocumentIds ids = DocumentIds.of(generator);
        return new Ours(generator, blocked, 1, () -> new KeptText(ids::next));
    }

    private static Subject writtenStrings(MeasuredCounter counter) {
        Blocked blocked = new Blocked();
        PerHandleHiLo generator = builderFromNineDigits(counter, blocked).perHandle();
        return new Ours(generator, blocked, 1, () -> new KeptText(writer(generator)::nextString));
    }

    private static Subject written(MeasuredCounter counter) {
        Blocked blocked = new Blocked();
        PerHandleHiLo generator = builderFromNineDigits(counter, blocked).perHandle();
        return new Ours(generator, blocked, 1, () -> writer(generator)::next);
    }

    private static DocumentIdWriter writer(PerHandleHiLo generator) {
        return DocumentIds.writer(generator, new byte[64], 0);
    }

    private static HiLoBuilder builderFromNineDigits(MeasuredCounter counter, RangeListener listener) {
        long standing = counter.raise(NINE_DIGITS);
        if (standing != NINE_DIGITS) {
            throw new IllegalStateException("the counter must be new: it stands at " + standing);
        }
        return builder(counter, listener);
    }

    private static HiLoBuilder builder(MeasuredCounter counter, RangeListener listener) {
        return HiLo.over(new Source(counter)).name("orders").listener(listener);
    }

    /** The counter's face to our generators; gives tokens, as our server and our tables do. */
    private static final class Source implements RangeSource {
        private final MeasuredCounter counter;
        private final AtomicLong serial = new AtomicLong();

        Source(MeasuredCounter counter) {
            this.counter = counter;
        }

        @Override
        public Range reserve(long size) {
            long low = counter.reserve(size);
            return new Range(low, low + size - 1, "orders/", "A", serial.incrementAndGet());
        }

        @Override
        public boolean giveBack(Range range, long lastIssued) {
            return counter.giveBack(range.high(), lastIssued);
        }

        @Override
        public long raise(long atLeast) {
            return counter.raise(atLeast);
        }
    }

    private static final class Blocked implements RangeListener {
        private final AtomicLong callers = new AtomicLong();

        @Override
        public void blocked(Duration waited) {
            callers.incrementAndGet();
        }
    }

    /** Draws a block and writes its numbers out, because a block is of use only when its numbers are used. */
    private static final class Block implements LongSupplier {
        private final HiLo generator;
        private final long[] numbers = new long[BLOCK];

        Block(HiLo generator) {
            this.generator = generator;
        }

        @Override
        public long getAsLong() {
            long first = generator.nextBlock(BLOCK);
            for (int i = 0; i < BLOCK; i++) {
                numbers[i] = first + i;
            }
            return numbers[BLOCK - 1];
        }
    }

    /** Gives a thread its function to call; asked on that thread. */
    private interface Callers {
        LongSupplier caller();
    }

    private record Ours(HiLo generator, Blocked blocked, int idsPerCall, Callers callers) implements Subject {
        @Override
        public LongSupplier caller() {
            return callers.caller();
        }

        @Override
        public long blockedCallers() {
            return blocked.callers.get();
        }

        @Override
        public void close() {
            generator.close();
        }
    }
}
