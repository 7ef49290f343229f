package io.mintmark.lab.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Databases of a node whose replies are known. */
@Timeout(60)
class DatabasesTest {
    private final Deque<Integer> replies = new ArrayDeque<>();
    private final Databases databases = new Databases(new Api(), new History());
    private final HttpServer node;

    DatabasesTest() throws IOException {
        node = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    }

    @BeforeEach
    void begin() {
        node.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(replies.remove(), -1);
            exchange.close();
        });
        node.start();
    }

    @AfterEach
    void end() {
        node.stop(0);
    }

    private URI url() {
        return URI.create("http://127.0.0.1:" + node.getAddress().getPort());
    }

    @Test
    void shouldAskANodeAgainThatHasJustBegun() throws IOException {
        replies.addAll(List.of(503, 503, 201));

        databases.create(url(), Databases.STEADY);

        assertThat(replies).isEmpty();
    }

    /** The reply to the first request was lost. */
    @Test
    void shouldTakeADatabaseThatIsThereForCreated() {
        replies.addAll(List.of(500, 409));

        assertThatCode(() -> databases.create(url(), Databases.STEADY)).doesNotThrowAnyException();
    }
}
