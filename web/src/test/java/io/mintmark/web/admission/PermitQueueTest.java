package io.mintmark.web.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.Seed;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PermitQueueTest {
    private static final long SECOND = 1_000_000_000L;

    private final AtomicLong now = new AtomicLong(17);
    /** What would run on other threads; the test runs it when it likes. */
    private final Deque<Runnable> dispatched = new ArrayDeque<>();

    private final AdmissionCounts counts = new AdmissionCounts();
    private final List<String> done = new ArrayList<>();

    private PermitQueue permits(int computing, int aside, int waiting) {
        return new PermitQueue(
                new PermitQueue.Bounds(computing, aside, waiting, 5 * SECOND), now::get, dispatched::add, counts);
    }

    private static InetAddress address(int last) {
        try {
            return InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) last});
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    private void enter(PermitQueue permits, int party, String name) {
        permits.enter(address(party), permit -> done.add(name), () -> done.add("no " + name));
    }

    /** Holds one place until the returned task runs. */
    private Runnable occupy(PermitQueue permits) {
        List<Permit> held = new ArrayList<>();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        permits.enter(
                address(99),
                permit -> {
                    held.add(permit);
                    begun.countDown();
                    await(end);
                },
                () -> {});
        Thread thread = new Thread(dispatched.remove());
        thread.start();
        await(begun);
        return () -> {
            end.countDown();
            join(thread);
        };
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join(30_000);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void runDispatched() {
        for (Runnable task = dispatched.poll(); task != null; task = dispatched.poll()) {
            task.run();
        }
    }

    @Test
    void shouldWorkAtOnceOnAnotherThreadWhileThereIsAPlace() {
        PermitQueue permits = permits(1, 100, 10);

        enter(permits, 1, "a");
        runDispatched();
        enter(permits, 1, "b");
        runDispatched();

        assertThat(done).containsExactly("a", "b");
        assertThat(permits.working()).isZero();
    }

    @Test
    void shouldRefuseManyLateOnesWithAsFewThreadsAsCompute() {
        PermitQueue permits = permits(1, 100, 1_000);
        Runnable place = occupy(permits);
        for (int i = 0; i < 200; i++) {
            enter(permits, 1, "late");
        }
        now.addAndGet(6 * SECOND);

        permits.refuseLate();

        assertThat(dispatched).hasSize(1);
        runDispatched();
        assertThat(done).hasSize(200).containsOnly("no late");
        place.run();
    }

    /** Jetty's pool takes a task for which it can start no thread, and throws all the same. */
    @Test
    void shouldForgetNobodyWhereNoThreadCanBeStarted() {
        AtomicBoolean full = new AtomicBoolean();
        PermitQueue permits = new PermitQueue(
                new PermitQueue.Bounds(1, 100, 1_000, 5 * SECOND),
                now::get,
                task -> {
                    dispatched.add(task);
                    if (full.get()) {
                        throw new OutOfMemoryError("unable to create native thread");
                    }
                },
                counts);
        Runnable place = occupy(permits);
        for (int i = 0; i < 50; i++) {
            enter(permits, 1, "late");
        }
        now.addAndGet(6 * SECOND);
        full.set(true);

        permits.refuseLate();
        runDispatched();

        assertThat(done).hasSize(50).containsOnly("no late");
        place.run();
        enter(permits, 1, "later");
        runDispatched();
        assertThat(done).last().isEqualTo("later");
        assertThat(permits.working()).isZero();
    }

    @Test
    void shouldWorkOnTheThreadThatAsksForItButLeaveOthersTurnsToOthers() {
        PermitQueue permits = permits(1, 100, 10);

        permits.enterHere(address(1), permit -> enter(permits, 2, "other"), () -> {});

        assertThat(done).as("the other's turn has come, on another thread").isEmpty();
        runDispatched();
        assertThat(done).containsExactly("other");
        permits.enterHere(address(1), permit -> done.add("own"), () -> {});
        assertThat(done).containsExactly("other", "own");
    }

    @Test
    void shouldWaitForItsTurnLikeOthersThoughItWouldNotWaitForAnythingElse() {
        PermitQueue permits = permits(1, 100, 10);
        Runnable leave = occupy(permits);
        enter(permits, 2, "first");

        permits.enterHere(address(1), permit -> done.add("second"), () -> {});

        assertThat(done).isEmpty();
        leave.run();
        runDispatched();
        assertThat(done).containsExactly("first", "second");
    }

    @Test
    void shouldServeAddressesInTurnHoweverManyEachSent() {
        PermitQueue permits = permits(1, 100, 1000);
        Runnable leave = occupy(permits);
        for (int i = 0; i < 100; i++) {
            enter(permits, 1, "flood" + i);
        }
        enter(permits, 2, "good");

        leave.run();
        runDispatched();

        assertThat(done).hasSize(101);
        assertThat(done.subList(0, 3)).containsExactly("flood0", "good", "flood1");
    }

    /** The broken twin: without telling addresses apart, who sent one request waits for all of those who sent many. */
    @Test
    void wouldServeTheGoodOneLastIfAddressesWereNotTold() {
        PermitQueue permits = permits(1, 100, 1000);
        Runnable leave = occupy(permits);
        for (int i = 0; i < 100; i++) {
            enter(permits, 1, "flood" + i);
        }
        enter(permits, 1, "good");

        leave.run();
        runDispatched();

        assertThat(done.get(100)).isEqualTo("good");
    }

    @Test
    void shouldRefuseAFloodAndStillHaveRoomForOthers() {
        PermitQueue permits = permits(1, 100, 10);
        Runnable leave = occupy(permits);
        for (int i = 0; i < 20; i++) {
            enter(permits, 1, "f" + i);
        }
        enter(permits, 2, "good");

        assertThat(done).hasSize(15).allMatch(name -> name.startsWith("no f"));
        assertThat(counts.shedFull()).isEqualTo(15);
        assertThat(permits.waiting()).isEqualTo(6);
        leave.run();
        runDispatched();
        assertThat(done).contains("good", "f0", "f4").doesNotContain("f5");
        assertThat(permits.working()).isZero();
        assertThat(permits.waiting()).isZero();
    }

    @Test
    void shouldRefuseWhoseTurnComesTooLate() {
        PermitQueue permits = permits(1, 100, 10);
        Runnable leave = occupy(permits);
        enter(permits, 1, "early");
        now.addAndGet(3 * SECOND);
        enter(permits, 1, "later");
        now.addAndGet(3 * SECOND);

        leave.run();
        runDispatched();

        assertThat(done).containsExactly("no early", "later");
        assertThat(counts.shedLate()).isEqualTo(1);
    }

    @Test
    void shouldRefuseWhoWaitsTooLongAlthoughNoPlaceBecomesFree() {
        PermitQueue permits = permits(1, 100, 10);
        Runnable leave = occupy(permits);
        enter(permits, 1, "early");
        enter(permits, 2, "other");
        now.addAndGet(3 * SECOND);
        enter(permits, 1, "later");
        now.addAndGet(3 * SECOND);

        permits.refuseLate();
        runDispatched();

        assertThat(done).containsExactlyInAnyOrder("no early", "no other");
        assertThat(permits.waiting()).isEqualTo(1);
        leave.run();
        runDispatched();
        assertThat(done).endsWith("later");
    }

    @Test
    void shouldNeverRefuseWhatHasBegun() {
        PermitQueue permits = permits(1, 100, 1);
        Runnable leave = occupy(permits);
        for (int i = 0; i < 5; i++) {
            permits.resume(address(1), permit -> done.add("goes on"));
        }
        now.addAndGet(60 * SECOND);

        permits.refuseLate();
        leave.run();
        runDispatched();

        assertThat(done).hasSize(5).containsOnly("goes on");
    }

    @Test
    void shouldEndWhatHasBegunBeforeTheSameAddressBeginsMore() {
        PermitQueue permits = permits(1, 100, 10);
        Runnable leave = occupy(permits);
        enter(permits, 1, "new");
        permits.resume(address(1), permit -> done.add("begun"));

        leave.run();
        runDispatched();

        assertThat(done).containsExactly("begun", "new");
    }

    @Test
    void shouldGoOnWithWhatNeverEndsInTheOrderOfArrivalAndNeverRefuseIt() {
        PermitQueue permits = permits(1, 100, 1);
        Runnable leave = occupy(permits);
        enter(permits, 1, "new");
        for (int i = 0; i < 3; i++) {
            String name = "slice " + i;
            permits.resumeLast(address(1), permit -> done.add(name));
        }
        now.addAndGet(4 * SECOND);

        leave.run();
        runDispatched();

        assertThat(done).containsExactly("new", "slice 0", "slice 1", "slice 2");
    }

    @Test
    void shouldLetOthersBeginHoweverManyGoOn() {
        PermitQueue permits = permits(1, 100, 4);
        Runnable leave = occupy(permits);
        for (int i = 0; i < 10; i++) {
            permits.resumeLast(address(1), permit -> done.add("slice"));
        }
        enter(permits, 2, "new");
        assertThat(done).isEmpty();

        leave.run();
        runDispatched();
        assertThat(done).hasSize(11).contains("new");

        Runnable again = occupy(permits);
        for (int i = 0; i < 10; i++) {
            enter(permits, 3, "flood");
        }
        again.run();
        runDispatched();
        assertThat(done)
                .filteredOn("no flood"::equals)
                .as("of four places to wait")
                .hasSize(8);
    }

    @Test
    void shouldLetOthersWorkWhileSomeStandAside() {
        PermitQueue permits = permits(1, 100, 10);
        List<Long> working = new ArrayList<>();
        permits.enter(
                address(1),
                first -> {
                    enter(permits, 2, "waits until the first steps aside");
                    assertThat(done).isEmpty();
                    first.stepAside();
                    first.stepAside();
                    runDispatched();
                    working.add(permits.working());
                },
                () -> {});
        runDispatched();

        assertThat(done).hasSize(1);
        assertThat(working).containsExactly(1L);
        assertThat(permits.working()).isZero();
    }

    @Test
    void shouldLeaveItsPlaceOnceThoughItStepsAsideAfterItsEnd() {
        PermitQueue permits = permits(1, 100, 10);
        List<Permit> ended = new ArrayList<>();
        permits.enter(address(1), ended::add, () -> {});
        runDispatched();

        ended.get(0).stepAside();

        Runnable leave = occupy(permits);
        enter(permits, 2, "waits");
        assertThat(dispatched).as("one place is one place").isEmpty();
        assertThat(permits.waiting()).isEqualTo(1);
        leave.run();
        runDispatched();
        assertThat(done).containsExactly("waits");
    }

    @Test
    void shouldLeaveRoomAtWorkForAnotherAddress() {
        PermitQueue permits = permits(1, 3, 10);
        permits.enter(
                address(1),
                first -> {
                    first.stepAside();
                    permits.enter(
                            address(1),
                            second -> {
                                second.stepAside();
                                enter(permits, 1, "third of the same");
                                enter(permits, 2, "other");
                            },
                            () -> {});
                    runDispatched();
                    assertThat(done)
                            .as("two of three places are one address's share")
                            .startsWith("other");
                },
                () -> {});
        runDispatched();

        assertThat(done).containsExactly("other", "third of the same");
        assertThat(permits.working()).isZero();
    }

    @Test
    void shouldServeNextWhoHadTheLeastTime() {
        PermitQueue permits = permits(1, 100, 1000);
        Runnable leave = occupy(permits);
        for (int i = 0; i < 50; i++) {
            permits.enter(address(1), permit -> spend("costly", SECOND / 200), () -> {});
            permits.enter(address(2), permit -> spend("cheap", SECOND / 10_000), () -> {});
        }

        leave.run();
        runDispatched();

        assertThat(done).hasSize(100);
        assertThat(done.subList(0, 50).stream().filter("costly"::equals).count())
                .isLessThanOrEqualTo(3);
    }

    private void spend(String name, long nanos) {
        now.addAndGet(nanos);
        done.add(name);
    }

    @Test
    void shouldGoOnAfterAWorkThatFails() {
        PermitQueue permits = permits(1, 100, 10);
        permits.enter(
                address(1),
                permit -> {
                    throw new IllegalStateException("on purpose");
                },
                () -> {});
        runDispatched();

        enter(permits, 1, "next");
        runDispatched();

        assertThat(done).containsExactly("next");
    }

    @Test
    void shouldEndEveryRequestOnceAndNeverExceedItsPlaces() throws Exception {
        long seed = Seed.fresh("turns");
        ExecutorService threads = Executors.newCachedThreadPool();
        PermitQueue permits =
                new PermitQueue(new PermitQueue.Bounds(3, 12, 50, SECOND / 500), System::nanoTime, threads, counts);
        AtomicInteger computing = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AtomicInteger ended = new AtomicInteger();
        int clients = 16;
        int requests = 2_000;
        CountDownLatch all = new CountDownLatch(clients * requests);
        for (int c = 0; c < clients; c++) {
            SplittableRandom random = new SplittableRandom(seed + c);
            InetAddress party = address(c % 5);
            threads.execute(() -> {
                for (int i = 0; i < requests; i++) {
                    boolean aside = random.nextInt(3) == 0;
                    int spin = random.nextInt(2_000);
                    permits.enter(
                            party,
                            permit -> {
                                most.accumulateAndGet(computing.incrementAndGet(), Math::max);
                                for (int s = 0; s < spin; s++) {
                                    Thread.onSpinWait();
                                }
                                computing.decrementAndGet();
                                if (aside) {
                                    permit.stepAside();
                                }
                                ended.incrementAndGet();
                                all.countDown();
                            },
                            () -> {
                                ended.incrementAndGet();
                                all.countDown();
                            });
                }
            });
        }

        assertThat(all.await(60, TimeUnit.SECONDS)).isTrue();
        threads.shutdown();
        assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        assertThat(ended.get()).isEqualTo(clients * requests);
        assertThat(most.get()).isLessThanOrEqualTo(3);
        assertThat(permits.working()).isZero();
        assertThat(permits.waiting()).isZero();
    }
}
