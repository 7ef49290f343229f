package io.mintmark.web.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.support.Eventually;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.junit.jupiter.api.Test;

/** Connections that come at once, and are thrown out at once, beside those who are served. */
class ConnectionsAtOnceTest {
    private static final int CONNECTIONS = 100;
    /** Those that accept, select, and open or close connections. */
    private static final int THREADS_MAX = 8 + Math.max(2, Runtime.getRuntime().availableProcessors());

    /** Threads that take their time, so that tasks that came at once meet. */
    private static final class SlowThreads extends QueuedThreadPool {
        private final AtomicInteger busy = new AtomicInteger();
        private final AtomicInteger most = new AtomicInteger();

        SlowThreads() {
            super(3 * CONNECTIONS);
        }

        @Override
        protected void runJob(Runnable job) {
            most.accumulateAndGet(busy.incrementAndGet(), Math::max);
            try {
                Eventually.pass(20);
                super.runJob(job);
            } finally {
                busy.decrementAndGet();
            }
        }
    }

    @Test
    void shouldOpenAndCloseManyWithFewThreads() throws Exception {
        SlowThreads threads = new SlowThreads();
        Server server = new Server(threads);
        FrontConnector connector = new FrontConnector(server, 1, new HttpConnectionFactory());
        server.addConnector(connector);
        server.start();
        List<Socket> clients = new ArrayList<>();
        try {
            for (int i = 0; i < CONNECTIONS; i++) {
                clients.add(new Socket("127.0.0.1", connector.getLocalPort()));
            }
            Eventually.until(() -> connector.getConnectedEndPoints().size() == CONNECTIONS);
            assertThat(threads.most.get()).isLessThanOrEqualTo(THREADS_MAX);

            connector.getConnectedEndPoints().forEach(end -> end.close(null));
            Eventually.until(() -> connector.getConnectedEndPoints().isEmpty());
            assertThat(threads.most.get()).isLessThanOrEqualTo(THREADS_MAX);
        } finally {
            for (Socket client : clients) {
                client.close();
            }
            server.stop();
        }
    }
}
