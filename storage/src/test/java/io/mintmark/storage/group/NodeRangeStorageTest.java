package io.mintmark.storage.group;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.counter.LeaseToken;
import io.mintmark.counter.ReturnRule;
import io.mintmark.document.IdTemplate;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.document.NodeTag;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageBusyException;
import io.mintmark.storage.Writes;
import io.mintmark.storage.contract.OnThreads;
import io.mintmark.storage.document.CommandResult;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.document.DocumentContent;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.memory.MemoryEngine;
import io.mintmark.storage.row.LeaseSerials;
import io.mintmark.storage.write.AheadRequest;
import io.mintmark.storage.write.AheadReturn;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.CounterRaise;
import io.mintmark.storage.write.DocumentBatch;
import io.mintmark.storage.write.HiLoDocument;
import io.mintmark.storage.write.IdentityRequest;
import io.mintmark.storage.write.Lease;
import io.mintmark.storage.write.NumbersAhead;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.storage.write.RangeReturn;
import io.mintmark.storage.write.Standing;
import io.mintmark.storage.write.Write;
import io.mintmark.support.Eventually;
import io.mintmark.support.Intercepted;
import io.mintmark.support.Party;
import io.mintmark.support.Pending;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** One node that owns numbers ahead, and its engine as other nodes see it. */
class NodeRangeStorageTest {
    private static final CounterName ORDERS = CounterName.ofTag("orders");
    private static final long MILLI = 1_000_000L;
    /** Serials of what the node cuts are told from the engine's here. */
    private static final long OWN_SERIALS = 1L << 39;

    private final MemoryEngine memory = new MemoryEngine();

    @AutoClose
    private final Storage engine = memory.open(memory.create("shop", "{}".getBytes(UTF_8)));

    private final LeaseSerials serials = new LeaseSerials(OWN_SERIALS);
    private long nanos;
    private final NodeRangeStorage node = nodeOver(engine, serials);

    NodeRangeStorageTest() {
        serials.committed(2 * OWN_SERIALS);
    }

    private NodeRangeStorage nodeOver(Storage storage, LeaseSerials of) {
        return new NodeRangeStorage(
                storage, NodeTag.of("B"), of, ReservationAmount.SHARED_STORE, InstantSource.system(), () -> nanos);
    }

    private Lease next(long lastMax) {
        return next(node, lastMax);
    }

    private Lease next(NodeRangeStorage by, long lastMax) {
        nanos += 100 * MILLI;
        Lease lease = by.write(new RangeRequest(ORDERS, lastMax, 32, null));
        awaitCallbacks();
        return lease;
    }

    /** What was reserved ahead arrives in a callback of its commit; callbacks run one after the other. */
    private void awaitCallbacks() {
        CountDownLatch latch = new CountDownLatch(1);
        engine.submit(new IdentityRequest("later", null), Party.NOBODY).whenSettled(latch::countDown);
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Asks ten times a second until the node cuts by itself; returns the first range that it cut. */
    private Lease untilCut() {
        return untilCut(node);
    }

    private Lease untilCut(NodeRangeStorage by) {
        for (int i = 0; i < 60; i++) {
            Lease lease = next(by, 0);
            if (isCut(lease)) {
                return lease;
            }
        }
        throw new AssertionError("ten ranges a second for six seconds must be enough");
    }

    private static boolean isCut(Lease lease) {
        return lease.serial() > OWN_SERIALS;
    }

    /** Returns where the engine's counter stands, which the HiLo document shows. */
    private long max() {
        byte[] body =
                engine.reads().read(ORDERS.document()).orElseThrow().content().body();
        return HiLoDocument.parse(body, Long.MAX_VALUE).max();
    }

    private LeaseToken token(Lease lease) {
        return new LeaseToken(engine.life(), lease.serial());
    }

    private boolean giveBack(Storage where, long last, long end, @Nullable LeaseToken token) {
        return where.write(new RangeReturn(ORDERS, last, end, token)) instanceof ReturnRule.Verdict.Accepted;
    }

    @Test
    void shouldTakeRangesFromTheCounterItselfWhileFewAreAskedFor() {
        for (int i = 0; i < 30; i++) {
            nanos += 300 * MILLI;
            assertThat(isCut(next(0))).isFalse();
        }
        assertThat(max()).isEqualTo(30 * 32);
    }

    @Test
    void shouldCutRangesOneBehindTheOtherOnceManyAreAskedFor() {
        Lease first = untilCut();
        long reserved = max();

        for (int i = 1; i <= 100; i++) {
            Lease lease = next(0);
            assertThat(lease.low()).isEqualTo(first.low() + 32 * i);
            assertThat(lease.node()).isEqualTo(NodeTag.of("B"));
        }

        assertThat(max()).as("the engine was not asked").isEqualTo(reserved);
        assertThat(reserved).as("about a minute of it").isBetween(first.low() + 500 * 32, first.low() + 700 * 32);
    }

    @Test
    void shouldGoOnWithTheNextNumbersWhenTheFirstOnesRunLow() {
        Lease lease = untilCut();
        long before = max();

        for (int i = 0; i < 1_000; i++) {
            long last = lease.high();
            lease = next(0);
            assertThat(isCut(lease)).isTrue();
            assertThat(lease.low()).isGreaterThan(last);
        }

        assertThat(max()).isGreaterThan(before);
    }

    @Test
    void shouldGiveAClientThatIsAheadNumbersOfTheCounterItself() {
        Lease cut = untilCut();
        long aheadOfThisNode = max() + 5;

        Lease lease = next(aheadOfThisNode);

        assertThat(lease.low()).isEqualTo(aheadOfThisNode + 1);
        assertThat(next(0).low()).as("others go on").isEqualTo(cut.high() + 1);
    }

    @Test
    void shouldTakeBackTheRangeThatItCutLast() {
        Lease cut = untilCut();

        assertThat(giveBack(node, cut.low() + 1, cut.high(), null)).isTrue();
        assertThat(giveBack(node, cut.low() + 1, cut.high(), null)).as("once").isFalse();
        Lease next = next(0);
        assertThat(next.low()).isEqualTo(cut.low() + 2);
        assertThat(giveBack(node, next.low() - 1, next.high(), token(next)))
                .as("whole")
                .isTrue();
        assertThat(next(0).low()).isEqualTo(next.low());
    }

    @Test
    void shouldTakeNothingBackOfARangeThatIsNotTheLatest() {
        Lease cut = untilCut();
        Lease next = next(0);

        assertThat(giveBack(node, cut.low(), cut.high(), token(cut))).isFalse();
        assertThat(giveBack(node, next.low(), next.high(), token(cut))).isFalse();
    }

    @Test
    void shouldTakeNothingBackAtAnotherNode() {
        Lease cut = untilCut();
        long before = max();

        assertThat(giveBack(engine, cut.low(), cut.high(), token(cut))).isFalse();
        assertThat(giveBack(engine, cut.low(), cut.high(), null)).isFalse();
        assertThat(max()).isEqualTo(before);
    }

    /** The end of the last range is the end of what the node owns, and where the counter stands. */
    @Test
    void shouldLetNoMessageOfAClientMoveTheCounterBelowWhatANodeOwns() {
        NumbersAhead owned = engine.write(new AheadRequest(ORDERS, 64, 2));
        assertThat(giveBack(engine, owned.low(), owned.high(), null)).isFalse();
        assertThat(max()).isEqualTo(owned.high());

        Lease twin = engine.write(new RangeRequest(ORDERS, 0, 64, null));
        assertThat(giveBack(engine, twin.low(), twin.high(), null))
                .as("a range that was reserved as a client does")
                .isTrue();
    }

    @Test
    void shouldGiveTheRestBackWhenNobodyAsksAnyMore() {
        Lease cut = untilCut();
        nanos += 11_000 * MILLI;

        Lease ofAnother = node.write(new RangeRequest(CounterName.ofTag("users"), 0, 32, null));

        assertThat(ofAnother.low()).isEqualTo(1);
        assertThat(max()).isEqualTo(cut.high());
    }

    @Test
    void shouldLeaveAGapWhereSomebodyReservedBehindIt() {
        Lease cut = untilCut();
        Lease direct = engine.write(new RangeRequest(ORDERS, 0, 32, null));
        nanos += 11_000 * MILLI;

        Lease ignored = node.write(new RangeRequest(CounterName.ofTag("users"), 0, 32, null));

        assertThat(direct.low()).isGreaterThan(cut.high());
        assertThat(max()).isEqualTo(direct.high());
    }

    @Test
    void shouldGiveAClientThatGaveARangeBackTheNumbersAboveIt() {
        Lease cut = untilCut();
        assertThat(giveBack(node, cut.low() - 1, cut.high(), token(cut))).isTrue();

        Lease again = next(cut.high());

        assertThat(isCut(again)).isTrue();
        assertThat(again.low()).isEqualTo(cut.high() + 1);
        assertThat(next(0).low()).isEqualTo(again.high() + 1);
    }

    @Test
    void shouldTakeTheLastRangeBackAfterTheRest() {
        Lease cut = untilCut();
        nanos += 11_000 * MILLI;
        Lease ignored = node.write(new RangeRequest(CounterName.ofTag("users"), 0, 32, null));

        assertThat(giveBack(node, cut.low() + 1, cut.high(), token(cut))).isTrue();
        assertThat(giveBack(node, cut.low() + 1, cut.high(), token(cut)))
                .as("once")
                .isFalse();
        assertThat(max()).isEqualTo(cut.low() + 1);
    }

    @Test
    void shouldGiveTheRestOfTheFirstReservationBackAlsoWhileManyAsk() throws Exception {
        for (int round = 0; round < 25; round++) {
            nanos += 100 * MILLI;
            List<Lease> leases =
                    OnThreads.collect(8, thread -> List.of(node.write(new RangeRequest(ORDERS, 0, 1, null))));
            if (leases.stream().anyMatch(NodeRangeStorageTest::isCut)) {
                break;
            }
        }
        Lease last = next(0);
        assertThat(isCut(last)).isTrue();

        node.close();

        assertThat(reopened().write(new RangeRequest(ORDERS, 0, 32, null)).low())
                .isEqualTo(last.high() + 1);
    }

    private Storage reopened() {
        return memory.open(memory.database("shop").orElseThrow());
    }

    @Test
    void shouldCutNothingWithoutASerial() {
        LeaseSerials none = new LeaseSerials(OWN_SERIALS);
        NodeRangeStorage poor = nodeOver(engine, none);
        for (int i = 0; i < 60; i++) {
            nanos += 100 * MILLI;
            assertThat(isCut(poor.write(new RangeRequest(ORDERS, 0, 32, null)))).isFalse();
        }

        none.committed(OWN_SERIALS + 1);

        assertThat(isCut(poor.write(new RangeRequest(ORDERS, 0, 32, null)))).isTrue();
        assertThat(isCut(poor.write(new RangeRequest(ORDERS, 0, 32, null)))).isFalse();
    }

    @Test
    void shouldGiveTheRestBackWhenItCloses() {
        Lease cut = untilCut();

        node.close();

        Storage again = memory.open(memory.database("shop").orElseThrow());
        assertThat(again.write(new RangeRequest(ORDERS, 0, 32, null)).low()).isEqualTo(cut.high() + 1);
        again.close();
    }

    @Test
    void shouldIssueNothingBelowWhereItWasRaised() {
        Lease ignored = untilCut();
        long raised = node.write(new CounterRaise(ORDERS, max() + 1_000)).last();

        assertThat(next(0).low()).isEqualTo(raised + 1);
    }

    @Test
    void shouldIssueNothingBelowWhatARaiseAsksForThatComesWhileNumbersAreOnTheirWay() {
        List<Runnable> held = new ArrayList<>();
        NodeRangeStorage slow = untilNumbersAreOnTheirWay(held);
        long asked = max() - 100;

        Pending<Standing> raised = slow.submit(new CounterRaise(ORDERS, asked), Party.NOBODY);
        held.forEach(Runnable::run);

        assertThat(raised.await().last()).isEqualTo(asked);
        assertThat(slow.write(new RangeRequest(ORDERS, 0, 32, null)).low()).isEqualTo(asked + 1);
    }

    @Test
    void shouldIssueNothingBelowWhatARaiseAsksForWhileManyAsk() {
        List<NodeRangeStorage> busy = new ArrayList<>();
        List<Pending<Lease>> meanwhile = new ArrayList<>();
        busy.add(reservingBy(new Writes() {
            @Override
            public <T> Pending<T> submit(Write<T> write, Party party) {
                if (write instanceof AheadReturn) {
                    meanwhile.add(busy.get(0).submit(new RangeRequest(ORDERS, 0, 32, null), Party.NOBODY));
                }
                return engine.submit(write, party);
            }
        }));
        long asked = untilCut(busy.get(0)).high() + 1_000;

        long ignored = busy.get(0).write(new CounterRaise(ORDERS, asked)).last();

        assertThat(meanwhile).hasSize(1);
        assertThat(next(busy.get(0), 0).low()).isGreaterThan(asked);
    }

    @Test
    void shouldIssueNothingBelowWhatARaiseAskedForBeforeAnybodyElseAsked() {
        List<NodeRangeStorage> busy = new ArrayList<>();
        List<Pending<Lease>> meanwhile = new ArrayList<>();
        Storage crowded = Intercepted.of(Storage.class, engine, (method, arguments, call) -> {
            if (arguments.length > 0 && arguments[0] instanceof CounterRaise) {
                for (int i = 0; i < 60; i++) {
                    nanos += 100 * MILLI;
                    meanwhile.add(busy.get(0).submit(new RangeRequest(ORDERS, 0, 32, null), Party.NOBODY));
                    awaitCallbacks();
                }
            }
            return call.make(arguments);
        });
        busy.add(nodeOver(crowded, serials));

        long ignored = busy.get(0).write(new CounterRaise(ORDERS, 10_000)).last();
        meanwhile.forEach(Pending::await);

        assertThat(next(busy.get(0), 0).low()).isGreaterThan(10_000);
    }

    @Test
    void shouldIssueNothingBelowWhatAnEditSaidBeforeWhichNumbersWereReserved() {
        List<NodeRangeStorage> busy = new ArrayList<>();
        Storage crowded = Intercepted.of(Storage.class, engine, (method, arguments, call) -> {
            if (arguments.length > 0 && arguments[0] instanceof DocumentBatch) {
                Lease ignored = untilCut(busy.get(0));
            }
            return call.make(arguments);
        });
        busy.add(nodeOver(crowded, serials));

        List<CommandResult> ignored = busy.get(0).write(edit(1_000_000));

        assertThat(busy.get(0).write(new RangeRequest(ORDERS, 0, 32, null)).low())
                .isEqualTo(1_000_001);
    }

    private static DocumentBatch edit(long max) {
        return new DocumentBatch(
                List.of(new DocumentCommand.Put(
                        new IdTemplate.Semantic(ORDERS.document()),
                        Expectation.ANYTHING,
                        new DocumentContent("@hilo", ("{\"Max\":" + max + "}").getBytes(UTF_8), "{}".getBytes(UTF_8)))),
                IdentityPartsSeparator.DEFAULT);
    }

    @Test
    void shouldLetNoRangeComeBehindNumbersThatAreOnTheirWay() {
        List<Runnable> held = new ArrayList<>();
        NodeRangeStorage slow = untilNumbersAreOnTheirWay(held);

        Pending<Lease> meanwhile = slow.submit(new RangeRequest(ORDERS, 0, 32, null), Party.NOBODY);
        held.forEach(Runnable::run);
        Lease cut = meanwhile.await();
        assertThat(isCut(cut)).isTrue();
        nanos += 11_000 * MILLI;
        Lease ignored = slow.write(new RangeRequest(CounterName.ofTag("users"), 0, 32, null));
        awaitCallbacks();

        assertThat(max()).as("the rest is no gap").isEqualTo(cut.high());
    }

    @Test
    void shouldGiveNumbersBackThatComeWhileItCloses() throws Exception {
        List<Runnable> held = new ArrayList<>();
        NodeRangeStorage slow = untilNumbersAreOnTheirWay(held);
        long reserved = max();

        Thread closing = new Thread(slow::close, "closing");
        closing.start();
        Eventually.until(() -> closing.getState() == Thread.State.WAITING || !closing.isAlive());
        held.forEach(Runnable::run);
        closing.join();

        try (Storage again = memory.open(memory.database("shop").orElseThrow())) {
            assertThat(again.write(new RangeRequest(ORDERS, 0, 32, null)).low()).isLessThan(reserved);
        }
    }

    /** Returns a node whose reservation is made, and known to it once what is {@code held} runs. */
    private NodeRangeStorage untilNumbersAreOnTheirWay(List<Runnable> held) {
        NodeRangeStorage slow = new NodeRangeStorage(
                engine,
                new Writes() {
                    @Override
                    public <T> Pending<T> submit(Write<T> write, Party party) {
                        Pending<T> done = engine.submit(write, party);
                        return write instanceof AheadRequest ? Held.until(held, done) : done;
                    }
                },
                NodeTag.of("B"),
                serials,
                ReservationAmount.SHARED_STORE,
                InstantSource.system(),
                () -> nanos,
                null);
        while (held.isEmpty()) {
            nanos += 100 * MILLI;
            Lease ignored = slow.write(new RangeRequest(ORDERS, 0, 32, null));
        }
        return slow;
    }

    private NodeRangeStorage reservingBy(Writes ahead) {
        return new NodeRangeStorage(
                NodesOverOneEngine.unclosed(engine),
                ahead,
                NodeTag.of("B"),
                serials,
                ReservationAmount.SHARED_STORE,
                InstantSource.system(),
                () -> nanos,
                null);
    }

    /** What settles when somebody lets it. */
    private record Held<T>(List<Runnable> held, Pending<T> settled) implements Pending<T> {
        static <T> Pending<T> until(List<Runnable> held, Pending<T> done) {
            T ignored = done.await();
            return new Held<>(held, done);
        }

        @Override
        public T await() {
            return settled.await();
        }

        @Override
        public void whenSettled(Runnable next) {
            held.add(next);
        }
    }

    @Test
    void shouldServeFromTheCounterWhileNothingCanBeReservedAhead() {
        assertServesFromTheCounter(() -> {
            throw new StorageBusyException("too much waits");
        });
    }

    /** The twin lets no range of the counter through any more, and never closes. */
    @Test
    void shouldServeFromTheCounterWhileAnErrorKeepsNumbersFromBeingReservedAhead() {
        assertServesFromTheCounter(() -> {
            throw new InternalError("no memory");
        });
    }

    private void assertServesFromTheCounter(Runnable refusal) {
        NodeRangeStorage lame = reservingBy(new Writes() {
            @Override
            public <T> Pending<T> submit(Write<T> write, Party party) {
                assertThat(write).as("there is nothing to give back").isInstanceOf(AheadRequest.class);
                refusal.run();
                throw new AssertionError("it was to be refused");
            }
        });

        for (int i = 0; i < 60; i++) {
            nanos += 100 * MILLI;
            assertThat(isCut(lame.write(new RangeRequest(ORDERS, 0, 32, null)))).isFalse();
        }
        lame.close();
    }
}
