package io.mintmark.hilo;

import static io.mintmark.hilo.Awaiting.awaitThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.mintmark.hilo.supply.Segment;
import io.mintmark.range.Range;
import io.mintmark.range.RangeSourceException;
import io.mintmark.range.RangeUnavailableException;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A generator whose source does not answer. Its clock stands still but where a test moves it; callers whose
 * deadline is over by that clock are interrupted, so that no test waits for one.
 */
@Timeout(60)
class HangingSourceTest {
    private static final Duration DEADLINE = Duration.ofSeconds(20);

    private final AtomicLong now = new AtomicLong();
    private final ScriptedSource source = new ScriptedSource();
    private final NewsOfRanges news = new NewsOfRanges();
    private final List<CountDownLatch> gates = new ArrayList<>();

    private final WatchlessRefiller threads = new WatchlessRefiller();

    private HiLoBuilder builder() {
        return HiLo.over(source)
                .name("orders")
                .refiller(threads)
                .ticker(now::get)
                .deadline(DEADLINE)
                .listener(news);
    }

    @AfterEach
    void openAllGates() {
        gates.forEach(CountDownLatch::countDown);
    }

    private CountDownLatch gate() {
        CountDownLatch gate = new CountDownLatch(1);
        gates.add(gate);
        return gate;
    }

    /** Lets each of the first calls of the source hang before it moves the counter. */
    private List<CountDownLatch> hangBeforeReserving(int calls) {
        List<CountDownLatch> hanging = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            hanging.add(gate());
        }
        source.beforeReserve = () -> {
            int call = source.attempts.get(); // calls of a test begin one after the other
            if (call <= calls) {
                pass(hanging.get(call - 1));
            }
        };
        return hanging;
    }

    private static void pass(CountDownLatch gate) {
        try {
            assertThat(gate.await(50, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** A caller in a thread of its own, and what came of it. */
    private static final class Caller {
        private final AtomicLong number = new AtomicLong(-1);
        private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
        private final Thread thread;

        Caller(HiLo hilo) {
            thread = new Thread(() -> {
                try {
                    number.set(hilo.next());
                } catch (RuntimeException e) {
                    failure.set(e);
                }
            });
            thread.start();
        }

        void awaitWaiting() {
            awaitThat(() -> thread.getState() == Thread.State.TIMED_WAITING);
        }

        long number() throws InterruptedException {
            thread.join();
            return number.get();
        }

        @Nullable RuntimeException failure() throws InterruptedException {
            thread.join();
            return failure.get();
        }

        void interrupt() {
            thread.interrupt();
        }
    }

    /** Lets a caller wait until the deadline is over; the source has been asked {@code attemptsThen} times by then. */
    private void waitInVain(StrictHiLo hilo, int attemptsThen) throws InterruptedException {
        Caller caller = new Caller(hilo);
        caller.awaitWaiting();
        awaitThat(() -> source.attempts.get() == attemptsThen);
        now.addAndGet(DEADLINE.toNanos());
        caller.interrupt();
        assertThat(caller.failure()).isInstanceOf(RangeUnavailableException.class);
    }

    @Test
    void shouldAskASourceAgainThatHangs() throws InterruptedException {
        CountDownLatch hanging = hangBeforeReserving(1).get(0);
        StrictHiLo hilo = builder().strict();
        waitInVain(hilo, 1);

        assertThat(hilo.next()).isEqualTo(1);

        hanging.countDown();
        awaitThat(() -> news.returned.get() == 1_000);
        assertThat(source.counter.max()).as("what came too late went back").isEqualTo(1_000);
        hilo.close();
        assertThat(source.counter.max()).isEqualTo(1);
    }

    @Test
    void shouldLeaveAGapForALateRangeBelowTheOneInUse() throws InterruptedException {
        CountDownLatch hanging = gate();
        source.answer = range -> {
            if (range.low() == 1) {
                pass(hanging);
            }
            return range;
        };
        StrictHiLo hilo = builder().strict();
        waitInVain(hilo, 1);

        assertThat(hilo.next()).isEqualTo(1_001);
        hanging.countDown();
        awaitThat(() -> news.gaps.get() == 1_000);

        for (long expected = 1_002; expected <= 5_000; expected++) {
            assertThat(hilo.next()).isEqualTo(expected);
        }
        hilo.close();
        assertThat(news.reserved.get()).isEqualTo(4_000 + news.returned.get() + news.gaps.get());
    }

    @Test
    void shouldTakeTheFirstAnswerOfTwoCalls() throws InterruptedException {
        List<CountDownLatch> hanging = hangBeforeReserving(2);
        StrictHiLo hilo = builder().strict();
        waitInVain(hilo, 1);
        Caller caller = new Caller(hilo);
        caller.awaitWaiting();
        awaitThat(() -> source.attempts.get() == 2);

        hanging.get(0).countDown();

        assertThat(caller.number()).as("a slow source serves all the same").isEqualTo(1);
        hanging.get(1).countDown();
        awaitThat(() -> news.returned.get() == 1_000);
        assertThat(hilo.next()).isEqualTo(2);
        hilo.close();
        assertThat(source.counter.max()).isEqualTo(2);
    }

    @Test
    void shouldTellOnceThatTheSourceDidNotAnswerAndOfEveryCallerThatWaited() throws InterruptedException {
        CountDownLatch hanging = hangBeforeReserving(1).get(0);
        StrictHiLo hilo = builder().strict();
        List<Caller> callers = List.of(new Caller(hilo), new Caller(hilo), new Caller(hilo));
        callers.forEach(Caller::awaitWaiting);
        now.addAndGet(DEADLINE.toNanos());
        callers.forEach(Caller::interrupt);
        for (Caller caller : callers) {
            assertThat(caller.failure()).isInstanceOf(RangeUnavailableException.class);
        }

        assertThat(news.blocked).hasValue(3);
        assertThat(news.failures)
                .singleElement()
                .satisfies(failure -> assertThat(failure)
                        .isInstanceOf(RangeSourceException.class)
                        .hasMessageContaining("The source of the counter orders did not answer within 20000 ms"));
        hanging.countDown();
        awaitThat(() -> news.reserved.get() == 1_000);
        assertThat(news.failures).hasSize(1);
    }

    @Test
    void shouldTellOfACallerWhoWasInterruptedAndOfNoFailure() throws InterruptedException {
        hangBeforeReserving(1);
        Caller caller = new Caller(builder().strict());
        caller.awaitWaiting();
        caller.interrupt();

        assertThat(caller.failure()).hasMessageContaining("interrupted");
        assertThat(news.blocked).hasValue(1);
        assertThat(news.failures).isEmpty();
    }

    @Test
    void shouldHaveThreeCallsUnderWayAtMost() throws InterruptedException {
        List<CountDownLatch> hanging = hangBeforeReserving(3);
        StrictHiLo hilo = builder().strict();
        for (int attemptsThen : new int[] {1, 2, 3, 3, 3}) {
            waitInVain(hilo, attemptsThen);
        }
        assertThat(news.failures).as("one for each call").hasSize(3);

        Caller caller = new Caller(hilo);
        caller.awaitWaiting();
        hanging.get(1).countDown();

        assertThat(caller.number()).isEqualTo(1);
        assertThat(source.attempts).hasValue(3);
    }

    @Test
    void shouldFailAtOnceWithTheCauseWhenTheLatestCallFails() throws InterruptedException {
        CountDownLatch hanging = gate();
        source.beforeReserve = () -> {
            int call = source.attempts.get();
            if (call == 1) {
                pass(hanging);
                throw new RangeSourceException("connection reset");
            }
            if (call == 2) {
                throw new RangeSourceException("connection refused");
            }
        };
        StrictHiLo hilo = builder().strict();
        waitInVain(hilo, 1);

        assertThatThrownBy(hilo::next)
                .isInstanceOf(RangeUnavailableException.class)
                .hasMessageContaining("connection refused");
        assertThat(hilo.next()).isEqualTo(1);
        assertThat(news.failures).hasSize(2);

        hanging.countDown();
        awaitThat(() -> threads.started.stream().noneMatch(Thread::isAlive));
        assertThat(news.failures)
                .as("what came of the call that hung is no news by then")
                .hasSize(2);
    }

    @Test
    void shouldCountTheDeadlineFromWhereACallBeganToWait() {
        CountDownLatch hanging = gate();
        source.beforeReserve = () -> {
            if (source.attempts.get() == 3) {
                pass(hanging);
            }
            now.addAndGet(Duration.ofSeconds(11).toNanos());
        };
        source.answer = range -> Range.of(0, 0); // holds no number of the domain
        StrictHiLo hilo = builder().rangeSize(1).strict();

        RangeUnavailableException late = catchThrowableOfType(RangeUnavailableException.class, hilo::next);

        assertThat(late.waited()).as("for two ranges, and not for a third").isEqualTo(Duration.ofSeconds(22));
    }

    @Test
    void shouldCloseWithinTheDeadlineThoughTheSourceTakesNothingBack() {
        CountDownLatch hanging = gate();
        source.beforeGiveBack = () -> pass(hanging);
        StrictHiLo hilo = HiLo.over(source)
                .refiller(threads)
                .ticker(now::get)
                .deadline(Duration.ofMillis(500))
                .listener(news)
                .strict();
        hilo.next();

        hilo.close();

        assertThat(source.accepted).isEmpty();
        hanging.countDown();
        awaitThat(() -> news.returned.get() == 999);
        assertThat(source.counter.max())
                .as("goes on without the one who closed")
                .isEqualTo(1);
    }

    @Test
    void shouldLetGoOfRangesWhileACallHangs() throws InterruptedException {
        hangBeforeReserving(1);
        StrictHiLo hilo = builder().rangeSize(10).rangeSizeMax(10).strict();
        waitInVain(hilo, 1);
        hilo.next();
        WeakReference<Segment> first = new WeakReference<>(hilo.current());
        hilo.nextBlock(10);
        WeakReference<Segment> later = new WeakReference<>(hilo.current());
        hilo.nextBlock(10);
        hilo.nextBlock(10);

        RangeReleaseTest.awaitCollected(first);
        RangeReleaseTest.awaitCollected(later);
        assertThat(hilo.next()).isPositive();
    }
}
