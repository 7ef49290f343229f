package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads that reserve of one counter by hand take turns: none that comes again overtakes one that waits. */
@Timeout(60)
class FairTurnsTest {
    private static final int ROUNDS = 50;

    private final AtomicInteger held = new AtomicInteger();
    private volatile CountDownLatch lends = new CountDownLatch(0);

    /** Lends connections when a test lets it. */
    private DataSource holding(DataSource target) {
        return BoundSource.proxy(DataSource.class, (method, arguments) -> {
            held.incrementAndGet();
            awaitThat(() -> lends.getCount() == 0);
            return method.invoke(target, arguments);
        });
    }

    private static Thread start(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void awaitThat(BooleanSupplier holds) {
        while (!holds.getAsBoolean()) {
            if (Thread.currentThread().isInterrupted()) {
                throw new IllegalStateException("the test took too long");
            }
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldServeAThreadThatWaitsBeforeOneThatComesAgain() throws InterruptedException {
        JdbcCounter counter = JdbcRanges.over(holding(TestDatabase.H2.source()))
                .counter(TestDatabase.fresh("turns"))
                .build();
        long before = counter.reserve(1).high();
        for (int round = 0; round < ROUNDS; round++) {
            AtomicLong ofTheOther = new AtomicLong();
            CountDownLatch lending = new CountDownLatch(1);
            lends = lending;
            int lent = held.get();
            Thread loops = start(() -> {
                while (ofTheOther.get() == 0) {
                    counter.reserve(1);
                }
            });
            awaitThat(() -> held.get() > lent);
            Thread waits = start(() -> ofTheOther.set(counter.reserve(1).high()));
            awaitThat(() -> waits.getState() == Thread.State.TIMED_WAITING);

            lending.countDown();

            waits.join();
            loops.join();
            assertThat(ofTheOther).as("after the one that was under way").hasValue(before + 2);
            before = counter.reserve(1).high();
        }
    }
}
