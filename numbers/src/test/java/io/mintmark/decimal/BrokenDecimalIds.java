package io.mintmark.decimal;

import io.mintmark.counter.ExhaustedException;
import io.mintmark.range.Range;
import io.mintmark.range.RangeSource;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Generators that look like {@link DecimalIds}, are right when alone, and each make one mistake; the search must find both.
 */
final class BrokenDecimalIds {

    private BrokenDecimalIds() {}

    /** A generator as a search needs it. */
    interface Generator {
        long next();

        void close();
    }

    private static DecimalId drawn(RangeSource generators) {
        Range range = generators.reserve(1);
        if (range.low() > DecimalId.GENERATOR_MAX) {
            throw new ExhaustedException("generator ids are used up");
        }
        return new DecimalId(1, (int) range.low(), DecimalLinearityTest.LAUNCH);
    }

    /** Generator id and counter are two words: a counter of one generator id may go out with the next one. */
    static final class GeneratorBesideCounter implements Generator {
        private final RangeSource generators;
        private final AtomicLong counter = new AtomicLong(DecimalLinearityTest.COUNTER_MAX);
        private volatile int generator;
        private volatile boolean closed;

        GeneratorBesideCounter(RangeSource generators) {
            this.generators = generators;
        }

        @Override
        public long next() {
            while (!closed) {
                long mine = counter.incrementAndGet();
                if (mine <= DecimalLinearityTest.COUNTER_MAX) {
                    return DecimalId.LAYOUT.encode(mine, generator, DecimalLinearityTest.LAUNCH);
                }
                draw();
            }
            throw new IllegalStateException("closed");
        }

        private synchronized void draw() {
            if (counter.get() > DecimalLinearityTest.COUNTER_MAX) {
                generator = drawn(generators).generator();
                counter.set(0);
            }
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    /** Closes the counter first and the source of generator ids then: in between a caller opens the counter again. */
    static final class CloseInTwoSteps implements Generator {
        private final RangeSource generators;
        private final AtomicReferenceArray<IdBlock> block = new AtomicReferenceArray<>(1);
        private volatile boolean sourceClosed;

        CloseInTwoSteps(RangeSource generators) {
            this.generators = generators;
            block.set(0, IdBlock.empty());
        }

        @Override
        public long next() {
            while (true) {
                IdBlock current = block.get(0);
                long at = current.claim();
                if (at < current.size) {
                    return current.first + at * DecimalId.LAYOUT.unit(0);
                }
                replace(current);
            }
        }

        private synchronized void replace(IdBlock used) {
            if (sourceClosed) {
                throw new IllegalStateException("closed");
            }
            if (block.get(0) == used) {
                IdBlock fresh = new IdBlock(drawn(generators).value(), DecimalLinearityTest.COUNTER_MAX);
                block.compareAndSet(0, used, fresh);
            }
        }

        @Override
        public void close() {
            block.set(0, IdBlock.empty());
            sourceClosed = true;
        }
    }
}
