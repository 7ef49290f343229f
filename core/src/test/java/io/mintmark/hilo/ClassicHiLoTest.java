package io.mintmark.hilo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.counter.BlockRule;
import io.mintmark.counter.ExhaustedException;
import io.mintmark.counter.MisplacedCounterException;
import io.mintmark.counter.Reservation;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ClassicHiLoTest {

    @Test
    void shouldIssueTheNumbersOfTheEncyclopediasExample() {
        ClassicHiLo ids = HiLo.classic(1000, countingFrom(1));

        assertThat(List.of(ids.next(), ids.next(), ids.next())).containsExactly(1000L, 1001L, 1002L);
    }

    @Test
    void shouldIssueTheFirst2001NumbersWithoutAGap() {
        AtomicLong hi = new AtomicLong();
        ClassicHiLo ids = HiLo.classic(1000, hi::incrementAndGet);

        long[] issued = LongStream.generate(ids).limit(2001).toArray();

        assertThat(issued).isEqualTo(LongStream.rangeClosed(1000, 3000).toArray());
        assertThat(hi).hasValue(3);
    }

    @Test
    void shouldLeaveOutTheNumberZero() {
        assertThat(take(HiLo.classic(3, countingFrom(0)), 4)).containsExactly(1L, 2L, 3L, 4L);
        assertThat(take(HiLo.classic(1, countingFrom(0)), 3)).containsExactly(1L, 2L, 3L);
    }

    @Test
    void shouldReserveNothingBeforeTheFirstNumberIsAskedFor() {
        AtomicLong hi = new AtomicLong();

        HiLo.classic(10, hi::incrementAndGet);

        assertThat(hi).hasValue(0);
    }

    @Test
    void shouldGoOnAfterADrawThatFailed() {
        AtomicLong hi = new AtomicLong();
        ClassicHiLo ids = HiLo.classic(2, () -> {
            if (hi.incrementAndGet() == 2) {
                throw new IllegalStateException("the database is away");
            }
            return hi.get();
        });

        assertThat(take(ids, 2)).containsExactly(2L, 3L);
        assertThatThrownBy(ids::next).hasMessage("the database is away");
        assertThat(take(ids, 2)).containsExactly(6L, 7L);
    }

    @Test
    void shouldRefuseHiValuesThatHoldNoNumbers() {
        assertThatThrownBy(HiLo.classic(10, () -> -1)::next).isInstanceOf(MisplacedCounterException.class);
        assertThatThrownBy(HiLo.classic(10, () -> Long.MAX_VALUE / 10)::next).isInstanceOf(ExhaustedException.class);
        assertThatThrownBy(HiLo.classic(1, () -> 0)::next)
                .isInstanceOf(MisplacedCounterException.class)
                .hasMessageStartingWith("the source of hi values must not give one twice: hi=0");
        assertThatThrownBy(() -> HiLo.classic(0, () -> 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldCollideWithHibernatesReadingOfTheSameMaxLoAndNotWithItsSize() {
        int maxLo = 9;
        Reservation theirs = BlockRule.multiply(maxLo + 1).block(1).orElseThrow();

        List<Long> sameMaxLo = take(HiLo.classic(maxLo, countingFrom(2)), maxLo);
        List<Long> sameSize = take(HiLo.classic(maxLo + 1, countingFrom(2)), maxLo + 1);

        assertThat(sameMaxLo).filteredOn(id -> id <= theirs.high()).containsExactly(18L, 19L);
        assertThat(sameSize).allMatch(id -> id > theirs.high());
    }

    @Test
    @Timeout(60)
    void shouldIssueEveryNumberOnceToManyThreads() throws Exception {
        int threads = 8;
        int each = 5_000;
        ClassicHiLo ids = HiLo.classic(7, countingFrom(1));
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        List<Future<List<Long>>> tasks = new ArrayList<>();

        for (int thread = 0; thread < threads; thread++) {
            tasks.add(pool.submit(() -> take(ids, each)));
        }
        List<Long> issued = new ArrayList<>();
        for (Future<List<Long>> task : tasks) {
            issued.addAll(task.get());
        }
        pool.shutdown();

        assertThat(pool.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
        assertThat(issued.stream().sorted().toList())
                .isEqualTo(LongStream.range(7, 7 + threads * each).boxed().toList());
    }

    @Test
    @Timeout(60)
    void shouldServeAThreadThatWaitsBeforeOneThatComesAgain() throws InterruptedException {
        for (int round = 0; round < 50; round++) {
            CountDownLatch draws = new CountDownLatch(1);
            CountDownLatch drawing = new CountDownLatch(1);
            AtomicLong hi = new AtomicLong();
            ClassicHiLo ids = HiLo.classic(2, () -> {
                drawing.countDown();
                awaitQuietly(draws);
                return hi.incrementAndGet();
            });
            AtomicLong ofTheOther = new AtomicLong();
            Thread loops = start(() -> {
                while (ofTheOther.get() == 0) {
                    ids.next();
                }
            });
            drawing.await();
            Thread waits = start(() -> ofTheOther.set(ids.next()));
            Awaiting.awaitThat(() -> waits.getState() == Thread.State.WAITING);

            draws.countDown();

            waits.join();
            loops.join();
            assertThat(ofTheOther).as("after the 2 that was being drawn").hasValue(3);
        }
    }

    private static Thread start(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static List<Long> take(ClassicHiLo ids, int count) {
        return LongStream.generate(ids).limit(count).boxed().toList();
    }

    private static LongSupplier countingFrom(long first) {
        return new AtomicLong(first)::getAndIncrement;
    }
}
