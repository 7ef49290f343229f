package io.mintmark.storage.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.storage.StorageFailedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What follows a piece of work: once, and never before its result is there. */
class PendingWorkTest {
    private final AtomicInteger followed = new AtomicInteger();

    private static PendingWork<Integer> work() {
        return new PendingWork<>(() -> 7, "party", 0);
    }

    @Test
    void shouldHandItsCallbackToWhoPublishes() {
        PendingWork<Integer> work = work();
        work.whenSettled(followed::incrementAndGet);
        assertThat(followed).hasValue(0);

        Runnable callback = Objects.requireNonNull(work.publish());

        assertThat(followed).as("the writer decides where it runs").hasValue(0);
        callback.run();
        assertThat(followed).hasValue(1);
    }

    @Test
    void shouldRunItsCallbackAtOnceWhenAllIsDone() {
        PendingWork<Integer> work = work();

        assertThat(work.publish()).isNull();

        work.whenSettled(followed::incrementAndGet);
        assertThat(followed).hasValue(1);
    }

    @Test
    void shouldBeFollowedAlsoWhenItFails() {
        PendingWork<Integer> work = work();
        work.whenSettled(followed::incrementAndGet);

        Runnable callback = Objects.requireNonNull(work.fail(new StorageFailedException("the disk is full")));

        callback.run();
        assertThat(followed).hasValue(1);
        assertThatThrownBy(work::await)
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContaining("the disk is full");
    }

    @Test
    @Timeout(60)
    void shouldBeFollowedOnceWhoeverComesFirst() throws Exception {
        int rounds = 20_000;
        List<PendingWork<Integer>> works = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            works.add(work());
        }
        CyclicBarrier together = new CyclicBarrier(2);
        Thread publisher = new Thread(() -> {
            for (PendingWork<Integer> work : works) {
                meet(together);
                Runnable callback = work.publish();
                if (callback != null) {
                    callback.run();
                }
            }
        });
        publisher.start();
        for (PendingWork<Integer> work : works) {
            meet(together);
            work.whenSettled(followed::incrementAndGet);
        }
        publisher.join();

        assertThat(followed).hasValue(rounds);
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            int ignored = barrier.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    @Timeout(60)
    void shouldRunCallbacksInOrderWhateverOneOfThemDoes() throws Exception {
        List<Integer> seen = new ArrayList<>();
        CountDownLatch all = new CountDownLatch(100);
        CommitCallbacks callbacks = new CommitCallbacks("mintmark-replies-test");
        for (int group = 0; group < 10; group++) {
            CommitCallbacks.Batch next = new CommitCallbacks.Batch(10);
            for (int i = 0; i < 10; i++) {
                int number = group * 10 + i;
                next.add(() -> {
                    seen.add(number);
                    all.countDown();
                    if (number % 7 == 0) {
                        throw new IllegalStateException("on purpose");
                    }
                });
            }
            callbacks.run(next);
        }

        assertThat(all.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(seen).isSorted().hasSize(100);
        callbacks.close();
        callbacks.run(batch(followed::incrementAndGet));
        assertThat(followed).as("after the end on the caller's own thread").hasValue(1);
    }

    private static CommitCallbacks.Batch batch(Runnable callback) {
        CommitCallbacks.Batch batch = new CommitCallbacks.Batch(1);
        batch.add(callback);
        return batch;
    }

    private static ThreadPoolExecutor pool(ThreadFactory factory) {
        return new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
    }

    @Test
    void shouldRunCallbacksItselfWhereThereIsNoThreadForThem() {
        CommitCallbacks callbacks = new CommitCallbacks(pool(task -> {
            throw new OutOfMemoryError("unable to create a native thread");
        }));

        callbacks.run(batch(followed::incrementAndGet));

        assertThat(followed).hasValue(1);
    }

    @Test
    void shouldRunOnceAndInOrderWhatWasQueuedBeforeTheThreadCouldNotBeMade() {
        List<String> ran = new ArrayList<>();
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>()) {
            @Override
            public void execute(Runnable task) {
                getQueue().add(task);
                throw new OutOfMemoryError("unable to create a native thread");
            }
        };
        boolean ignored = pool.getQueue().add(batch(() -> ran.add("left")));
        CommitCallbacks callbacks = new CommitCallbacks(pool);

        callbacks.run(batch(() -> ran.add("brought")));

        assertThat(ran).containsExactly("left", "brought");
    }
}
