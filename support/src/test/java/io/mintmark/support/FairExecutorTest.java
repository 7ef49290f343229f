package io.mintmark.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class FairExecutorTest {
    private final AtomicLong clock = new AtomicLong();
    private final Deque<Runnable> thread = new ArrayDeque<>();
    private final List<String> ran = new ArrayList<>();

    private void add(Executor executor, String name, long cost) {
        executor.execute(() -> {
            ran.add(name);
            clock.addAndGet(cost);
        });
    }

    private void run(int tasks) {
        for (int i = 0; i < tasks; i++) {
            thread.remove().run();
        }
    }

    /** A hundred tasks of one party, then one of another; returns how many ran before that. */
    private int costlyBeforeCheap(Executor costly, Executor cheap) {
        for (int i = 0; i < 100; i++) {
            add(costly, "costly", 2_000_000);
        }
        run(3);
        add(cheap, "cheap", 10_000);
        run(98);
        return ran.indexOf("cheap");
    }

    @Test
    void shouldRunTheTaskNextWhosePartyHadTheLeastTime() {
        FairExecutor<String> executor = new FairExecutor<>(thread::add, clock::get);

        assertThat(costlyBeforeCheap(executor.of("costly"), executor.of("cheap")))
                .isBetween(3, 4);
        assertThat(ran).hasSize(101);
    }

    /** The twin of the test before: the thread itself runs tasks in the order of their coming. */
    @Test
    void shouldRunTheCheapOneLastWhereNobodyTellsPartiesApart() {
        assertThat(costlyBeforeCheap(thread::add, thread::add)).isEqualTo(100);
    }

    @Test
    void shouldKeepTheOrderOfOneParty() {
        FairExecutor<String> executor = new FairExecutor<>(thread::add, clock::get);
        for (int i = 0; i < 5; i++) {
            add(executor.of("one"), "one " + i, 1_000);
            add(executor.of("other"), "other " + i, 1_000);
        }
        run(10);

        assertThat(ran.stream().filter(name -> name.startsWith("one")))
                .containsExactly("one 0", "one 1", "one 2", "one 3", "one 4");
    }

    @Test
    void shouldGoOnAfterATaskThatFailedOrCouldNotBegin() {
        Deque<RuntimeException> failures = new ArrayDeque<>(List.of(new RejectedExecutionException("no thread")));
        FairExecutor<String> executor = new FairExecutor<>(
                task -> {
                    if (!failures.isEmpty()) {
                        throw failures.remove();
                    }
                    thread.add(task);
                },
                clock::get);

        assertThatThrownBy(() -> add(executor.of("a"), "lost", 1)).hasMessage("no thread");
        executor.of("a").execute(() -> {
            throw new IllegalStateException("broken");
        });
        add(executor.of("a"), "next", 1);
        assertThatThrownBy(() -> run(1)).hasMessage("broken");
        run(1);

        assertThat(ran).containsExactly("next");
    }
}
