package io.mintmark.client.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.mintmark.client.cluster.ScriptedNode.Answer;
import io.mintmark.client.exceptions.MintmarkClientException;
import io.mintmark.client.exceptions.RequestInterruptedException;
import io.mintmark.client.exceptions.ServerFailedException;
import io.mintmark.client.http.Request;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a caller waits for that another one asked: the answer is for all of them, and nobody must wait for it. */
@Timeout(60)
final class WaitingCallersTest {
    private static final long SOON_MILLIS = 3_000;

    private final CountDownLatch answering = new CountDownLatch(1);
    private final Queue<MintmarkClientException> failures = new ConcurrentLinkedQueue<>();
    private final ScriptedNode node = ScriptedNode.answering(request -> {
        try {
            answering.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Answer.refusal(500, "System.Exception", "Not now.");
    });

    @AfterEach
    void end() {
        answering.countDown();
        node.close();
    }

    private Thread calling(Runnable call) {
        Thread thread = new Thread(() -> {
            try {
                call.run();
            } catch (MintmarkClientException e) {
                failures.add(e);
            } catch (IllegalStateException closed) {
                // The test is over.
            }
        });
        thread.start();
        return thread;
    }

    private static boolean waitsIn(Thread thread, String method) {
        return thread.getState() == Thread.State.WAITING
                && Arrays.stream(thread.getStackTrace())
                        .anyMatch(frame -> frame.getMethodName().equals(method));
    }

    private DatabaseClient client(Cluster cluster) {
        return new DatabaseClient(cluster, changed -> {});
    }

    private Cluster cluster() {
        return ClusterSettings.builder(node.url().toString())
                .database("shop")
                .fixedNodes()
                .open("the test");
    }

    /** One after the other they would wait for as long as all their deadlines together. */
    @Test
    void shouldFailWithTheFetchThatTheyWaitedFor() throws Exception {
        try (Cluster cluster = cluster()) {
            DatabaseClient client = client(cluster);
            Thread first = calling(client::configuration);
            await().until(() -> node.requests().size() == 1);
            List<Thread> others = Stream.generate(() -> calling(client::configuration))
                    .limit(3)
                    .toList();
            await().until(() -> others.stream().allMatch(other -> waitsIn(other, "configuration")));

            answering.countDown();
            first.join();
            for (Thread other : others) {
                other.join();
            }

            assertThat(failures).hasSize(4).allMatch(ServerFailedException.class::isInstance);
            assertThat(node.requests()).hasSize(1);
        }
    }

    /** A failure is news to those alone who waited for it. */
    @Test
    void shouldAskAnewAfterAFetchThatFailedBefore() throws Exception {
        answering.countDown();
        try (Cluster cluster = cluster()) {
            DatabaseClient client = client(cluster);
            calling(client::configuration).join();
            calling(client::configuration).join();

            assertThat(failures).hasSize(2);
            assertThat(node.requests()).hasSize(2);
        }
    }

    @Test
    void shouldEndTheWaitForAConfigurationWithAnInterrupt() throws Exception {
        try (Cluster cluster = cluster()) {
            DatabaseClient client = client(cluster);
            Thread first = calling(client::configuration);
            await().until(() -> node.requests().size() == 1);
            Thread second = calling(client::configuration);
            await().until(() -> waitsIn(second, "configuration"));

            second.interrupt();
            second.join(SOON_MILLIS);

            assertThat(failures).singleElement().isInstanceOf(RequestInterruptedException.class);
            assertThat(first.isAlive()).isTrue();
        }
    }

    @Test
    void shouldEndTheWaitForATopologyWithAnInterrupt() throws Exception {
        AtomicLong now = new AtomicLong();
        try (Cluster cluster = ClusterSettings.builder(
                        node.url().toString(), ScriptedNode.nobody().toString())
                .database("shop")
                .ticker(now::get)
                .open("the test")) {
            now.set(Duration.ofSeconds(2).toNanos());
            Thread first = calling(() -> cluster.send(Request.post("/first")));
            await().until(() -> node.requests().size() == 1);
            Thread second = calling(() -> cluster.send(Request.post("/second")));
            await().until(() -> waitsIn(second, "refreshAfterSilence"));

            second.interrupt();
            second.join(SOON_MILLIS);

            assertThat(failures).singleElement().isInstanceOf(RequestInterruptedException.class);
            assertThat(first.isAlive()).isTrue();
        }
    }
}
