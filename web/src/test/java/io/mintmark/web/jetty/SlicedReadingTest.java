package io.mintmark.web.jetty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.internal.Ticker;
import io.mintmark.support.Eventually;
import io.mintmark.web.admission.AdmissionControl;
import io.mintmark.web.admission.AdmissionCounts;
import io.mintmark.web.admission.LimitsBuilder;
import io.mintmark.web.http.Overload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ThreadPool;
import org.eclipse.jetty.util.thread.TryExecutor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A malformed request, whose reader is held in the moment in which it has found it. */
class SlicedReadingTest {
    private static final int ENOUGH_MILLIS = 300;
    private static final String ALONE = "malformed\r\n\r\n";
    /** This one is found by a thread that goes on with the connection after a reply. */
    private static final String BEHIND_ANOTHER = "GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n" + ALONE;

    private final CountDownLatch found = new CountDownLatch(1);
    private final CountDownLatch letGo = new CountDownLatch(1);

    private void hold() {
        found.countDown();
        try {
            assertThat(letGo.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException("the test was interrupted", e);
        }
    }

    private static boolean isMalformed() {
        return StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(frame -> frame.getMethodName().equals("badMessage")));
    }

    /** The threads of a front, which hold whoever has left the answer for later. */
    private final class HoldingThreads implements ThreadPool, TryExecutor {
        private final QueuedThreadPool threads = HttpThreads.pool(LimitsBuilder.WIDE.requests());

        @Override
        public boolean tryExecute(Runnable task) {
            boolean taken = threads.tryExecute(task);
            if (isMalformed()) {
                hold();
            }
            return taken;
        }

        @Override
        public void execute(Runnable job) {
            threads.execute(job);
        }

        @Override
        public void join() throws InterruptedException {
            threads.join();
        }

        @Override
        public int getThreads() {
            return threads.getThreads();
        }

        @Override
        public int getIdleThreads() {
            return threads.getIdleThreads();
        }

        @Override
        public boolean isLowOnThreads() {
            return threads.isLowOnThreads();
        }
    }

    private Server ours() {
        HoldingThreads holding = new HoldingThreads();
        Server server = new Server(holding);
        server.addBean(holding.threads);
        AdmissionControl admission = new AdmissionControl(
                LimitsBuilder.load().build(), holding, Ticker.SYSTEM, new AdmissionCounts(), Overload::noMemory);
        server.addConnector(
                new FrontConnector(server, 1, new FrontConnection.Factory(new HttpConfiguration(), admission)));
        return server;
    }

    private Server twin() {
        Server server = new Server(new QueuedThreadPool(20) {
            @Override
            public boolean tryExecute(Runnable task) {
                if (!isMalformed()) {
                    return super.tryExecute(task);
                }
                execute(task);
                hold();
                return true;
            }
        });
        server.addConnector(new ServerConnector(server, 1, 1, new HttpConnectionFactory(new HttpConfiguration())));
        return server;
    }

    private static InetSocketAddress start(Server server) throws Exception {
        ServerConnector connector = (ServerConnector) server.getConnectors()[0];
        connector.setHost("127.0.0.1");
        server.start();
        return new InetSocketAddress("127.0.0.1", connector.getLocalPort());
    }

    /** Returns the status of the refusal once it is there. */
    private CompletableFuture<Integer> refusal(Wire wire, String request) throws Exception {
        wire.send(request);
        if (!request.equals(ALONE)) {
            wire.answer().expect(404);
        }
        assertThat(found.await(30, TimeUnit.SECONDS)).isTrue();
        return CompletableFuture.supplyAsync(() -> {
            try {
                return wire.answer().status();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {ALONE, BEHIND_ANOTHER})
    void shouldNotAnswerAMalformedRequestBeforeItsReaderHasLetGo(String request) throws Exception {
        Server server = ours();
        try (Wire wire = Wire.to(start(server))) {
            CompletableFuture<Integer> refusal = refusal(wire, request);
            Eventually.pass(ENOUGH_MILLIS);
            boolean early = refusal.isDone();
            letGo.countDown();

            assertThat(early).isFalse();
            assertThat(refusal.get(30, TimeUnit.SECONDS)).isEqualTo(400);
            assertThat(wire.isClosedByServer()).isTrue();
        } finally {
            letGo.countDown();
            server.stop();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {ALONE, BEHIND_ANOTHER})
    void brokenTwinAnswersItBesideTheReader(String request) throws Exception {
        Server server = twin();
        try (Wire wire = Wire.to(start(server))) {
            assertThat(refusal(wire, request).get(30, TimeUnit.SECONDS)).isEqualTo(400);
        } finally {
            letGo.countDown();
            server.stop();
        }
    }

    /** A thread keeps one slice for all its readings. */
    @Test
    void shouldLeaveNothingOfASliceThatFailed() {
        List<String> done = new ArrayList<>();
        Runnable failing = () -> {
            assertThat(ReadSlice.leave(() -> done.add("lost"))).isTrue();
            throw new IllegalStateException("failed");
        };

        assertThatThrownBy(() -> ReadSlice.run(failing)).hasMessage("failed");

        assertThat(ReadSlice.leave(() -> done.add("never"))).isFalse();
        ReadSlice.run(() -> done.add("read"));
        assertThat(done).containsExactly("read");
    }

    @Test
    void shouldDoWhatWasLeftInItsOrderWhenItIsOver() {
        List<String> done = new ArrayList<>();
        ReadSlice.run(() -> {
            assertThat(ReadSlice.leave(() -> done.add("second"))).isTrue();
            assertThat(ReadSlice.leave(() -> done.add("third"))).isTrue();
            done.add("first");
        });

        assertThat(done).containsExactly("first", "second", "third");
        assertThat(ReadSlice.leave(() -> done.add("never"))).isFalse();
    }
}
