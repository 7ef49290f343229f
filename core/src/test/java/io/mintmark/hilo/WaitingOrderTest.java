package io.mintmark.hilo;

import static io.mintmark.hilo.Awaiting.awaitThat;
import static io.mintmark.hilo.WaitingCaller.waiting;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.range.Range;
import io.mintmark.range.RangeListener;
import io.mintmark.range.RangeSourceException;
import io.mintmark.range.RangeUnavailableException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Callers that wait for numbers are served in the order in which they came, and before those that come later. */
@Timeout(60)
class WaitingOrderTest {
    private static final Duration DEADLINE = Duration.ofSeconds(50);

    private final HeldRefiller refiller = new HeldRefiller();
    private final AtomicLong now = new AtomicLong();
    private final NewsOfRanges news = new NewsOfRanges();

    private HiLoBuilder over(SmallBlocks source) {
        return HiLo.over(source)
                .name("orders")
                .refiller(refiller)
                .ticker(now::get)
                .deadline(DEADLINE)
                .listener(news);
    }

    private static List<WaitingCaller> callers(int count, LongSupplier call) {
        List<WaitingCaller> callers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            callers.add(waiting(call));
        }
        return callers;
    }

    private static List<Long> numbersOf(List<WaitingCaller> callers) {
        return callers.stream().map(WaitingCaller::number).toList();
    }

    private void answer(int times) {
        for (int i = 0; i < times; i++) {
            refiller.answer();
        }
    }

    @ParameterizedTest(name = "blocks of {0}")
    @ValueSource(ints = {1, 3, 4, 12})
    void shouldServeCallersThatWaitInTheOrderInWhichTheyCame(int size) {
        for (HiLo hilo : List.of(
                over(SmallBlocks.of(size)).strict(),
                over(SmallBlocks.of(size)).striped(),
                over(SmallBlocks.of(size)).perThread(),
                over(SmallBlocks.of(size)).perHandle())) {
            List<WaitingCaller> callers = callers(12, hilo::next);

            answer(12 / size);

            assertThat(numbersOf(callers)).as("%s", hilo).isSorted().doesNotHaveDuplicates();
            refiller.forget();
        }
    }

    @Test
    void shouldAskOnceForAllThatAreServedByOneRange() {
        SmallBlocks source = SmallBlocks.of(4);
        StrictHiLo hilo = over(source).strict();
        List<WaitingCaller> callers = callers(12, hilo::next);

        answer(3);

        assertThat(numbersOf(callers)).containsExactlyElementsOf(upTo(12));
        assertThat(source.answers).hasValue(3);
        assertThat(news.blocked).as("each waited once").hasValue(12);
    }

    private static List<Long> upTo(long last) {
        return LongStream.rangeClosed(1, last).boxed().toList();
    }

    @Test
    void shouldServeOneThatWaitsBeforeOneThatComesBeforeItIsAwake() {
        CountDownLatch awake = new CountDownLatch(1);
        StrictHiLo hilo = over(SmallBlocks.of(2)).listener(slowToWake(awake)).strict();
        WaitingCaller waiting = waiting(hilo::next);

        refiller.answer();

        assertThat(hilo.next()).as("comes later").isEqualTo(2);
        awake.countDown();
        assertThat(waiting.number()).isEqualTo(1);
    }

    /** Holds a caller that waited, before its call goes on. */
    private static RangeListener slowToWake(CountDownLatch awake) {
        return new RangeListener() {
            @Override
            public void blocked(Duration waited) {
                try {
                    awake.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        };
    }

    @Test
    void shouldFindThatARangeThatIsOpenedToAllStarvesOneThatWaits() {
        int rounds = 100;
        BrokenWaits.OpenedToAll twin = new BrokenWaits.OpenedToAll(SmallBlocks.of(2));
        WaitingCaller waiting = WaitingCaller.unawaited(twin::next);
        awaitThat(() -> twin.waits() == 1);
        int overtaken = 0;

        for (int round = 1; round <= rounds; round++) {
            twin.answer();
            long first = twin.next(); // comes later, and before the other one is awake
            overtaken += twin.next() == first + 1 ? 1 : 0;
            twin.letOneWake();
            int waits = round + 1;
            awaitThat(() -> twin.waits() == waits);
        }

        assertThat(overtaken).as("got nothing of any range").isEqualTo(rounds);
        twin.answer();
        twin.letOneWake();
        assertThat(waiting.number()).as("served only when nobody else came").isEqualTo(2L * rounds + 1);
    }

    @Test
    void shouldDealNothingToACallerThatGaveUp() {
        StrictHiLo hilo = over(SmallBlocks.of(1)).strict();
        List<WaitingCaller> callers = callers(5, hilo::next);
        for (int i : new int[] {0, 2, 4}) {
            callers.get(i).interrupt();
            assertThat(callers.get(i).failure()).hasMessageContaining("interrupted");
        }

        answer(2);

        assertThat(callers.get(1).number()).isEqualTo(1);
        assertThat(callers.get(3).number()).isEqualTo(2);
    }

    @Test
    void shouldKeepTheNumberOfACallerThatIsInterruptedWhenItHasOne() {
        List<WaitingCaller> served = new CopyOnWriteArrayList<>();
        AtomicLong gaps = new AtomicLong();
        RangeListener interrupting = new RangeListener() {
            @Override
            public void gap(Range range, long count) { // it was dealt its number, and not woken yet
                if (gaps.addAndGet(count) == count) {
                    served.get(0).interrupt();
                    served.get(0).number();
                }
            }
        };
        StrictHiLo hilo = over(SmallBlocks.of(3))
                .rangeSize(3)
                .rangeSizeMax(3)
                .listener(interrupting)
                .strict();
        served.add(waiting(hilo::next));
        WaitingCaller block = waiting(() -> hilo.nextBlock(5));

        refiller.answer();

        assertThat(gaps).as("what the block cannot use").hasValue(2);
        assertThat(served.get(0).number()).isEqualTo(1);
        assertThat(served.get(0).wasInterruptedAfterwards()).isTrue();
        refiller.answer();
        assertThat(block.failure()).isInstanceOf(RangeSourceException.class).hasMessageContaining("too few");
    }

    @Test
    void shouldServeABlockFirstThatOthersPassedOnce() {
        StrictHiLo hilo = over(SmallBlocks.of(4)).rangeSize(4).rangeSizeMax(4).strict();
        WaitingCaller first = waiting(hilo::next);
        WaitingCaller block = waiting(() -> hilo.nextBlock(4));
        WaitingCaller second = waiting(hilo::next);
        WaitingCaller third = waiting(hilo::next);
        WaitingCaller fourth = waiting(hilo::next);
        WaitingCaller fifth = waiting(hilo::next);

        answer(3);

        assertThat(numbersOf(List.of(first, second, third, fourth))).containsExactly(1L, 2L, 3L, 4L);
        assertThat(block.number()).as("the whole range").isEqualTo(5);
        assertThat(fifth.number()).isEqualTo(9);
    }

    @Test
    void shouldShareARangeOutAmongHandlesThatWait() {
        PerHandleHiLo hilo = over(SmallBlocks.of(12)).perHandle();
        List<HiLoHandle> handles = List.of(hilo.handle(), hilo.handle(), hilo.handle());
        List<WaitingCaller> callers =
                handles.stream().map(handle -> waiting(handle::next)).toList();

        refiller.answer();

        assertThat(numbersOf(callers)).containsExactly(1L, 5L, 9L);
        assertThat(handles.get(1).next()).as("the rest without waiting").isEqualTo(6);
    }

    @Test
    void shouldLetOneThatWaitedGoOnWithHigherNumbersThanItsOwn() {
        for (HiLo hilo : List.of(
                over(SmallBlocks.of(3_000)).strict(),
                over(SmallBlocks.of(3_000)).striped(),
                over(SmallBlocks.of(3_000)).perThread())) {
            AtomicLong next = new AtomicLong();
            WaitingCaller waiting = waiting(() -> {
                long number = hilo.next();
                next.set(hilo.next());
                return number;
            });

            refiller.answer();

            assertThat(waiting.number()).as("%s", hilo).isEqualTo(1);
            assertThat(next.get()).isGreaterThan(1);
            refiller.forget();
        }
    }

    @Test
    void shouldLeaveTheStripeAsItIsWhenAThreadWaitsForARange() {
        StripedHiLo hilo = new StripedHiLo(over(SmallBlocks.of(64)).strict(), 1, 16, 16);
        WaitingCaller first = waiting(hilo::next);
        refiller.answer();
        assertThat(first.number()).isEqualTo(1);
        assertThat(hilo.nextBlock(63)).isEqualTo(2);
        List<WaitingCaller> callers = callers(2, hilo::next);

        refiller.answer();

        assertThat(numbersOf(callers)).containsExactly(65L, 66L);
        assertThat(hilo.next()).as("the stripe's first").isEqualTo(67);
        assertThat(hilo.nextBlock(2)).as("past its share").isEqualTo(67 + 4);
    }

    @Test
    void shouldAskAgainWhenARangeHoldsNoNumberForAnybody() {
        Deque<Integer> sizes = new ArrayDeque<>(List.of(0, 0, 2));
        StrictHiLo hilo = over(new SmallBlocks(sizes::remove)).strict();
        List<WaitingCaller> callers = callers(2, hilo::next);

        answer(3);

        assertThat(numbersOf(callers)).containsExactly(1L, 2L);
    }

    @Test
    void shouldSayWhatWasWaitedForWhenTheTurnOfACallerDoesNotCome() {
        Deque<Integer> sizes = new ArrayDeque<>(List.of(1, 0, 1));
        StrictHiLo hilo = over(new SmallBlocks(sizes::remove)).strict();
        List<WaitingCaller> callers = callers(2, hilo::next);
        refiller.answer();
        assertThat(callers.get(0).number()).isEqualTo(1);

        now.addAndGet(DEADLINE.toNanos());
        refiller.answer(); // no number for anybody, and the deadline is over

        assertThat(callers.get(1).failure())
                .isInstanceOf(RangeUnavailableException.class)
                .hasMessage("No range for the counter orders after 50000 ms: its turn did not come within the"
                        + " deadline: callers waiting=1, answers of its source meanwhile=2, numbers in them=1,"
                        + " the last 0 ms ago; let the counter grant larger ranges. The next call tries again.");
    }

    @Test
    void shouldTellAllThatWaitWhatTheirSourceFailedOf() {
        SmallBlocks source = new SmallBlocks(() -> {
            throw new RangeSourceException("connection refused");
        });
        StrictHiLo hilo = over(source).strict();
        List<WaitingCaller> callers = callers(3, hilo::next);

        refiller.answer();

        assertThat(callers)
                .allSatisfy(caller -> assertThat(caller.failure())
                        .isInstanceOf(RangeUnavailableException.class)
                        .hasMessageContaining("connection refused"));
        assertThat(news.failures).hasSize(1);
    }

    @Test
    void shouldRefuseThoseThatWaitAtOnceWhenClosed() {
        SmallBlocks source = SmallBlocks.of(2);
        StrictHiLo hilo = over(source).strict();
        List<WaitingCaller> callers = callers(3, hilo::next);

        CompletableFuture<Void> closing = CompletableFuture.runAsync(hilo::close, task -> new Thread(task).start());

        assertThat(callers)
                .allSatisfy(caller -> assertThat(caller.failure())
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("is closed"));
        refiller.answer();
        refiller.answer(); // gives back
        closing.join();
        assertThat(news.gaps.get() + news.returned.get()).as("nobody has them").isEqualTo(source.granted());
    }
}
