package io.mintmark.number;

import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

import io.mintmark.hilo.InterleavingSearch;
import io.mintmark.range.InMemoryRanges;
import java.time.Duration;
import java.time.Instant;
import org.jetbrains.lincheck.datastructures.ManagedStrategyGuarantee;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/**
 * Searches interleavings of issuing time-ordered ids, of a clock that goes on, steps back and leaps over the end of the
 * lease, and of closing, for an id that comes twice, or below one that was there before, or after closing, or again in
 * the life that follows.
 */
class TimeOrderedLinearityTest {
    /** Two ids a tick, and ten ticks a lease. */
    static final BitLayout LAYOUT = BitLayout.of(
            Instant.EPOCH,
            Duration.ofSeconds(1),
            BitField.time(40),
            BitField.worker("worker", 3),
            BitField.sequence(1));

    private static final long SECOND = 1_000;
    private static final long DAY = 86_400 * SECOND;

    private static final ManagedStrategyGuarantee[] NOTHING_SHARED = {
        InterleavingSearch.ignored(
                IssuedIds.class,
                Instant.class,
                BitLayout.class,
                BitCut.class,
                BitField.class,
                WorkerLease.class,
                SequenceStart.class,
                TimeSettings.class,
                Refusals.class,
                TimeRefusedException.class),
        InterleavingSearch.atomic(ReservedSeconds.class),
        forClasses(ToldTime.class.getName()).methods(ToldTime.OWN_METHODS).ignore()
    };

    @Test
    void shouldIssueEveryIdOnceAboveAllThatWereThereWhateverTheClockDoes() {
        InterleavingSearch.mustHold("time-ordered ids", Ours.class, NothingWrong.class, NOTHING_SHARED);
    }

    @Test
    void shouldFindTheTickBesideTheSequence() {
        InterleavingSearch.mustFail(TickBesideSequence.class, NothingWrong.class, NOTHING_SHARED);
    }

    @Test
    void shouldFindTheCloseThatReads() {
        InterleavingSearch.mustFail(CloseThatReads.class, NothingWrong.class, NOTHING_SHARED);
    }

    /** Which id comes next depends on the clock, so calls only tell whether they were treated right. */
    public static class NothingWrong {
        public boolean next() {
            return true;
        }

        public void tick() {}

        public void stepBack() {}

        public void leapOverTheLease() {}

        public void close() {}
    }

    private interface Start {
        BrokenGenerators.Generator over(ToldTime time, WorkerLeases leases, long borrowMillis);
    }

    /** One generator, and after all is over the next one of the same worker. */
    public abstract static class Searched {
        private final ToldTime time = new ToldTime();
        private final WorkerLeases leases = WorkerLeases.reserved(0, new InMemoryRanges());
        private final IssuedIds issued = new IssuedIds();
        private final Start start;
        private final BrokenGenerators.Generator generator;

        Searched(Start start) {
            this.start = start;
            this.generator = start.over(time, leases, SECOND);
        }

        @Operation
        public boolean next() {
            long before = issued.highest();
            boolean tooLate = issued.isClosed();
            try {
                long id = generator.next();
                return issued.enter(id) && id > before && !tooLate;
            } catch (TimeRefusedException noneNow) {
                return true;
            } catch (IllegalStateException closed) {
                return issued.isClosing();
            }
        }

        @Operation
        public void tick() {
            time.pass(Duration.ofSeconds(1));
            time.look();
        }

        @Operation(runOnce = true)
        public void stepBack() {
            time.step(Duration.ofSeconds(-3));
        }

        @Operation(runOnce = true)
        public void leapOverTheLease() {
            time.pass(Duration.ofSeconds(11));
        }

        @Operation(runOnce = true)
        public void close() {
            issued.enterClosing();
            generator.close();
            issued.enterClosed();
        }

        /** A lease that was given back must not hold a second that is in an id. */
        @Validate
        public void requireThatTheNextLifeGoesOnAbove() {
            generator.close();
            long highest = issued.highest();
            BrokenGenerators.Generator next = start.over(time, leases, DAY);
            long id = next.next();
            next.close();
            if (!issued.enter(id) || id < highest) {
                throw new IllegalStateException("the next life begins with " + id + ", but " + highest + " was issued");
            }
        }
    }

    /** Ticks begin at 0 or at 1, so that some have one id only. */
    public static class Ours extends Searched {
        public Ours() {
            super((time, leases, borrowMillis) -> new Real(LAYOUT.generator()
                    .settings(new TimeSettings(time, time, nanos -> {}, time, borrowMillis, 0))
                    .leases(leases)
                    .sequenceStartsBelow(2)
                    .start()));
        }
    }

    private record Real(TimeOrderedIds ids) implements BrokenGenerators.Generator {
        @Override
        public long next() {
            return ids.next();
        }

        @Override
        public void close() {
            ids.close();
        }
    }

    public static class TickBesideSequence extends Searched {
        public TickBesideSequence() {
            super((time, leases, borrowMillis) -> new BrokenGenerators.TickBesideSequence(time, leases));
        }
    }

    public static class CloseThatReads extends Searched {
        public CloseThatReads() {
            super((time, leases, borrowMillis) -> new BrokenGenerators.CloseThatReads(time, leases, borrowMillis));
        }
    }
}
