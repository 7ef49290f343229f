package io.mintmark.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ClosingTogetherTest {
    @Test
    void shouldCloseWhatComesBehindOneThatHangs() {
        CountDownLatch others = new CountDownLatch(2);
        List<Boolean> met = new CopyOnWriteArrayList<>();

        ClosingTogether.all(
                getClass(),
                List.of(
                        () -> Uninterruptibly.run(() -> met.add(others.await(30, TimeUnit.SECONDS))),
                        others::countDown,
                        others::countDown));

        assertThat(met).containsExactly(true);
    }

    @Test
    void shouldCloseWhatComesBehindOneThatFails() {
        List<String> closed = new CopyOnWriteArrayList<>();

        ClosingTogether.all(
                getClass(),
                List.of(
                        () -> {
                            throw new IllegalStateException("this one does not close, as a test wants it");
                        },
                        () -> closed.add("second")));

        assertThat(closed).containsExactly("second");
    }

    @Test
    void shouldWaitNoLongerOnceItIsInterrupted() {
        CountDownLatch never = new CountDownLatch(1);
        Thread.currentThread().interrupt();

        ClosingTogether.all(getClass(), List.of(() -> Uninterruptibly.run(never::await)));

        assertThat(Thread.interrupted()).isTrue();
        never.countDown();
    }
}
