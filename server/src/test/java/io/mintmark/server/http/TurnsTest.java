package io.mintmark.server.http;

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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TurnsTest {
    private static final long SECOND = 1_000_000_000L;

    private final AtomicLong now = new AtomicLong(17);
    /** What would run on other threads; the test runs it when it likes. */
    private final Deque<Runnable> dispatched = new ArrayDeque<>();

    private final HttpCounts counts = new HttpCounts();
    private final List<String> done = new ArrayList<>();

    private Turns turns(int computing, int aside, int waiting) {
        return new Turns(new Turns.Bounds(computing, aside, waiting, 5 * SECOND), now::get, dispatched::add, counts);
    }

    private static InetAddress address(int last) {
        try {
            return InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) last});
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    private void enter(Turns turns, int holder, String name) {
        turns.enter(address(holder), turn -> done.add(name), () -> done.add("no " + name));
    }

    /** Holds one place until the returned task runs. */
    private Runnable occupy(Turns turns) {
        List<Turn> held = new ArrayList<>();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        turns.enter(
                address(99),
                turn -> {
                    held.add(turn);
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
        Turns turns = turns(1, 100, 10);

        enter(turns, 1, "a");
        runDispatched();
        enter(turns, 1, "b");
        runDispatched();

        assertThat(done).containsExactly("a", "b");
        assertThat(turns.working()).isZero();
    }

    @Test
    void shouldWorkOnTheThreadThatAsksForItButLeaveOthersTurnsToOthers() {
        Turns turns = turns(1, 100, 10);

        turns.enterHere(address(1), turn -> enter(turns, 2, "other"), () -> {});

        assertThat(done).as("the other's turn has come, on another thread").isEmpty();
        runDispatched();
        assertThat(done).containsExactly("other");
        turns.enterHere(address(1), turn -> done.add("own"), () -> {});
        assertThat(done).containsExactly("other", "own");
    }

    @Test
    void shouldServeAddressesInTurnHoweverManyEachSent() {
        Turns turns = turns(1, 100, 1000);
        Runnable leave = occupy(turns);
        for (int i = 0; i < 100; i++) {
            enter(turns, 1, "flood" + i);
        }
        enter(turns, 2, "good");

        leave.run();
        runDispatched();

        assertThat(done).hasSize(101);
        assertThat(done.subList(0, 3)).containsExactly("flood0", "good", "flood1");
    }

    /** The broken twin: without telling addresses apart, who sent one request waits for all of those who sent many. */
    @Test
    void wouldServeTheGoodOneLastIfAddressesWereNotTold() {
        Turns turns = turns(1, 100, 1000);
        Runnable leave = occupy(turns);
        for (int i = 0; i < 100; i++) {
            enter(turns, 1, "flood" + i);
        }
        enter(turns, 1, "good");

        leave.run();
        runDispatched();

        assertThat(done.get(100)).isEqualTo("good");
    }

    @Test
    void shouldRefuseAFloodAndStillHaveRoomForOthers() {
        Turns turns = turns(1, 100, 10);
        Runnable leave = occupy(turns);
        for (int i = 0; i < 20; i++) {
            enter(turns, 1, "f" + i);
        }
        enter(turns, 2, "good");

        assertThat(done).hasSize(15).allMatch(name -> name.startsWith("no f"));
        assertThat(counts.shedFull()).isEqualTo(15);
        assertThat(turns.waiting()).isEqualTo(6);
        leave.run();
        runDispatched();
        assertThat(done).contains("good", "f0", "f4").doesNotContain("f5");
        assertThat(turns.working()).isZero();
        assertThat(turns.waiting()).isZero();
    }

    @Test
    void shouldRefuseWhoseTurnComesTooLate() {
        Turns turns = turns(1, 100, 10);
        Runnable leave = occupy(turns);
        enter(turns, 1, "early");
        now.addAndGet(3 * SECOND);
        enter(turns, 1, "later");
        now.addAndGet(3 * SECOND);

        leave.run();
        runDispatched();

        assertThat(done).containsExactly("no early", "later");
        assertThat(counts.shedLate()).isEqualTo(1);
    }

    @Test
    void shouldRefuseWhoWaitsTooLongAlthoughNoPlaceBecomesFree() {
        Turns turns = turns(1, 100, 10);
        Runnable leave = occupy(turns);
        enter(turns, 1, "early");
        enter(turns, 2, "other");
        now.addAndGet(3 * SECOND);
        enter(turns, 1, "later");
        now.addAndGet(3 * SECOND);

        turns.refuseLate();
        runDispatched();

        assertThat(done).containsExactlyInAnyOrder("no early", "no other");
        assertThat(turns.waiting()).isEqualTo(1);
        leave.run();
        runDispatched();
        assertThat(done).endsWith("later");
    }

    @Test
    void shouldNeverRefuseWhatHasBegun() {
        Turns turns = turns(1, 100, 1);
        Runnable leave = occupy(turns);
        for (int i = 0; i < 5; i++) {
            turns.resume(address(1), turn -> done.add("goes on"));
        }
        now.addAndGet(60 * SECOND);

        turns.refuseLate();
        leave.run();
        runDispatched();

        assertThat(done).hasSize(5).containsOnly("goes on");
    }

    @Test
    void shouldEndWhatHasBegunBeforeTheSameAddressBeginsMore() {
        Turns turns = turns(1, 100, 10);
        Runnable leave = occupy(turns);
        enter(turns, 1, "new");
        turns.resume(address(1), turn -> done.add("begun"));

        leave.run();
        runDispatched();

        assertThat(done).containsExactly("begun", "new");
    }

    @Test
    void shouldGoOnWithWhatNeverEndsInTheOrderOfArrivalAndNeverRefuseIt() {
        Turns turns = turns(1, 100, 1);
        Runnable leave = occupy(turns);
        enter(turns, 1, "new");
        for (int i = 0; i < 3; i++) {
            String name = "slice " + i;
            turns.resumeLast(address(1), turn -> done.add(name));
        }
        now.addAndGet(4 * SECOND);

        leave.run();
        runDispatched();

        assertThat(done).containsExactly("new", "slice 0", "slice 1", "slice 2");
    }

    @Test
    void shouldLetOthersBeginHoweverManyGoOn() {
        Turns turns = turns(1, 100, 4);
        Runnable leave = occupy(turns);
        for (int i = 0; i < 10; i++) {
            turns.resumeLast(address(1), turn -> done.add("slice"));
        }
        enter(turns, 2, "new");
        assertThat(done).isEmpty();

        leave.run();
        runDispatched();
        assertThat(done).hasSize(11).contains("new");

        Runnable again = occupy(turns);
        for (int i = 0; i < 10; i++) {
            enter(turns, 3, "flood");
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
        Turns turns = turns(1, 100, 10);
        List<Long> working = new ArrayList<>();
        turns.enter(
                address(1),
                first -> {
                    enter(turns, 2, "waits until the first steps aside");
                    assertThat(done).isEmpty();
                    first.stepAside();
                    first.stepAside();
                    runDispatched();
                    working.add(turns.working());
                },
                () -> {});
        runDispatched();

        assertThat(done).hasSize(1);
        assertThat(working).containsExactly(1L);
        assertThat(turns.working()).isZero();
    }

    @Test
    void shouldLeaveItsPlaceOnceThoughItStepsAsideAfterItsEnd() {
        Turns turns = turns(1, 100, 10);
        List<Turn> ended = new ArrayList<>();
        turns.enter(address(1), ended::add, () -> {});
        runDispatched();

        ended.get(0).stepAside();

        Runnable leave = occupy(turns);
        enter(turns, 2, "waits");
        assertThat(dispatched).as("one place is one place").isEmpty();
        assertThat(turns.waiting()).isEqualTo(1);
        leave.run();
        runDispatched();
        assertThat(done).containsExactly("waits");
    }

    @Test
    void shouldLeaveRoomAtWorkForAnotherAddress() {
        Turns turns = turns(1, 3, 10);
        turns.enter(
                address(1),
                first -> {
                    first.stepAside();
                    turns.enter(
                            address(1),
                            second -> {
                                second.stepAside();
                                enter(turns, 1, "third of the same");
                                enter(turns, 2, "other");
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
        assertThat(turns.working()).isZero();
    }

    @Test
    void shouldServeNextWhoHadTheLeastTime() {
        Turns turns = turns(1, 100, 1000);
        Runnable leave = occupy(turns);
        for (int i = 0; i < 50; i++) {
            turns.enter(address(1), turn -> spend("costly", SECOND / 200), () -> {});
            turns.enter(address(2), turn -> spend("cheap", SECOND / 10_000), () -> {});
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
        Turns turns = turns(1, 100, 10);
        turns.enter(
                address(1),
                turn -> {
                    throw new IllegalStateException("on purpose");
                },
                () -> {});
        runDispatched();

        enter(turns, 1, "next");
        runDispatched();

        assertThat(done).containsExactly("next");
    }

    @Test
    void shouldEndEveryRequestOnceAndNeverExceedItsPlaces() throws Exception {
        long seed = Seed.fresh("turns");
        ExecutorService threads = Executors.newCachedThreadPool();
        Turns turns = new Turns(new Turns.Bounds(3, 12, 50, SECOND / 500), System::nanoTime, threads, counts);
        AtomicInteger computing = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AtomicInteger ended = new AtomicInteger();
        int clients = 16;
        int requests = 2_000;
        CountDownLatch all = new CountDownLatch(clients * requests);
        for (int c = 0; c < clients; c++) {
            SplittableRandom random = new SplittableRandom(seed + c);
            InetAddress holder = address(c % 5);
            threads.execute(() -> {
                for (int i = 0; i < requests; i++) {
                    boolean aside = random.nextInt(3) == 0;
                    int spin = random.nextInt(2_000);
                    turns.enter(
                            holder,
                            turn -> {
                                most.accumulateAndGet(computing.incrementAndGet(), Math::max);
                                for (int s = 0; s < spin; s++) {
                                    Thread.onSpinWait();
                                }
                                computing.decrementAndGet();
                                if (aside) {
                                    turn.stepAside();
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
        assertThat(turns.working()).isZero();
        assertThat(turns.waiting()).isZero();
    }
}
