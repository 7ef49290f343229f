package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.Effort;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server that is killed while it answers requests with keys: each of them is sent until it is answered, and draws one
 * number, so that as many are drawn as there are keys.
 */
class PlainKeysOverKillsTest {
    private static final int CLIENTS = 8;
    private static final int BEFORE_THE_KILL = 200;

    private final HttpClient client = HttpClient.newHttpClient();
    private final AtomicInteger keys = new AtomicInteger();
    private final Map<String, String> ids = new ConcurrentHashMap<>();
    /** What was under way at a kill. */
    private final Set<String> unanswered = ConcurrentHashMap.newKeySet();

    private boolean sendsKeys = true;

    private String send(String method, String target, String key) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(target))
                .header("Accept", "text/plain")
                .method(method, HttpRequest.BodyPublishers.noBody());
        if (sendsKeys && !key.isEmpty()) {
            request.header("Idempotency-Key", key);
        }
        HttpResponse<String> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 201);
        return answer.body().strip();
    }

    private String draw(String url, String key) throws Exception {
        return send("POST", url + "/v1/shop/counters/orders/next", key);
    }

    private void drawUntilKilled(String url, CountDownLatch enough) {
        while (true) {
            String key = "key-" + keys.incrementAndGet();
            try {
                ids.put(key, draw(url, key));
                enough.countDown();
            } catch (Exception killed) {
                unanswered.add(key);
                return;
            }
        }
    }

    private void drawUntilKilled(SmallHeapServer server) throws Exception {
        server.killAfter(BEFORE_THE_KILL, CLIENTS, enough -> drawUntilKilled(server.answer(), enough));
    }

    /** Sends again what was under way, and some of what was answered. */
    private void sendAgain(String url) throws Exception {
        for (String key : unanswered) {
            ids.put(key, draw(url, key));
        }
        unanswered.clear();
        for (Map.Entry<String, String> known : Map.copyOf(ids).entrySet()) {
            if (sendsKeys && Math.floorMod(known.getKey().hashCode(), 10) == 0) {
                assertThat(draw(url, known.getKey())).isEqualTo(known.getValue());
            }
        }
    }

    /** Returns how many numbers were drawn from the counter. */
    private long drawnOver(Path folder, int kills) throws Exception {
        for (int i = 0; i <= kills; i++) {
            try (SmallHeapServer server = SmallHeapServer.start("512m", folder)) {
                String ignored = send("PUT", server.answer() + "/v1/databases/shop", "");
                sendAgain(server.answer());
                if (i == kills) {
                    return Long.parseLong(draw(server.answer(), "last").replaceAll("[^0-9]", "")) - 1;
                }
                drawUntilKilled(server);
            }
        }
        throw new IllegalArgumentException("kills must not be negative: kills=" + kills);
    }

    @Test
    void shouldDrawOneNumberForEachKey(@TempDir Path folder) throws Exception {
        int kills = Effort.of("kills of a server that keeps keys", 2, 3, 100, "mintmark.kills");

        assertThat(drawnOver(folder, kills)).isEqualTo(ids.size());

        assertThat(ids).hasSizeGreaterThanOrEqualTo(kills * BEFORE_THE_KILL);
        assertThat(new TreeSet<>(ids.values())).hasSameSizeAs(ids.keySet());
    }

    /** The twin: what is sent again without its key draws again, if the first time had been stored. */
    @Test
    void shouldNoticeRequestsThatAreSentAgainWithoutTheirKeys(@TempDir Path folder) throws Exception {
        sendsKeys = false;
        long drawn = 0;
        for (int tries = 0; tries < 10 && drawn <= ids.size(); tries++) {
            drawn = drawnOver(folder, 1) - tries;
        }

        assertThat(drawn).isGreaterThan(ids.size());
    }
}
