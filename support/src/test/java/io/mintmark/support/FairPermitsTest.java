package io.mintmark.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The order in which threads get few permits. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FairPermitsTest {
    private static final long TURN = 8_000_000_000L;

    private final AtomicLong clock = new AtomicLong();
    private final List<String> order = Collections.synchronizedList(new ArrayList<>());

    @AutoClose("shutdownNow")
    private final ExecutorService threads = Executors.newCachedThreadPool();

    private void enter(FairPermits<String> permits, String party, long cost) {
        int before = permits.waiting();
        CompletableFuture<?> ignored = CompletableFuture.runAsync(
                () -> {
                    try (FairPermits<String>.Held held = permits.acquire(party, () -> false)) {
                        order.add(held == null ? "given up" : party);
                        clock.addAndGet(cost);
                    }
                },
                threads);
        until(() -> permits.waiting() == before + 1);
    }

    private static void until(java.util.function.BooleanSupplier isSo) {
        while (!isSo.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }

    /** Twenty of one party wait, then one of another comes; returns how many of the twenty were before it. */
    private int greedyBeforeModest(String greedy, String modest) {
        FairPermits<String> permits = new FairPermits<>(1, 1, clock::get);
        try (FairPermits<String>.Held held = permits.acquire(greedy, () -> false)) {
            for (int i = 0; i < 20; i++) {
                enter(permits, greedy, TURN);
            }
            enter(permits, modest, 1);
            clock.addAndGet(TURN);
        }
        until(() -> order.size() == 21);
        return order.indexOf(modest);
    }

    @Test
    void shouldServeTheOneNextThatHadTheLeastTime() {
        assertThat(greedyBeforeModest("greedy", "modest")).isZero();
    }

    /** The twin of the test before: where both are one party, the order is that of their coming. */
    @Test
    void shouldLetTheModestWaitForTheGreedyOnlyIfTheyAreOneParty() {
        CompletableFuture<Integer> before = new CompletableFuture<>();
        FairPermits<String> permits = new FairPermits<>(1, 1, clock::get);
        try (FairPermits<String>.Held held = permits.acquire("all", () -> false)) {
            for (int i = 0; i < 20; i++) {
                enter(permits, "all", TURN);
            }
            CompletableFuture<?> ignored = CompletableFuture.runAsync(
                    () -> {
                        try (FairPermits<String>.Held mine = permits.acquire("all", () -> false)) {
                            before.complete(order.size());
                        }
                    },
                    threads);
            until(() -> permits.waiting() == 21);
        }

        assertThat(before.join()).isEqualTo(20);
    }

    @Test
    void shouldLeavePermitsToOthersHoweverManyOneWants() {
        FairPermits<String> permits = new FairPermits<>(4, 2, clock::get);
        FairPermits<String>.Held one = held(permits, "greedy");
        FairPermits<String>.Held two = held(permits, "greedy");
        enter(permits, "greedy", 1);

        FairPermits<String>.Held modest = held(permits, "modest");
        assertThat(order).isEmpty();
        two.close();
        until(() -> order.size() == 1);
        one.close();
        modest.close();

        assertThat(order).containsExactly("greedy");
        assertThat(permits.waiting()).isZero();
    }

    private static FairPermits<String>.Held held(FairPermits<String> permits, String party) {
        return Objects.requireNonNull(permits.acquire(party, () -> false));
    }

    @Test
    void shouldEndTheWaitOfOneThatGivesUpAndServeTheOthers() {
        FairPermits<String> permits = new FairPermits<>(1, 1, clock::get);
        AtomicBoolean givesUp = new AtomicBoolean();
        CompletableFuture<Void> waiting;
        try (FairPermits<String>.Held held = permits.acquire("first", () -> false)) {
            waiting = CompletableFuture.runAsync(
                    () -> assertThat(permits.acquire("second", givesUp::get)).isNull(), threads);
            until(() -> permits.waiting() == 1);
            enter(permits, "third", 1);

            givesUp.set(true);
            permits.lookAgain();

            waiting.join();
            assertThat(permits.waiting()).isEqualTo(1);
        }
        until(() -> order.size() == 1);
        assertThat(order).containsExactly("third");
    }

    @Test
    void shouldNoticeByItselfThatSomebodyGaveUp() {
        FairPermits<String> permits = new FairPermits<>(1, 1, clock::get);
        AtomicBoolean givesUp = new AtomicBoolean();
        try (FairPermits<String>.Held held = permits.acquire("first", () -> false)) {
            CompletableFuture<Void> waiting = CompletableFuture.runAsync(
                    () -> assertThat(permits.acquire("second", givesUp::get)).isNull(), threads);
            until(() -> permits.waiting() == 1);

            givesUp.set(true);

            waiting.join();
            assertThat(permits.waiting()).isZero();
        }
    }
}
