package io.mintmark.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class UninterruptiblyTest {
    @Test
    void shouldWaitToTheEndAndKeepTheInterrupt() {
        CountDownLatch ended = new CountDownLatch(1);
        Thread ending = new Thread(ended::countDown);
        Thread.currentThread().interrupt();

        Uninterruptibly.run(() -> {
            if (!ending.isAlive() && ended.getCount() > 0) {
                ending.start();
            }
            ended.await();
        });

        assertThat(ended.getCount()).isZero();
        assertThat(Thread.interrupted()).isTrue();
    }
}
