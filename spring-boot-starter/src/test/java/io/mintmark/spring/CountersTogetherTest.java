package io.mintmark.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.internal.Uninterruptibly;
import io.mintmark.range.InMemoryRanges;
import io.mintmark.range.Range;
import io.mintmark.range.RangeSource;
import io.mintmark.range.RangeSourceException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** One counter whose place hangs or fails holds up no other one. */
@Timeout(300)
final class CountersTogetherTest {
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final AtomicInteger asks = new AtomicInteger();
    private final ExecutorService callers = Executors.newCachedThreadPool();

    @AfterEach
    void endCallers() {
        goOn.countDown();
        callers.shutdown();
    }

    @Test
    void shouldGiveNumbersBesideACounterWhosePlaceHangs() {
        run(this::hangsForLate, counters -> {
            Future<Long> late = callers.submit(() -> counters.generator("late").next());
            await(asked);

            assertThat(got(callers.submit(() -> counters.generator("orders").next())))
                    .isEqualTo(1);
            goOn.countDown();
            assertThat(got(late)).isEqualTo(1);
        });
    }

    @Test
    void shouldCloseBesideACounterWhosePlaceHangs() {
        run(this::hangsForLate, counters -> {
            Future<Long> late = callers.submit(() -> counters.generator("late").next());
            await(asked);

            got(callers.submit(counters::close));
            goOn.countDown();
            assertThatThrownBy(() -> got(late)).hasStackTraceContaining("The application is closed");
        });
    }

    /** Otherwise each of them would wait as long as all before it. */
    @Test
    void shouldShareTheFailureOfALookAmongThoseThatWaitedForIt() {
        run(this::failsForLate, counters -> {
            List<Future<Long>> all = new ArrayList<>();
            List<Thread> waiting = new CopyOnWriteArrayList<>();
            for (int i = 0; i < 4; i++) {
                all.add(callers.submit(() -> {
                    waiting.add(Thread.currentThread());
                    return counters.generator("late").next();
                }));
            }
            while (waiting.stream().filter(CountersTogetherTest::waits).count() < 4) {
                Thread.onSpinWait();
            }
            goOn.countDown();

            all.forEach(each -> assertThatThrownBy(() -> got(each)).hasStackTraceContaining("the cable is out"));
            assertThat(asks).hasValue(1);
            assertThatThrownBy(() -> counters.generator("late")).hasMessageContaining("the cable is out");
            assertThat(asks).hasValue(2);
        });
    }

    private static boolean waits(Thread thread) {
        return thread.getState() == Thread.State.WAITING;
    }

    @Test
    void shouldGiveNumbersOfAllCountersBackAtOnce() {
        CountDownLatch returns = new CountDownLatch(2);
        List<Boolean> met = new CopyOnWriteArrayList<>();
        run(counter -> new Meeting(returns, met), counters -> {
            counters.generator("orders").next();
            counters.generator("bills").next();

            counters.close();

            assertThat(met).hasSizeGreaterThanOrEqualTo(2).doesNotContain(false);
        });
    }

    private RangeSource hangsForLate(String counter) {
        if (counter.equals("late")) {
            asked.countDown();
            await(goOn);
        }
        return new InMemoryRanges();
    }

    private RangeSource failsForLate(String counter) {
        asks.incrementAndGet();
        Uninterruptibly.run(goOn::await);
        throw new RangeSourceException("the cable is out");
    }

    private static void run(RangeSources places, Consumer<MintmarkCounters> test) {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(MintmarkAutoConfiguration.class))
                .withBean(RangeSources.class, () -> places)
                .withPropertyValues("mintmark.deadline=5m")
                .run(context -> test.accept(context.getBean(MintmarkCounters.class)));
    }

    private static void await(CountDownLatch opens) {
        Uninterruptibly.run(() -> assertThat(opens.await(60, TimeUnit.SECONDS)).isTrue());
    }

    private static <T> T got(Future<T> later) {
        try {
            return later.get(60, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** A counter that takes nothing back before another one is asked to, too. */
    private record Meeting(InMemoryRanges numbers, CountDownLatch returns, List<Boolean> met) implements RangeSource {
        Meeting(CountDownLatch returns, List<Boolean> met) {
            this(new InMemoryRanges(), returns, met);
        }

        @Override
        public Range reserve(long size) {
            return numbers.reserve(size);
        }

        @Override
        public boolean giveBack(Range range, long lastIssued) {
            returns.countDown();
            Uninterruptibly.run(() -> met.add(returns.await(30, TimeUnit.SECONDS)));
            return numbers.giveBack(range, lastIssued);
        }

        @Override
        public long raise(long atLeast) {
            return numbers.raise(atLeast);
        }
    }
}
