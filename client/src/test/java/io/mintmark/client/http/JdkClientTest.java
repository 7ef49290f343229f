package io.mintmark.client.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.mintmark.client.cluster.Cluster;
import io.mintmark.client.cluster.ClusterSettings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Closed clients leave no connection at their server, and no thread. */
@Timeout(60)
class JdkClientTest {
    private static final Request GET = Request.get("/databases/shop/stats");

    /** Answers every request, keeps connections open, and counts those that its clients keep. */
    private static final class Keeper implements AutoCloseable {
        private final ServerSocket server = listen();
        private final AtomicInteger opened = new AtomicInteger();
        private final AtomicInteger closed = new AtomicInteger();

        private static ServerSocket listen() {
            try {
                return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }

        Keeper() {
            daemon(this::accept);
        }

        private static void daemon(Runnable task) {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            thread.start();
        }

        private void accept() {
            try {
                while (true) {
                    Socket connection = server.accept();
                    opened.incrementAndGet();
                    daemon(() -> serve(connection));
                }
            } catch (IOException ended) {
                // The test is over.
            }
        }

        private void serve(Socket connection) {
            try (connection) {
                BufferedReader lines = new BufferedReader(
                        new InputStreamReader(connection.getInputStream(), StandardCharsets.ISO_8859_1));
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    if (line.isEmpty()) {
                        connection
                                .getOutputStream()
                                .write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
                                        .getBytes(StandardCharsets.ISO_8859_1));
                    }
                }
            } catch (IOException reset) {
                // Closed is closed.
            } finally {
                closed.incrementAndGet();
            }
        }

        URI url() {
            return URI.create("http://127.0.0.1:" + server.getLocalPort());
        }

        int open() {
            return opened.get() - closed.get();
        }

        @Override
        public void close() throws IOException {
            server.close();
        }
    }

    @Test
    void shouldNotLeaveAConnectionBehindForEachClientThatWasClosed() throws Exception {
        try (Keeper keeper = new Keeper()) {
            for (int i = 0; i < 20; i++) {
                try (Cluster cluster = Cluster.of(ClusterSettings.builder(List.of(keeper.url()))
                        .database("shop")
                        .fixedNodes()
                        .build())) {
                    assertThat(cluster.send(GET).status()).isEqualTo(200);
                    assertThat(keeper.open()).isPositive();
                }
            }
            await("every connection is closed").until(() -> keeper.open() == 0);
        }
    }
}
