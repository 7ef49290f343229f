package io.mintmark.lab.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BulkInsertStreamTest {
    private final BlockingQueue<byte[]> bodies = new LinkedBlockingQueue<>();
    private HttpServer server;

    @BeforeEach
    void startServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/accept", exchange -> {
            bodies.add(exchange.getRequestBody().readAllBytes());
            exchange.sendResponseHeaders(201, -1);
            exchange.close();
        });
        server.createContext("/refuse", exchange -> {
            byte[] reason = "no such route".getBytes(StandardCharsets.US_ASCII);
            exchange.sendResponseHeaders(404, reason.length);
            exchange.getResponseBody().write(reason);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stopServer() {
        server.stop(0);
    }

    @Test
    void shouldStreamOneArrayOfCommandsInChunks() throws Exception {
        List<Long> progress = new ArrayList<>();

        BulkInsertStream.Answer answer = stream("/accept", 1_000, progress);

        assertThat(answer.isCreated()).isTrue();
        var commands = new ObjectMapper().readTree(bodies.take());
        assertThat(commands).hasSize(1_000);
        assertThat(commands.get(999).get("Id").textValue()).isEqualTo("users/1000-A");
        assertThat(progress).hasSizeGreaterThan(5).endsWith(1_000L).isSorted();
    }

    @Test
    void shouldStreamAnEmptyArrayForNothing() throws Exception {
        assertThat(stream("/accept", 0, new ArrayList<>()).isCreated()).isTrue();
        assertThat(bodies.take()).asString().isEqualTo("[]");
    }

    @Test
    void shouldTellWhatAServerSaidThatRefused() throws IOException {
        BulkInsertStream.Answer answer = stream("/refuse", 1, new ArrayList<>());

        assertThat(answer.isCreated()).isFalse();
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.bodyStart()).isEqualTo("no such route");
    }

    private BulkInsertStream.Answer stream(String path, long documents, List<Long> progress) throws IOException {
        byte[] head = ("POST " + path + " HTTP/1.1\r\nHost: localhost\r\n").getBytes(StandardCharsets.US_ASCII);
        return new BulkInsertStream(server.getAddress(), head).send(1, documents, Traffic.streamed(), progress::add);
    }
}
