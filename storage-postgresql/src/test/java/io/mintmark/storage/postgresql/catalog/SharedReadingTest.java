package io.mintmark.storage.postgresql.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many who want to know the same at once cost one question, and none gets an answer from before it asked. */
@Timeout(30)
class SharedReadingTest {
    private static final int CALLERS = 40;

    @AutoClose("shutdownNow")
    private final ExecutorService threads = Executors.newFixedThreadPool(CALLERS);

    @Test
    void shouldAskOnceForAllWhoCameWhileAnotherQuestionWasUnderWay() throws Exception {
        AtomicInteger readings = new AtomicInteger();
        CountDownLatch begun = new CountDownLatch(1);
        Semaphore answers = new Semaphore(0);
        SharedReading reading = new SharedReading(() -> {
            readings.incrementAndGet();
            begun.countDown();
            answers.acquireUninterruptibly();
        });
        List<Future<?>> callers = new ArrayList<>();
        callers.add(threads.submit(reading::await));
        begun.await();
        Set<Thread> coming = ConcurrentHashMap.newKeySet();
        for (int caller = 1; caller < CALLERS; caller++) {
            callers.add(threads.submit(() -> {
                coming.add(Thread.currentThread());
                reading.await();
            }));
        }
        while (coming.size() < CALLERS - 1
                || coming.stream().anyMatch(thread -> thread.getState() == Thread.State.RUNNABLE)) {
            Thread.onSpinWait();
        }
        answers.release(CALLERS);
        for (Future<?> caller : callers) {
            caller.get();
        }

        assertThat(readings.get())
                .as("a caller may come after the second one began")
                .isBetween(2, 4);
    }

    @Test
    void shouldAnswerNobodyWithWhatWasReadBeforeHeAsked() throws Exception {
        AtomicLong written = new AtomicLong();
        AtomicLong known = new AtomicLong();
        AtomicInteger readings = new AtomicInteger();
        SharedReading reading = new SharedReading(() -> {
            readings.incrementAndGet();
            long read = written.get();
            Thread.yield();
            known.set(read);
        });
        CyclicBarrier start = new CyclicBarrier(8);
        List<Future<Long>> behind = new ArrayList<>();
        for (int caller = 0; caller < 8; caller++) {
            behind.add(threads.submit(() -> {
                start.await();
                long most = 0;
                for (int i = 0; i < 2_000; i++) {
                    long mine = written.incrementAndGet();
                    reading.await();
                    most = Math.max(most, mine - known.get());
                }
                return most;
            }));
        }
        for (Future<Long> caller : behind) {
            assertThat(caller.get()).as("how far an answer was behind").isLessThanOrEqualTo(0);
        }
        assertThat(readings.get()).isLessThanOrEqualTo(16_000);
    }

    @Test
    void shouldTellAllWhatWentWrongAndAskAnew() {
        AtomicInteger readings = new AtomicInteger();
        SharedReading reading = new SharedReading(() -> {
            if (readings.incrementAndGet() == 1) {
                throw new IllegalStateException("gone");
            }
        });

        assertThatThrownBy(reading::await).hasMessage("gone");
        reading.await();

        assertThat(readings.get()).isEqualTo(2);
    }
}
