package io.mintmark.web.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.support.RecordedLog;
import io.mintmark.testkit.Seed;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Strangers who send what Jetty refuses, and break their connections off at any moment. */
class BrokenConnectionsTest {
    private static final int STRANGERS = 16;
    private static final int CONNECTIONS = 150;
    private static final List<String> TARGETS = List.of(
            "/ping",
            "/large",
            "/ping?id=%zz",
            "/ping?id=%c0%af",
            "/ping%2f..%2f..%2fadmin",
            "/%70ing?" + "%41".repeat(100));

    @AutoClose
    private final RecordedLog log = RecordedLog.of("org.eclipse.jetty");

    @Test
    @Timeout(60)
    void shouldNotMakeJettyLogAnything() throws Exception {
        long seed = Seed.fresh("BrokenConnectionsTest");
        try (HttpFront front = Fronts.start(Fronts.router(), Fronts.USUAL, Fronts.patience(2500, 5000))) {
            List<Thread> strangers = new ArrayList<>();
            for (int i = 0; i < STRANGERS; i++) {
                Random random = new Random(seed + i);
                Thread stranger = new Thread(() -> annoy(front, random));
                stranger.start();
                strangers.add(stranger);
            }
            for (Thread stranger : strangers) {
                stranger.join();
            }
        }

        assertThat(log.events()).as("seed %d", seed).isEmpty();
    }

    private static void annoy(HttpFront front, Random random) {
        for (int i = 0; i < CONNECTIONS; i++) {
            try (Socket socket =
                    new Socket(front.address().getAddress(), front.address().getPort())) {
                socket.setSoTimeout(5_000);
                annoy(socket, random);
                socket.setSoLinger(random.nextInt(3) == 0, 0);
            } catch (IOException e) {
                // The server may be the one that ends the connection.
            }
        }
    }

    private static void annoy(Socket socket, Random random) throws IOException {
        int requests = 1 + random.nextInt(6);
        for (int i = 0; i < requests; i++) {
            String target = TARGETS.get(random.nextInt(TARGETS.size()));
            socket.getOutputStream()
                    .write(("GET " + target + " HTTP/1.1\r\nHost: x\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            if (random.nextInt(3) > 0) {
                int ignored = socket.getInputStream().read(new byte[1 << 16]);
            }
        }
    }
}
