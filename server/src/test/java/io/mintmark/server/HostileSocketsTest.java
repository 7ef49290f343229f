package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.support.Eventually;
import io.mintmark.support.Opened;
import io.mintmark.support.limits.Limits;
import io.mintmark.web.jetty.WebSocketWire;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients that watch and never read, or flood, and what others get beside them. */
@Timeout(120)
class HostileSocketsTest {
    private static final int HOSTILE = 100;
    private static final Duration IDLE = Duration.ofSeconds(2);

    @AutoClose
    private final Opened opened = new Opened();

    @AutoClose
    private TestServer server;

    @BeforeEach
    void start(@TempDir Path directory) {
        Limits.Pace usual = Limits.DEFAULT.pace();
        server = TestServer.start(ServerSettings.builder(directory)
                .limits(Limits.DEFAULT.with(
                        new Limits.Pace(usual.headMax(), IDLE, usual.bytesPerSecondMin(), usual.grace()))));
        server.createDatabase("shop");
    }

    private WebSocketWire open() throws IOException {
        InetSocketAddress address =
                new InetSocketAddress(server.url().getHost(), server.url().getPort());
        return opened.add(WebSocketWire.open("127.0.0.2", address, "/databases/shop/changes"));
    }

    private static String watch(int id, String command, String param) {
        return "{\"CommandId\":" + id + ",\"Command\":\"" + command + "\",\"Param\":\"" + param + "\"}";
    }

    private void store(int documents, int from) {
        for (int i = 0; i < documents; i += 500) {
            Stream<String> commands =
                    IntStream.range(from + i, from + i + 500).mapToObj(k -> Bodies.put("users/" + k, "{}"));
            server.post("/databases/shop/bulk_docs", Bodies.batch(commands)).expect(201);
        }
    }

    @Test
    void shouldTellAGoodClientEverythingWhileOthersNeverRead() throws Exception {
        for (int i = 0; i < HOSTILE; i++) {
            open().text(watch(1, "watch-docs", ""));
        }
        int documents = 20_000;
        try (ChangesSocket good = ChangesSocket.open(server.url(), "shop").command("watch-docs", null)) {
            CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> store(documents, 0));
            List<String> told = good.changes(documents);
            writing.join();

            assertThat(told)
                    .isEqualTo(IntStream.range(0, documents)
                            .mapToObj(i -> "Put users/" + i)
                            .toList());
        }
        waitUntilNobodyWatches();
        assertThat(server.metric("mintmark_http_memory_bytes"))
                .as("what waited for them")
                .isZero();
    }

    private void waitUntilNobodyWatches() {
        Eventually.until("nobody watches", () -> server.metric("mintmark_changes_connections") == 0);
    }

    @Test
    void shouldAnswerOthersWhileCommandsFlood() throws Exception {
        List<CompletableFuture<Void>> floods = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            WebSocketWire socket = open();
            floods.add(CompletableFuture.runAsync(() -> flood(socket)));
        }
        for (int i = 0; i < 200; i++) {
            server.get("/databases/shop/hilo/next?tag=orders").expect(201);
        }
        opened.close();
        floods.forEach(CompletableFuture::join);

        waitUntilNobodyWatches();
    }

    /** Nothing is read: at last the server reads no more, either, or ends the connection. */
    private static void flood(WebSocketWire socket) {
        try {
            for (int i = 0; i < 100_000; i++) {
                socket.text(watch(i, i % 2 == 0 ? "watch-prefix" : "unwatch-prefix", "users/" + i / 2));
            }
        } catch (IOException ended) {
            // That is one of the two.
        }
    }
}
