package io.mintmark.lab.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.mintmark.lab.instrument.GoodClients;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tenants of a server whose replies are known. */
@Timeout(60)
class TenantsTest {
    private final AtomicBoolean refusing = new AtomicBoolean();
    private HttpServer server;

    TenantsTest() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    }

    @BeforeEach
    void begin() {
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void end() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        byte[] ignored = exchange.getRequestBody().readAllBytes();
        boolean isRead = exchange.getRequestURI().toString().contains("docs")
                && exchange.getRequestMethod().equals("GET");
        exchange.sendResponseHeaders(refusing.get() ? 503 : isRead ? 200 : 201, -1);
        exchange.close();
    }

    private Tenants tenants() throws IOException {
        return new Tenants(
                List.of(URI.create("http://127.0.0.1:" + server.getAddress().getPort())));
    }

    private static GoodClients.Result afterSome(Tenants tenants) throws IOException {
        GoodClients.Result result = tenants.take();
        while (result.times().total() < 10) {
            Victim.pause();
            result = tenants.take();
        }
        return result;
    }

    @Test
    void shouldTakeRepliesAsTheyShouldBeForGood() throws IOException {
        try (Tenants tenants = tenants()) {
            GoodClients.Result result = afterSome(tenants);

            assertThat(result.failed()).as(result.firstFailure()).isZero();
            assertThat(result.times().millis(0.99)).isLessThan(10_000);
        }
    }

    @Test
    void shouldCountEachRefusalAsTenSeconds() throws IOException {
        try (Tenants tenants = tenants()) {
            refusing.set(true);
            GoodClients.Result ignored = afterSome(tenants);
            GoodClients.Result result = afterSome(tenants);

            assertThat(result.failed()).isPositive();
            assertThat(result.firstFailure()).startsWith("status 503");
            assertThat(result.times().max() / 1e6).isGreaterThanOrEqualTo(10_000);
        }
    }

    @Test
    void shouldCountAServerThatIsGone() throws IOException {
        try (Tenants tenants = tenants()) {
            server.stop(0);
            GoodClients.Result ignored = afterSome(tenants);
            GoodClients.Result result = afterSome(tenants);

            assertThat(result.failed()).isEqualTo((int) result.times().total());
            assertThat(result.times().millis(0.99)).isGreaterThanOrEqualTo(9_800);
        }
    }
}
