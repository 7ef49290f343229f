package io.mintmark.web.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.web.admission.LimitsBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpThreadsTest {
    private final QueuedThreadPool threads = HttpThreads.pool(LimitsBuilder.WIDE.requests());

    @BeforeEach
    void start() throws Exception {
        threads.start();
    }

    @AfterEach
    void stop() throws Exception {
        threads.stop();
    }

    @Test
    void shouldLeaveWhatIsToBeDoneAtOnceToTheThreadThatReads() {
        List<String> done = new ArrayList<>();
        ReadSlice.run(() -> {
            assertThat(threads.tryExecute(() -> done.add("left"))).isTrue();
            done.add("read");
        });

        assertThat(done).containsExactly("read", "left");
    }

    @Test
    void shouldNotReadWhileItDoesAnythingElse() throws Exception {
        CompletableFuture<Boolean> reads = new CompletableFuture<>();
        threads.execute(() -> reads.complete(ReadSlice.leave(() -> {})));

        assertThat(reads.get(30, TimeUnit.SECONDS)).isFalse();
    }
}
