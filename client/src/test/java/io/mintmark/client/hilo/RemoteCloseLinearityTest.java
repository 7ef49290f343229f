package io.mintmark.client.hilo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

import io.mintmark.client.cluster.OlderCopyDetector;
import io.mintmark.client.hilo.ScriptedHiLo.Rule;
import io.mintmark.counter.Reservation;
import io.mintmark.hilo.HiLo;
import io.mintmark.hilo.StrictHiLo;
import io.mintmark.range.Range;
import io.mintmark.range.Refiller;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ManagedStrategyGuarantee;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/**
 * Searches interleavings of issuing and closing over a remote counter, whose replies get lost and whose returns are heard
 * again, for a number that is issued twice or after closing, and for a counter that goes back below what was issued.
 *
 * <p>The search controls every thread and every moment at which they are switched. The JDK's HTTP client answers from
 * threads, selectors and sockets of its own, which the search neither sees nor can repeat; so it ends at {@link
 * HiLoExchange}, the border where HTTP begins, and {@link ScriptedHiLo} answers there. What crosses real sockets is
 * searched by {@link RemoteRangesSchedules}, at random.
 *
 * <p>Threads are not switched inside what is atomic by its own lock (the scripted server, {@link HeldRanges}) or decides
 * only how long ranges are, nor in {@link OlderCopyDetector}: there is one life here.
 */
class RemoteCloseLinearityTest {
    private static final boolean PROOF = "proof".equals(System.getProperty("mintmark.effort"));
    private static final int SCENARIOS = PROOF ? 25 : 6;
    private static final int INTERLEAVINGS = PROOF ? 1_000 : 150;

    @Test
    void shouldIssueEveryNumberOnceAndNoneOnceClosed() {
        long start = System.nanoTime();

        options(SCENARIOS, INTERLEAVINGS).sequentialSpecification(Remote.class).check(Remote.class);

        System.out.printf(
                "[lincheck] remote close: %d scenarios × %,d interleavings at most, 0 failures, %.1f s%s%n",
                SCENARIOS,
                INTERLEAVINGS,
                (System.nanoTime() - start) / 1e9,
                PROOF ? "" : "; 25 × 1,000 with `mvn verify -Pproof`");
    }

    /** A search at random finds it, too, and takes minutes: it is left to the long form. */
    @Test
    void shouldFindTheServerThatHearsAReturnTwice() throws NoSuchMethodException {
        ModelCheckingOptions options =
                PROOF ? options(100, 2_000) : options(0, 2_000).addCustomScenario(aReturnBeforeAnotherReserves());
        assertThatThrownBy(
                        () -> options.sequentialSpecification(HearsTwice.class).check(HearsTwice.class))
                .satisfiesAnyOf(
                        found -> assertThat(found).isInstanceOf(LincheckAssertionError.class),
                        found -> assertThat(found)
                                .as("found, and not replayed: generators read real time")
                                .hasMessageContaining(
                                        "Validation function requireTheCounterAboveWhatWasIssued has failed"));
    }

    private static ExecutionScenario aReturnBeforeAnotherReserves() throws NoSuchMethodException {
        return new ExecutionScenario(
                List.of(call("next")),
                List.of(List.of(call("close")), List.of(call("nextOfTheOther"))),
                List.of(),
                call("requireTheCounterAboveWhatWasIssued"));
    }

    private static Actor call(String method) throws NoSuchMethodException {
        return new Actor(HearsTwice.class.getMethod(method), List.of());
    }

    private static ModelCheckingOptions options(int scenarios, int interleavings) {
        ModelCheckingOptions options = new ModelCheckingOptions()
                .iterations(scenarios)
                .invocationsPerIteration(interleavings)
                .threads(3)
                .actorsPerThread(3)
                .actorsBefore(2)
                .actorsAfter(1)
                .minimizeFailedScenario(false);
        for (ManagedStrategyGuarantee guarantee : guarantees()) {
            options.addGuarantee(guarantee);
        }
        return options;
    }

    private static ManagedStrategyGuarantee[] guarantees() {
        String latch = "java.util.concurrent.CountDownLatch";
        return new ManagedStrategyGuarantee[] {
            forClasses(ScriptedHiLo.class.getName(), HeldRanges.class.getName(), Issued.class.getName())
                    .allMethods()
                    .treatAsAtomic(),
            forClasses(latch + ".Sync")
                    .methods("tryAcquireShared", "tryReleaseShared")
                    .treatAsAtomic(),
            forClasses(latch, latch + ".Sync").methods("<init>").ignore(),
            forClasses(
                            ofTheSupply("RangePlanner"),
                            ofTheSupply("HeadroomAlarm"),
                            ofTheSupply("QuietListener"),
                            ofTheSupply("RangeDomain"),
                            ofTheSupply("Waiter"),
                            ofTheSupply("WaiterQueue"),
                            Range.class.getName(),
                            Reservation.class.getName(),
                            Duration.class.getName(),
                            Math.class.getName(),
                            OlderCopyDetector.class.getName())
                    .allMethods()
                    .ignore(),
            forClasses(ofTheSupply("Prefetcher"))
                    .methods("isAwake", "beginWatch", "beginMean", "watch", "isIdle", "mayPrefetch", "sleep")
                    .ignore()
        };
    }

    /** Returns the name of a class that is hidden here; one that was renamed fails the search instead of slowing it. */
    private static String ofTheSupply(String type) {
        String name = "io.mintmark.hilo.supply." + type;
        try {
            return Class.forName(name, false, HiLo.class.getClassLoader()).getName();
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("a search names a class that is gone: " + name, e);
        }
    }

    /** Does everything at once and in the caller's thread, and watches nothing. */
    private static final class InlineRefiller implements Refiller {
        @Override
        public void after(long delayNanos, Runnable watching) {}

        @Override
        public void execute(Runnable reserving) {
            reserving.run();
        }
    }

    /** Which numbers callers got. */
    static final class Issued {
        private final BitSet numbers = new BitSet();
        private boolean closed;

        synchronized boolean enter(long number) {
            boolean once = !numbers.get((int) number);
            numbers.set((int) number);
            return once;
        }

        synchronized long last() {
            return numbers.length() - 1L;
        }

        synchronized void enterClosed() {
            closed = true;
        }

        synchronized boolean isClosed() {
            return closed;
        }
    }

    /** Two clients on one counter, of which the first is closed at some time; calls tell whether they were treated right. */
    public static class Remote {
        private final ScriptedHiLo server;
        private final Issued issued = new Issued();
        private final StrictHiLo generator;
        private final StrictHiLo other;

        public Remote() {
            this(Rule.TOKENS);
        }

        Remote(Rule rule) {
            this.server = new ScriptedHiLo(rule);
            this.generator = generator(3);
            this.other = generator(2);
        }

        private StrictHiLo generator(long rangeSize) {
            OlderCopyDetector olderCopies = new OlderCopyDetector("shop");
            RemoteCounter ranges = new RemoteCounter(server, RangeRequestSize.byGenerator(), "orders", olderCopies);
            return HiLo.over(ranges)
                    .rangeSize(rangeSize)
                    .rangeSizeMax(rangeSize)
                    .refiller(new InlineRefiller())
                    .strict();
        }

        @Operation
        public boolean next() {
            boolean tooLate = issued.isClosed();
            try {
                return issued.enter(generator.next()) && !tooLate;
            } catch (IllegalStateException refused) {
                return true;
            }
        }

        @Operation
        public boolean nextOfTheOther() {
            return issued.enter(other.next());
        }

        @Operation(runOnce = true)
        public void close() {
            generator.close();
            issued.enterClosed();
        }

        @Operation(runOnce = true)
        public void loseAReply() {
            server.loseReplies(1);
        }

        @Operation(runOnce = true)
        public void hearAReturnAgain() {
            server.hearAgain();
        }

        @Validate
        public void requireTheCounterAboveWhatWasIssued() {
            generator.close();
            server.hearAgain();
            if (server.max() < issued.last()) {
                throw new IllegalStateException(
                        "the counter stands at " + server.max() + ", and " + issued.last() + " was issued");
            }
        }
    }

    /** The same beside a server by RavenDB's rule, which does not look at tokens. */
    public static class HearsTwice extends Remote {
        public HearsTwice() {
            super(Rule.RAVENDB_WITH_TOKENS_IGNORED);
        }
    }
}
