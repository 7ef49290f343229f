package io.mintmark.decimal;

import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

import io.mintmark.counter.ExhaustedException;
import io.mintmark.hilo.InterleavingSearch;
import io.mintmark.number.InvalidIdException;
import io.mintmark.number.ToldTime;
import io.mintmark.range.InMemoryRanges;
import org.jetbrains.lincheck.datastructures.ManagedStrategyGuarantee;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/**
 * Searches interleavings of issuing decimal ids, from counter to counter and to the last generator id, and of closing, for
 * an id that comes twice, out of order or after closing.
 */
class DecimalLinearityTest {
    static final int LAUNCH = 65;

    /** So short that most scenarios draw the next generator id. */
    static final int COUNTER_MAX = 2;

    private static final ManagedStrategyGuarantee[] NOTHING_SHARED = {
        InterleavingSearch.ignored(
                DecimalLayout.class, DecimalField.class, DecimalId.class, Launch.class, InvalidIdException.class),
        forClasses(ToldTime.class.getName()).methods(ToldTime.OWN_METHODS).ignore()
    };

    @Test
    void shouldIssueEveryIdOnceInOneOrderUntilClosedOrExhausted() {
        InterleavingSearch.mustHold("decimal ids", Ours.class, IdsInOrder.class, NOTHING_SHARED);
    }

    @Test
    void shouldFindTheGeneratorBesideTheCounter() {
        InterleavingSearch.mustFail(GeneratorBesideCounter.class, IdsInOrder.class, NOTHING_SHARED);
    }

    @Test
    void shouldFindTheCloseInTwoSteps() {
        InterleavingSearch.mustFail(CloseInTwoSteps.class, IdsInOrder.class, NOTHING_SHARED);
    }

    /** The last two generator ids of a launch, with two counters each. */
    static InMemoryRanges lastGenerators() {
        return new InMemoryRanges(DecimalId.GENERATOR_MAX - 2, Long.MAX_VALUE);
    }

    /** The specification: the counters of one generator id after those of the other, until closed. */
    public static class IdsInOrder {
        private int issued;
        private boolean closed;

        public long next() {
            if (closed) {
                throw new IllegalStateException();
            }
            if (issued == 2 * COUNTER_MAX) {
                throw new ExhaustedException("");
            }
            int generator = DecimalId.GENERATOR_MAX - 1 + issued / COUNTER_MAX;
            return new DecimalId(issued++ % COUNTER_MAX + 1, generator, LAUNCH).value();
        }

        public void close() {
            closed = true;
        }

        public void closeAgain() {
            closed = true;
        }
    }

    /** One id at a time, closed once or twice. */
    public abstract static class Searched {
        private final BrokenDecimalIds.Generator generator;

        Searched(BrokenDecimalIds.Generator generator) {
            this.generator = generator;
        }

        @Operation
        public long next() {
            return generator.next();
        }

        @Operation(runOnce = true)
        public void close() {
            generator.close();
        }

        @Operation(runOnce = true)
        public void closeAgain() {
            generator.close();
        }
    }

    public static class Ours extends Searched {
        public Ours() {
            super(new Real(DecimalIds.of(Launch.of(LAUNCH), launch -> lastGenerators(), COUNTER_MAX, new ToldTime())));
        }
    }

    private record Real(DecimalIds ids) implements BrokenDecimalIds.Generator {
        @Override
        public long next() {
            return ids.next();
        }

        @Override
        public void close() {
            ids.close();
        }
    }

    public static class GeneratorBesideCounter extends Searched {
        public GeneratorBesideCounter() {
            super(new BrokenDecimalIds.GeneratorBesideCounter(lastGenerators()));
        }
    }

    public static class CloseInTwoSteps extends Searched {
        public CloseInTwoSteps() {
            super(new BrokenDecimalIds.CloseInTwoSteps(lastGenerators()));
        }
    }
}
