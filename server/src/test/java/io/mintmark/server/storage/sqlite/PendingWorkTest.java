package io.mintmark.server.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.server.storage.StorageFailedException;
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
        return new PendingWork<>(tx -> 7, "party", 0);
    }

    @Test
    void shouldHandItsFollowerToWhoPublishes() {
        PendingWork<Integer> work = work();
        work.whenSettled(followed::incrementAndGet);
        assertThat(followed).hasValue(0);

        Runnable follower = Objects.requireNonNull(work.publish());

        assertThat(followed).as("the writer decides where it runs").hasValue(0);
        follower.run();
        assertThat(followed).hasValue(1);
    }

    @Test
    void shouldRunItsFollowerAtOnceWhenAllIsDone() {
        PendingWork<Integer> work = work();

        assertThat(work.publish()).isNull();

        work.whenSettled(followed::incrementAndGet);
        assertThat(followed).hasValue(1);
    }

    @Test
    void shouldBeFollowedAlsoWhenItFails() {
        PendingWork<Integer> work = work();
        work.whenSettled(followed::incrementAndGet);

        Runnable follower = Objects.requireNonNull(work.fail(new StorageFailedException("the disk is full")));

        follower.run();
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
                Runnable follower = work.publish();
                if (follower != null) {
                    follower.run();
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
    void shouldRunFollowersInOrderWhateverOneOfThemDoes() throws Exception {
        List<Integer> seen = new ArrayList<>();
        CountDownLatch all = new CountDownLatch(100);
        Followers followers = new Followers("mintmark-replies-test");
        for (int group = 0; group < 10; group++) {
            Followers.Batch next = new Followers.Batch(10);
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
            followers.run(next);
        }

        assertThat(all.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(seen).isSorted().hasSize(100);
        followers.close();
        followers.run(batch(followed::incrementAndGet));
        assertThat(followed).as("after the end on the caller's own thread").hasValue(1);
    }

    private static Followers.Batch batch(Runnable follower) {
        Followers.Batch batch = new Followers.Batch(1);
        batch.add(follower);
        return batch;
    }

    private static ThreadPoolExecutor pool(ThreadFactory factory) {
        return new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
    }

    @Test
    void shouldRunFollowersItselfWhereThereIsNoThreadForThem() {
        Followers followers = new Followers(pool(task -> {
            throw new OutOfMemoryError("unable to create a native thread");
        }));

        followers.run(batch(followed::incrementAndGet));

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
        Followers followers = new Followers(pool);

        followers.run(batch(() -> ran.add("brought")));

        assertThat(ran).containsExactly("left", "brought");
    }
}
