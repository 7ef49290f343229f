package io.mintmark.range;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.hilo.Awaiting;
import io.mintmark.hilo.HiLo;
import io.mintmark.hilo.StrictHiLo;
import io.mintmark.internal.Uninterruptibly;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads that many generators share: there while one of them is open, gone with the last. */
@Timeout(10)
class SharedRefillerTest {
    private final SharedRefiller refiller = new SharedRefiller();
    private final Set<Thread> used = ConcurrentHashMap.newKeySet();

    private StrictHiLo opened() {
        InMemoryRanges counter = new InMemoryRanges();
        RangeSource noting = new RangeSource() {
            @Override
            public Range reserve(long size) {
                used.add(Thread.currentThread());
                return counter.reserve(size);
            }

            @Override
            public boolean giveBack(Range range, long lastIssued) {
                used.add(Thread.currentThread());
                return counter.giveBack(range, lastIssued);
            }

            @Override
            public long raise(long atLeast) {
                return counter.raise(atLeast);
            }
        };
        return HiLo.over(noting).rangeSize(10).refiller(refiller).strict();
    }

    private void noteTheWatcher() throws InterruptedException {
        Thread[] watcher = new Thread[1];
        CountDownLatch ran = new CountDownLatch(1);
        refiller.after(0, () -> {
            watcher[0] = Thread.currentThread();
            ran.countDown();
        });
        ran.await();
        used.add(watcher[0]);
    }

    private boolean isQuiet() {
        return used.stream().noneMatch(Thread::isAlive);
    }

    @Test
    void shouldEndItsThreadsWithTheLastGenerator() throws InterruptedException {
        StrictHiLo orders = opened();
        StrictHiLo users = opened();
        orders.next();
        users.next();
        noteTheWatcher();

        orders.close();
        assertThat(users.nextBlock(20)).isPositive();
        assertThat(used).hasSizeGreaterThan(1).anyMatch(Thread::isAlive);

        users.close();
        Awaiting.awaitThat(this::isQuiet);
    }

    @Test
    void shouldBeginAgainForAGeneratorThatComesLater() {
        for (int round = 0; round < 3; round++) {
            try (StrictHiLo orders = opened()) {
                assertThat(orders.next()).isEqualTo(1);
            }
        }

        Awaiting.awaitThat(this::isQuiet);
    }

    @Test
    void shouldDoWhatItWasGivenBeforeItsThreadsEnd() throws InterruptedException {
        CountDownLatch later = new CountDownLatch(1);
        try (StrictHiLo orders = opened()) {
            orders.next();
            refiller.after(50_000_000, later::countDown);
        }

        assertThat(later.await(5, TimeUnit.SECONDS)).isTrue();
    }

    /** A database that hangs holds three calls of each of its counters. */
    @Test
    void shouldReserveBesideManyCallsThatHang() throws InterruptedException {
        CountDownLatch hanging = new CountDownLatch(24);
        CountDownLatch goOn = new CountDownLatch(1);
        for (int i = 0; i < 24; i++) {
            refiller.execute(() -> {
                hanging.countDown();
                Uninterruptibly.run(goOn::await);
            });
        }
        try (StrictHiLo orders = opened()) {
            assertThat(hanging.await(5, TimeUnit.SECONDS)).isTrue();
            assertThat(orders.next()).isEqualTo(1);
        } finally {
            goOn.countDown();
        }
    }
}
