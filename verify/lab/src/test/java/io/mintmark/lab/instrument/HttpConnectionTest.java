package io.mintmark.lab.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpConnectionTest {
    private static final String LONG_TEXT = "all of it ".repeat(5_000);

    private final Set<InetSocketAddress> clients = ConcurrentHashMap.newKeySet();
    private HttpServer server;

    @BeforeEach
    void startServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        answer("/stated", true);
        answer("/chunked", false);
        server.start();
    }

    private void answer(String path, boolean statesLength) {
        server.createContext(path, exchange -> {
            clients.add(exchange.getRemoteAddress());
            byte[] body = LONG_TEXT.getBytes(StandardCharsets.US_ASCII);
            exchange.getResponseHeaders().set("ETag", "\"7\"");
            exchange.sendResponseHeaders(200, statesLength ? body.length : 0);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
    }

    @AfterEach
    void stopServer() {
        server.stop(0);
    }

    @Test
    void shouldKeepWholeBodiesAndFields() throws IOException {
        try (HttpConnection connection = HttpConnection.to(server.getAddress())) {
            assertThat(connection.text("GET /stated")).isEqualTo(LONG_TEXT);
            assertThat(connection.field("etag")).contains("\"7\"");
            assertThat(connection.text("GET /chunked")).isEqualTo(LONG_TEXT);
            assertThat(connection.field("Content-Length")).isEmpty();
        }
    }

    @Test
    void shouldStayConnectedUntilItIsClosed() throws IOException {
        try (HttpConnection connection = HttpConnection.to(server.getAddress())) {
            for (int i = 0; i < 3; i++) {
                assertThat(connection.ask("GET /stated", "")).isEqualTo(200);
            }
            assertThat(clients).hasSize(1);

            connection.close();

            assertThat(connection.ask("GET /stated", "")).isEqualTo(200);
            assertThat(clients).hasSize(2);
        }
    }

    @Test
    void shouldShowAnUnexpectedAnswer() throws IOException {
        try (HttpConnection connection = HttpConnection.to(server.getAddress())) {
            assertThatThrownBy(() -> connection.text("GET /elsewhere"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("GET /elsewhere must be answered 200 but was answered 404");
        }
    }
}
