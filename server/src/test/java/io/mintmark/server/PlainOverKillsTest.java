package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a server acknowledged before it was killed is taken, also when it is asked by the plain API. */
class PlainOverKillsTest {
    private static final int CLIENTS = 8;
    private static final int BEFORE_THE_KILL = 200;

    private final HttpClient client = HttpClient.newHttpClient();
    private final ConcurrentLinkedQueue<String> ids = new ConcurrentLinkedQueue<>();

    private String send(String method, String target) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(target))
                .header("Accept", "text/plain")
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    /** Draws until the server is gone; what a broken reply would have said counts for nothing. */
    private void draw(String url, CountDownLatch enough) {
        try {
            while (true) {
                ids.add(send("POST", url + "/v1/shop/counters/orders/next").strip());
                enough.countDown();
            }
        } catch (Exception killed) {
            // The next server goes on.
        }
    }

    private void drawUntilKilled(SmallHeapServer server) throws Exception {
        server.killAfter(BEFORE_THE_KILL, CLIENTS, enough -> draw(server.answer(), enough));
    }

    /** Draws from a server in each of the folders, one after the other, until it is killed. */
    private void drawFrom(Path... folders) throws Exception {
        for (Path folder : folders) {
            try (SmallHeapServer server = SmallHeapServer.start("512m", folder)) {
                String ignored = send("PUT", server.answer() + "/v1/databases/shop");
                drawUntilKilled(server);
            }
        }
        assertThat(ids)
                .hasSizeGreaterThanOrEqualTo(folders.length * BEFORE_THE_KILL)
                .allMatch(id -> id.matches("orders/[0-9]+-A"));
    }

    @Test
    void shouldGiveNoIdAgainAfterAKill(@TempDir Path folder) throws Exception {
        drawFrom(folder, folder);

        assertThat(new TreeSet<>(ids)).hasSameSizeAs(ids);
    }

    /** The broken twin: a server that comes back without what it acknowledged. */
    @Test
    void shouldNoticeAServerThatForgets(@TempDir Path folder, @TempDir Path empty) throws Exception {
        drawFrom(folder, empty);

        assertThat(new TreeSet<>(ids).size()).isLessThan(ids.size());
    }
}
