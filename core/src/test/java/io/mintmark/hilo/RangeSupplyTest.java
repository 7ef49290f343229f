package io.mintmark.hilo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.mintmark.range.Range;
import io.mintmark.range.RangeListener;
import io.mintmark.range.RangeSourceException;
import io.mintmark.range.RangeUnavailableException;
import io.mintmark.range.Refiller;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class RangeSupplyTest {
    private final SteppedRefiller time = new SteppedRefiller();
    private final ScriptedSource source = new ScriptedSource();
    private final CountDownLatch gate = new CountDownLatch(1);

    private HiLoBuilder stepped() {
        return HiLo.over(source).name("orders").refiller(time).ticker(time);
    }

    /** With threads of its own, so that callers really wait. */
    private HiLoBuilder threaded() {
        return HiLo.over(source).name("orders").deadline(Duration.ofMillis(100));
    }

    private void holdSource() {
        source.beforeReserve = () -> awaitQuietly(gate);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static Thread started(Runnable task) {
        Thread thread = new Thread(task);
        thread.start();
        return thread;
    }

    /** Returns what so many callers of {@code hilo} will get, each of which waits by now until its own deadline. */
    private static List<CompletableFuture<Long>> waitingCallers(HiLo hilo, int count) {
        List<Thread> threads = new ArrayList<>();
        List<CompletableFuture<Long>> callers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            callers.add(CompletableFuture.supplyAsync(hilo::next, task -> threads.add(started(task))));
        }
        await("all callers wait")
                .until(() -> threads.stream().allMatch(each -> each.getState() == Thread.State.TIMED_WAITING));
        return callers;
    }

    @Test
    void shouldAskOneAtATime() {
        holdSource();
        StrictHiLo hilo = threaded().deadline(Duration.ofSeconds(20)).strict();
        List<CompletableFuture<Long>> callers = waitingCallers(hilo, 6);

        gate.countDown();

        assertThat(callers.stream().map(CompletableFuture::join)).containsExactlyInAnyOrder(1L, 2L, 3L, 4L, 5L, 6L);
        assertThat(source.concurrentMost).hasValue(1);
        assertThat(source.attempts).hasValue(1);
        hilo.close();
    }

    @Test
    void shouldGiveUpAtTheDeadlineAndRecover() {
        holdSource();
        StrictHiLo hilo = threaded().strict();

        RangeUnavailableException late = catchThrowableOfType(RangeUnavailableException.class, hilo::next);

        assertThat(late)
                .hasMessageContaining("No range for the counter orders after ")
                .hasMessageContaining("did not answer within the deadline");
        assertThat(late.counter()).isEqualTo("orders");
        assertThat(late.waited()).isGreaterThanOrEqualTo(Duration.ofMillis(100));

        gate.countDown();
        assertThat(hilo.next())
                .as("of the call that was late, or of a second one")
                .isIn(1L, 1_001L);
        hilo.close();
    }

    @Test
    void shouldEndAWaitWhenInterruptedAndKeepTheFlag() {
        holdSource();
        StrictHiLo hilo = threaded().deadline(Duration.ofSeconds(20)).strict();

        Thread.currentThread().interrupt();
        RangeUnavailableException interrupted = catchThrowableOfType(RangeUnavailableException.class, hilo::next);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(interrupted).hasMessageContaining("interrupted").hasCauseInstanceOf(InterruptedException.class);
        gate.countDown();
        assertThat(hilo.next()).isEqualTo(1);
        hilo.close();
    }

    @Test
    void shouldNameTheCauseWhenTheSourceFailsAndRecover() {
        RangeSourceException gone = new RangeSourceException("connection refused");
        source.beforeReserve = () -> {
            throw gone;
        };
        StrictHiLo hilo = stepped().strict();

        assertThatThrownBy(hilo::next)
                .isInstanceOf(RangeUnavailableException.class)
                .hasMessageContaining("counter orders")
                .hasMessageContaining("connection refused")
                .hasCause(gone);

        source.beforeReserve = () -> {};
        assertThat(hilo.next()).isEqualTo(1);
    }

    @Test
    void shouldRecoverFromAnErrorOfTheSource() {
        source.beforeReserve = () -> {
            throw new StackOverflowError();
        };
        StrictHiLo hilo = stepped().strict();

        assertThatThrownBy(hilo::next)
                .isInstanceOf(RangeUnavailableException.class)
                .hasCauseInstanceOf(StackOverflowError.class);

        source.beforeReserve = () -> {};
        assertThat(hilo.next()).isEqualTo(1);
    }

    @Test
    void shouldRecoverFromARefillerThatRefuses() {
        AtomicReference<RejectedExecutionException> refusal = new AtomicReference<>(new RejectedExecutionException());
        Refiller refusing = new Refiller() {
            @Override
            public void after(long delayNanos, Runnable watching) {
                throw new RejectedExecutionException();
            }

            @Override
            public void execute(Runnable reserving) {
                RejectedExecutionException refused = refusal.get();
                if (refused != null) {
                    throw refused;
                }
                reserving.run();
            }
        };
        StrictHiLo hilo = HiLo.over(source).rangeSize(10).refiller(refusing).strict();

        assertThatThrownBy(hilo::next).isInstanceOf(RangeUnavailableException.class);
        refusal.set(null);
        for (long expected = 1; expected <= 100; expected++) {
            assertThat(hilo.next()).isEqualTo(expected);
        }
    }

    @Test
    void shouldNotMindAListenerThatThrows() {
        List<String> reports = new ArrayList<>();
        Thread.currentThread().setUncaughtExceptionHandler((thread, e) -> reports.add(String.valueOf(e.getMessage())));
        RangeListener broken = new RangeListener() {
            @Override
            public void reserved(Range range, Duration latency) {
                throw new IllegalStateException("metric is broken");
            }

            @Override
            public void blocked(Duration waited) {
                throw new IllegalStateException("metric is broken");
            }
        };
        try (StrictHiLo hilo = stepped().rangeSize(10).listener(broken).strict()) {
            for (long expected = 1; expected <= 50; expected++) {
                assertThat(hilo.next()).isEqualTo(expected);
            }
        } finally {
            Thread.currentThread().setUncaughtExceptionHandler(null);
        }
        assertThat(reports).isNotEmpty().containsOnly("metric is broken");
    }

    @Test
    void shouldAskAFailingSourceMoreAndMoreSeldom() {
        StrictHiLo hilo = stepped().rangeSize(100).rangeSizeMax(100).strict();
        source.beforeReserve = () -> {
            if (source.attempts.get() > 1) {
                throw new RangeSourceException("gone");
            }
        };
        for (int i = 0; i < 100; i++) {
            hilo.next();
            time.pass(Duration.ofNanos(100_000));
        }

        time.pass(Duration.ofSeconds(5));

        assertThat(source.attempts.get()).isBetween(3, 15);
        assertThat(time.isAwake()).isFalse();
    }

    @Test
    void shouldAwaitTheReservationInFlightWhenClosed() {
        CountDownLatch asked = new CountDownLatch(1);
        source.beforeReserve = () -> {
            asked.countDown();
            awaitQuietly(gate);
        };
        StrictHiLo hilo = threaded().deadline(Duration.ofSeconds(20)).strict();
        CompletableFuture<Long> caller = CompletableFuture.supplyAsync(hilo::next, RangeSupplyTest::started);
        awaitQuietly(asked);
        CompletableFuture<Void> closing = CompletableFuture.runAsync(hilo::close, RangeSupplyTest::started);

        assertThatThrownBy(() -> closing.get(50, TimeUnit.MILLISECONDS))
                .as("waits")
                .isNotNull();
        gate.countDown();
        closing.join();

        long last =
                caller.handle((number, refused) -> number == null ? 0 : number).join();
        assertThat(source.counter.max()).isEqualTo(last);
    }

    @Test
    void shouldGiveARangeBackThatComesAfterClosing() throws InterruptedException {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch back = new CountDownLatch(1);
        source.beforeReserve = () -> {
            asked.countDown();
            awaitQuietly(gate);
        };
        RangeListener listener = new RangeListener() {
            @Override
            public void returned(Range range, long lastIssued, long count) {
                back.countDown();
            }
        };
        StrictHiLo hilo = threaded().listener(listener).strict();
        CompletableFuture<Long> caller = CompletableFuture.supplyAsync(hilo::next, RangeSupplyTest::started);
        awaitQuietly(asked);

        // The source is held until it is closed.
        hilo.close();
        assertThat(caller).failsWithin(Duration.ofSeconds(20));

        gate.countDown();
        awaitQuietly(back);
        assertThat(source.counter.max()).isZero();
    }

    @Test
    void shouldLetCallersWhoShareAStripeWaitBesideEachOther() {
        holdSource();
        StripedHiLo hilo =
                new StripedHiLo(threaded().deadline(Duration.ofSeconds(20)).strict(), 1, 1, 2);
        List<CompletableFuture<Long>> callers = waitingCallers(hilo, 10);

        gate.countDown();

        assertThat(callers.stream().map(CompletableFuture::join)).doesNotHaveDuplicates();
        hilo.close();
    }

    @Test
    void shouldKeepTheDeadlineOfCallersWhoShareAStripe() {
        holdSource();
        StripedHiLo hilo = new StripedHiLo(threaded().strict(), 1, 1, 2);
        List<CompletableFuture<Long>> callers = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            callers.add(CompletableFuture.supplyAsync(hilo::next, RangeSupplyTest::started));
        }

        for (CompletableFuture<Long> caller : callers) {
            assertThat(caller)
                    .failsWithin(Duration.ofSeconds(20))
                    .withThrowableOfType(Exception.class)
                    .withCauseInstanceOf(RangeUnavailableException.class);
        }
        gate.countDown();
        assertThat(hilo.next())
                .as("of the call that was late, or of a second one")
                .isIn(1L, 1_001L);
        hilo.close();
    }
}
