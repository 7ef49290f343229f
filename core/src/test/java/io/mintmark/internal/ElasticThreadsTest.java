package io.mintmark.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ElasticThreadsTest {
    private final Set<Thread> used = ConcurrentHashMap.newKeySet();
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final ThreadPoolExecutor threads =
            ElasticThreads.upTo(20, Duration.ofMinutes(5), DaemonThreads.numbered(ElasticThreadsTest.class, "elastic"));

    @AfterEach
    void end() {
        goOn.countDown();
        threads.shutdown();
    }

    private CountDownLatch hanging(int many) {
        CountDownLatch begun = new CountDownLatch(many);
        for (int i = 0; i < many; i++) {
            threads.execute(() -> {
                begun.countDown();
                Uninterruptibly.run(goOn::await);
            });
        }
        return begun;
    }

    @Test
    void shouldMakeAThreadWhereAllOthersHang() throws InterruptedException {
        assertThat(hanging(20).await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(threads.getPoolSize()).isEqualTo(20);
    }

    @Test
    void shouldDoWhatCameWhileAllHung() throws InterruptedException {
        CountDownLatch begun = hanging(50);
        goOn.countDown();

        assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(threads.getLargestPoolSize()).isEqualTo(20);
    }

    @Test
    void shouldUseAThreadAgainThatIdles() throws InterruptedException {
        for (int i = 0; i < 10; i++) {
            CountDownLatch done = new CountDownLatch(1);
            threads.execute(() -> {
                used.add(Thread.currentThread());
                done.countDown();
            });
            assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
            used.forEach(ElasticThreadsTest::awaitIdle);
        }

        assertThat(used).hasSize(1);
    }

    private static void awaitIdle(Thread thread) {
        while (thread.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldRefuseWorkOnceItWasEnded() {
        threads.shutdown();

        assertThatThrownBy(() -> threads.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
    }
}
